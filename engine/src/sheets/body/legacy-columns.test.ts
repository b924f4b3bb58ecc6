import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER = ['Mã khách hàng', 'Tên khách hàng', 'Địa chỉ', 'Điện thoại'];
const partners = (rows: readonly (readonly Cell[])[]) => readSheet([['Danh sách khách hàng'], HEADER, ...rows]);
const codes = (read: ReturnType<typeof partners>) => read.warnings.map(({ code }) => code);
const names = (texts: readonly string[]) => texts.map((text, at): Cell[] => [`KH${at}`, text]);

const TCVN3 = [
  'C«ng ty cæ phÇn th\u00ad¬ng m¹i vµ dÞch vô NguyÔn §×nh ChiÓu',
  'C¬ së s¶n xuÊt n\u00adíc m¾m Hoµng Lan',
  'Hîp t¸c x· rau s¹ch',
  'Gãi',
];
const VNI = [
  'Coâng ty coå phaàn thöông maïi vaø dòch vuï Nguyeãn Ñình Chieåu',
  'Cô sôû saûn xuaát nöôùc maém Hoaøng Lan',
  'Hôïp taùc xaõ rau saïch',
  'Goùi',
];
const UNICODE = [
  'Công ty cổ phần thương mại và dịch vụ Nguyễn Đình Chiểu',
  'Cơ sở sản xuất nước mắm Hoàng Lan',
  'Hợp tác xã rau sạch',
  'Gói',
];

describe('columns typed for old fonts under a header in Unicode', () => {
  it.each([
    ['TCVN3 (ABC)', TCVN3],
    ['VNI', VNI],
  ])('are read from %s, with a warning that names them', (name, texts) => {
    const read = partners(texts.map((text, at): Cell[] => [`KH${at}`, text, texts[0]!, '0912']));
    expect(read.rows.map((row) => row.name)).toEqual(UNICODE);
    expect(read.rows.map((row) => row.address)).toEqual(UNICODE.map(() => UNICODE[0]));
    const message = `Cột B «Tên khách hàng», C «Địa chỉ» của tệp dùng bảng mã cũ ${name}; đã chuyển sang Unicode. Hãy xem lại vài tên có dấu.`;
    expect(read.warnings).toEqual([{ row: 0, column: null, value: name, code: 'ENCODING_CONVERTED', message }]);
  });

  it('are told from the first rows, and read so to the last', () => {
    const many = Array.from({ length: 1200 }, (_, at) => TCVN3[at % 4]!);
    const read = partners(names(many));
    expect(new Set(read.rows.map((row) => row.name))).toEqual(new Set(UNICODE));
    expect(read.rowNumbers).toEqual(many.map((_, at) => at + 3));
    expect(codes(read)).toEqual(['ENCODING_CONVERTED']);
  });

  it('may be a single one: its neighbours stay as they are', () => {
    const rows = TCVN3.map((text, at): Cell[] => [`KH${at}`, text, ['Hà Nội', 'Hà Nam', 'Crème café', 'Huế'][at]!]);
    const read = partners(rows);
    expect(read.rows.map((row) => row.name)).toEqual(UNICODE);
    expect(read.rows.map((row) => row.address)).toEqual(['Hà Nội', 'Hà Nam', 'Crème café', 'Huế']);
    expect(read.warnings[0]?.message).toMatch(/^Cột B «Tên khách hàng» của tệp dùng/);
  });

  it('may have few words beyond ASCII: what other columns prove, they follow', () => {
    const units = ['C¸i', 'Thïng', 'Chai', 'Hép'];
    const rows = TCVN3.map((text, at): Cell[] => [`A${at}`, text, units[at]!]);
    const read = readSheet([['Danh sách hàng hóa, dịch vụ'], ['Mã', 'Tên', 'Đơn vị tính chính'], ...rows]);
    expect(read.rows.map((row) => row.unit)).toEqual(['Cái', 'Thùng', 'Chai', 'Hộp']);
    const alone = rows.map(([code, , unit]): Cell[] => [code!, 'Noi', unit!]);
    const other = readSheet([['Danh sách hàng hóa, dịch vụ'], ['Mã', 'Tên', 'Đơn vị tính chính'], ...alone]);
    expect(other.rows.map((row) => row.unit)).toEqual(units);
  });

  it('may have texts in Unicode among the others: only what shows itself is mended', () => {
    const read = partners(names([...TCVN3.slice(0, 3), 'Đường Biên Hòa', 'Hà Nam', 'Bình An', 'Lá mía', 'Müller']));
    const whole = [...UNICODE.slice(0, 3), 'Đường Biên Hòa', 'Hà Nam', 'Bình An', 'Lá mía', 'Müller'];
    expect(read.rows.map((row) => row.name)).toEqual(whole);
    expect(codes(read)).toEqual(['ENCODING_CONVERTED']);
  });

  it('keep signs at figures, and texts of another language', () => {
    const read = partners(
      names([
        ...TCVN3,
        'èng thÐp m¹ kÏm Ø 21',
        'Ø27 ±5% 180°',
        'Nestlé',
        'Bé ®å ch¬i 5µ',
        '®· ë Hµ Néi ®· 5 n¨m',
        'Chi nhánh Bình T©n',
      ]),
    );
    const whole = [
      ...UNICODE,
      'ống thép mạ kẽm Ø 21',
      'Ø27 ±5% 180°',
      'Nestlé',
      'Bộ đồ chơi 5µ',
      'đã ở Hà Nội đã 5 năm',
      'Chi nhánh Bình Tân',
    ];
    expect(read.rows.map((row) => row.name)).toEqual(whole);
  });

  it('are no codes', () => {
    const read = partners(TCVN3.map((text, at): Cell[] => [`VËt t\u00ad ${at}`, text]));
    expect(read.rows.map((row) => row.code)).toEqual([0, 1, 2, 3].map((at) => `VËt t\u00ad ${at}`));
    expect(read.rows.map((row) => row.name)).toEqual(UNICODE);
  });
});

describe('columns that were never typed for old fonts', () => {
  it.each([
    ['Vietnamese in Unicode', UNICODE],
    [
      'Vietnamese without a letter beyond Latin-1',
      ['Hà Nam', 'Bình An', 'Cái', 'Lá mía', 'Chè xanh', 'Gói', 'Lò vi sóng', 'Tôm hùm', 'Cà phê', 'Máy xay'],
    ],
    [
      'Vietnamese with marks of trade, quotes and footnotes',
      ['Cà phê G7®', '«Sữa» tươi¹', 'Lavie® 5l', 'Bia¹', 'Chè»', 'La Vie®', '½kg', 'm¹'],
    ],
    [
      'French',
      [
        'Crème brûlée',
        'Hélène Béart',
        'Noël à Paris',
        'François Lefèvre',
        'Thé noir',
        'Léa',
        'Noé',
        'Société Générale',
        'Pâté',
        'Maïs',
        'Citroën',
      ],
    ],
    [
      'English with a few accents',
      [
        'Nestlé',
        'Café Latte',
        'naïve résumé',
        'Müller & Söhne',
        'Häagen-Dazs',
        'Jalapeño',
        'Windows® 10',
        'Intel® Core',
        'LEGO®',
        '© 2020',
      ],
    ],
    [
      'German, Spanish, Portuguese and Danish',
      [
        'Köln',
        'Bö',
        'Größe',
        'für',
        'Süd',
        'São João',
        'Açaí',
        'El Niño',
        'Mª José',
        'Señora',
        'Smørrebrød',
        'Malmö',
        'Löw',
        'Høj',
      ],
    ],
    ['short words that could be syllables', ['Bö', 'Lü', 'Tö', 'Hü', 'Næ', 'Mö', 'Ré', 'Thé']],
    [
      'codes and measures',
      [
        'SP-Ø21',
        '180°C',
        '±5%',
        '5 µm',
        '3µm',
        '10µC',
        'A·B',
        'X·Y',
        '1½ inch',
        'm²',
        '§ 5',
        '¾"',
        'N°12',
        '20¢',
        '£5',
        '¥100',
      ],
    ],
    [
      'soft hyphens of web pages',
      ['pro\u00adduct', 'c\u00ada', 'Viet\u00adnam', 'in\u00adfor\u00adma\u00adtion', 'San pham'],
    ],
  ])('stay as they are: %s', (_, texts) => {
    const read = partners(names(texts));
    expect(read.rows.map((row) => row.name)).toEqual(texts);
    expect(codes(read)).toEqual([]);
    const beside = partners(TCVN3.flatMap((text, at) => texts.map((own, no): Cell[] => [`KH${at}-${no}`, text, own])));
    expect(beside.rows.slice(0, texts.length).map((row) => row.address)).toEqual(texts);
  });
});
