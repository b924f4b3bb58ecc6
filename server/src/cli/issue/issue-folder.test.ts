import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Change,
  cellOf,
  edit,
  firstProfile,
  type OddFolders,
  openOddFolders,
  period,
  type Report,
  remove,
  rewrite,
} from './issue-fixture.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

const dated = (rules: object) =>
  period((value) => Object.assign(value, { rules: { ...(value.rules as object), dated: rules } }));
it.each<[what: string, change: (dir: string) => Promise<unknown>, says: string | RegExp]>([
  [
    'a ledger without amounts',
    edit('bravo/sales.csv', (text) => text.replace('amount', 'tien')),
    'Tệp bravo/sales.csv thiếu cột «amount»',
  ],
  [
    'a ledger parted by semicolons',
    edit('bravo/sales.csv', (text) => text.replaceAll(',', ';')),
    'ngăn cách bằng dấu phẩy',
  ],
  [
    'a ledger of nothing, not even a header',
    edit('bravo/sales.csv', () => ''),
    'Tệp bravo/sales.csv thiếu cột «rowId»',
  ],
  [
    'a ledger with an open quote',
    edit('bravo/sales.csv', (text) => `${text}"CN01`),
    'BAD_CSV: Tệp bravo/sales.csv không phải CSV hợp lệ',
  ],
  ['a ledger with a short line', edit('bravo/sales.csv', (text) => `${text}CN01,x\n`), 'số ô của dòng khác số cột'],
  [
    'the same line twice',
    edit('bravo/sales.csv', (text) => text.replace(/\n(.*)\n(.*)\n/, '\n$1\n$2\n$1\n')),
    /DUPLICATE_LINE: Tệp bravo\/sales.csv, dòng 4: khóa dòng \(rowId\) «.+» bị lặp, đã có ở dòng 2/,
  ],
  ['a blank amount', cellOf('bravo/sales.csv', 'amount', ''), 'dòng 2: cột «amount»: Số tiền đang trống'],
  ['a blank quantity', cellOf('bravo/sales.csv', 'quantity', ''), 'dòng 2: cột «quantity»: Số lượng đang trống'],
  [
    'an amount that no number holds',
    cellOf('bravo/sales.csv', 'amount', '9007199254740993'),
    'cột «amount»: Số tiền «9007199254740993» quá lớn',
  ],
  [
    'a line without a key',
    cellOf('bravo/sales.csv', 'rowId', ''),
    'REQUIRED: Tệp bravo/sales.csv, dòng 2: cột «rowId»',
  ],
  [
    'a quantity in words',
    cellOf('bravo/sales.csv', 'quantity', 'ba'),
    'BAD_QUANTITY: Tệp bravo/sales.csv, dòng 2: cột «quantity»',
  ],
  [
    'a day that is none',
    cellOf('bravo/sales.csv', 'docDate', '2026-09-31'),
    'BAD_DAY: Tệp bravo/sales.csv, dòng 2: cột «docDate»',
  ],
  [
    'an item twice',
    edit('bravo/items.csv', (text) => text.replace(/\n(.*)\n/, '\n$1\n$1\n')),
    /DUPLICATE_CODE: Tệp bravo\/items.csv, dòng 3: mã mặt hàng «.+» bị lặp, đã có ở dòng 2/,
  ],
  [
    'a partner twice',
    edit('bravo/partners.csv', (text) => text.replace(/\n(.*)\n/, '\n$1\n$1\n')),
    /DUPLICATE_CODE: Tệp bravo\/partners.csv, dòng 3: mã khách «.+» bị lặp/,
  ],
  [
    'a requirement that is none',
    edit('bravo/partners.csv', (text) => text.replace(',not_required,', ',maybe,')),
    '«invoiceRequirement»: «maybe» không hợp lệ',
  ],
  [
    'one connection with two factors',
    edit('connections/products.csv', (text) => text.replace(/\n(.*),([^,]*)\n/, '\n$1,$2\n$1,777\n')),
    /CONNECTION_CONTRADICTS: Tệp connections\/products.csv, dòng 2 và dòng 3 .* và 777/,
  ],
  [
    'one connection with two factors, its AMIS code in another case',
    edit('connections/products.csv', (text) =>
      text.replace(
        /\n([^,]*),([^,]*),(.*),([^,]*)\n/,
        (_, profile: string, amis: string, bravo: string, factor: string) =>
          `\n${profile},${amis},${bravo},${factor}\n${profile},${amis.toLowerCase()},${bravo},777\n`,
      ),
    ),
    /CONNECTION_CONTRADICTS: Tệp connections\/products.csv, dòng 2 và dòng 3 .* và 777/,
  ],
  [
    'an amount with a fraction',
    edit('bravo/sales.csv', (text) => text.replace(/,2693333,/, ',2693333.5,')),
    'bravo/sales.csv, dòng 2: cột «amount»: Số tiền',
  ],
  ['no ledger', remove('bravo/sales.csv'), 'FILE_NOT_FOUND: Không thấy tệp bravo/sales.csv'],
  ['no list of partners', remove('bravo/partners.csv'), 'bravo/partners.csv'],
  [
    'partners without requirements',
    edit('bravo/partners.csv', (text) => text.replace('invoiceRequirement', 'x')),
    '«invoiceRequirement»',
  ],
  ['no stock of a profile', remove('amis/AP/TonKho.xlsx'), 'Tệp amis/AP/TonKho.xlsx'],
  ['products that are no workbook', edit('amis/AP/HangHoa.xlsx', () => 'rác'), 'Tệp amis/AP/HangHoa.xlsx'],
  [
    'a period that ends before it begins',
    period((value) => Object.assign(value, { toDate: '2020-01-01' })),
    '«toDate» không được trước fromDate',
  ],
  ['a period without a name', period((value) => delete value.name), '«name» đang thiếu'],
  ['no JSON', edit('period.json', () => '{'), 'không phải JSON hợp lệ'],
  ['a profile that climbs out of its folder', firstProfile({ code: '../../x' }), '«profiles.0.code»'],
  [
    'rules of a date that is none',
    dated({ holidays: [{ fromDate: '2026-02-30' }] }),
    '«rules.dated.holidays.0.fromDate»',
  ],
  ['rules of a kind that is none', dated({ luat: [] }), 'rules.dated'],
  [
    'a profile twice',
    period((value) => (value.profiles as unknown[]).push((value.profiles as unknown[])[0])),
    'hai hồ sơ cùng mã',
  ],
])('refuses %s, and says where', async (_what, change, says) => {
  const { status, said } = await odd.issued(await odd.folder(change));
  expect(said).toMatch(says);
  expect(status).toBe(1);
});

it('reads files as Windows writes them', async () => {
  const dir = await odd.folder(async (at) => {
    for (const name of ['bravo/sales.csv', 'bravo/items.csv', 'bravo/partners.csv', 'connections/products.csv'])
      await edit(name, (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`)(at);
    await edit('period.json', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`)(at);
  });
  expect((await odd.issued(dir)).report).toEqual(odd.goodReport);
});

it('reads line breaks and quotes inside a text', async () => {
  const dir = await odd.folder(
    edit('bravo/sales.csv', (text) => text.replace(/,goods,\n/, ',goods,"dòng một\r\ndòng ""hai"""\n')),
  );
  expect((await odd.issued(dir)).report?.tieOut).toEqual(odd.goodReport.tieOut);
});

it('takes the dated rules of period.json instead of the shipped ones, kind by kind', async () => {
  const consumerTexts = [{ fromDate: '1900-01-01', text: 'Khách lẻ' }];
  const { report } = await odd.issued(await odd.folder(dated({ consumerTexts })));
  const names = (invoices: unknown[]) =>
    new Set((invoices as { buyer: { source: string; name: string } }[]).map(({ buyer }) => buyer.name));
  expect([...names(odd.goodReport.invoices)]).toContain('Bán cho người tiêu dùng');
  expect([...names(report!.invoices)]).toContain('Khách lẻ');
  expect([...names(report!.invoices)]).not.toContain('Bán cho người tiêu dùng');
  expect(report!.tieOut).toEqual(odd.goodReport.tieOut);
  // The shipped rules, written down in the file, are the shipped rules.
  const { confirmed: _, ...asShipped } = SHIPPED_RULES.vatReductions.at(-1)!;
  const written = await odd.issued(
    await odd.folder(dated({ vatReductions: [...SHIPPED_RULES.vatReductions.slice(0, -1), asShipped] })),
  );
  expect(written.report).toEqual(odd.goodReport);
});

type Dated = { readonly date: string };
const invoicesOf = (report: object): readonly Dated[] => (report as { invoices: readonly Dated[] }).invoices;
type Days = { today?: string; plannedInvoiceDate?: string };

it('dates invoices by the day of issuing: the file’s, the planned one of an older file, or the day after the period', async () => {
  const latest = async (days: Days): Promise<string | undefined> => {
    const dir = await odd.folder(period((value) => Object.assign(value, { today: undefined }, days)));
    const { report } = await odd.issued(dir);
    return invoicesOf(report!)
      .map(({ date }) => date)
      .sort()
      .at(-1);
  };
  expect(await latest({ today: '2026-11-23' })).toBe('2026-11-23');
  expect(await latest({ today: '2026-11-23', plannedInvoiceDate: '2026-10-05' })).toBe('2026-11-23');
  expect(await latest({ plannedInvoiceDate: '2026-10-05' })).toBe('2026-10-05');
  expect(await latest({})).toBe('2026-10-01');
});

it('hands over the days up to one, and lists the later sales as waiting', async () => {
  const dir = odd.good;
  const { report } = await odd.issued(dir, ['--through', '2026-09-10']);
  const later = (report!.shortages as { reason: string; amount: number }[]).filter(
    ({ reason }) => reason === 'LATER_DAY',
  );
  expect(later.length).toBeGreaterThan(0);
  expect(report!.tieOut.ledger).toBe(odd.goodReport.tieOut.ledger);
  const made = invoicesOf(report!).length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(odd.goodReport.invoices.length);
  expect((await odd.issued(dir, ['--through', '2026-02-30'])).status).toBe(2);
});

it('leaves alone what it does not know', async () => {
  const dir = await odd.folder(async (at) => {
    await mkdir(join(at, 'amis', 'KHAC'));
    await writeFile(join(at, 'amis', 'ghi-chu.txt'), 'x');
    await writeFile(join(at, 'bravo', 'khac.csv'), 'x');
    await edit('bravo/items.csv', (text) => text.replaceAll('\n', ',\n').replace(',\n', ',thêm\n'))(at);
  });
  expect((await odd.issued(dir)).report).toEqual(odd.goodReport);
});

it('names connections of what is not there, and otherwise leaves them alone', async () => {
  const twice = (text: string) => text.replace(/\n(.*)\n/, '\n$1\n$1\n');
  const dir = await odd.folder(async (at) => {
    await edit('connections/products.csv', (text) => `${twice(text)}KHAC,SP1,VT00024,1\nAP,SP-0,VT00024,1\n`)(at);
    await edit('connections/partners.csv', (text) => `${text}AP,KHACHLE,KHONG-CO\nAP,khachle,KLE\n`)(at);
  });
  const { report } = await odd.issued(dir);
  const { warnings, ...rest } = report!;
  const messages = warnings.filter(({ code }) => code === 'CONNECTION_UNKNOWN').map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringMatching(/products.csv: 1 kết nối .* hồ sơ không có trong period.json: dòng \d+ «KHAC»/),
    expect.stringMatching(/products.csv: 1 kết nối .*HangHoa.xlsx: dòng \d+ «SP-0»/),
    expect.stringMatching(/partners.csv: 1 kết nối .* bravo\/partners.csv: dòng \d+ «KHONG-CO»/),
  ]);
  const { warnings: _, ...goodRest } = odd.goodReport;
  expect(rest).toEqual(goodRest);
});

it('names what it does not read of period.json, and goes on', async () => {
  const dir = await odd.folder(
    period((value) => Object.assign(value, { rules: { ...(value.rules as object), ghiChu: 'x' }, people: [] })),
  );
  const { report } = await odd.issued(dir);
  expect(report!.warnings.filter(({ code }) => code === 'UNKNOWN_KEY').map(({ message }) => message)).toEqual([
    expect.stringContaining('«people» không được dùng'),
    expect.stringContaining('«rules.ghiChu» không được dùng'),
  ]);
  expect(report!.tieOut).toEqual(odd.goodReport.tieOut);
  expect(odd.goodReport.warnings.filter(({ code }) => code === 'UNKNOWN_KEY')).toEqual([]);
});

it('invoices no return that has the sign of a sale, and names its row', async () => {
  const row = 'dòng 2 «tl»';
  const dir = await odd.folder(cellOf('bravo/sales.csv', 'docCode', 'tl'));
  const { report } = await odd.issued(dir);
  const told = report!.warnings.filter(({ code }) => code === 'RETURN_NOT_NEGATIVE');
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining(`: 1 dòng của chứng từ trả lại`)]);
  expect(told[0]!.message).toContain(row);
  const [line] = (await readFile(join(dir, 'bravo/sales.csv'), 'utf8')).split('\n')[1]!.split(',');
  expect(report!.shortages.filter((one) => one.line === line)).toMatchObject([
    { reason: 'NEEDS_REVIEW', message: expect.stringContaining('chứng từ trả lại «tl» mà ghi như hàng bán') },
  ]);
  const invoiced = (made: Report) =>
    made.invoices.flatMap(({ items }) => items.flatMap((item) => item.allocations.map((one) => one.line)));
  expect(invoiced(odd.goodReport)).toContain(line);
  expect(invoiced(report!)).not.toContain(line);
  expect(report!.tieOut.ledger).toBe(odd.goodReport.tieOut.ledger);
  expect(odd.goodReport.warnings.map(({ code }) => code)).not.toContain('RETURN_NOT_NEGATIVE');
});

it('lets a rate above the highest one wait, though AMIS says nothing of the product', async () => {
  const rateless: Change = (at) =>
    rewrite('amis/AP/HangHoa.xlsx', 'amis-products', ({ rows }) =>
      rows.map((row) => ({ ...row, vatRate: null, vatReduction: 'unknown' })),
    )(at);
  const slip = (rate: string) =>
    edit('bravo/sales.csv', (text) => {
      const [header = '', ...rows] = text.split('\n');
      const at = header.split(',').indexOf('vatRate');
      return [header, ...rows.map((row) => (row ? row.split(',').with(at, rate).join(',') : row))].join('\n');
    });
  const reportOf = async (rate: string) =>
    (await odd.issued(await odd.folder(async (at) => [await rateless(at), await slip(rate)(at)]))).report!;
  const own = ({ invoices }: Report) => invoices.filter(({ profile }) => profile === 'AP');
  const lawful = await reportOf('5.26');
  expect(own(lawful).length).toBeGreaterThan(0);
  const slipped = await reportOf('80');
  expect(own(slipped)).toEqual([]);
  expect(slipped.shortages.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('Sổ ghi thuế suất KHAC:80, không thuộc các mức được dùng ngày'),
  );
  expect(slipped.tieOut.ledger).toBe(odd.goodReport.tieOut.ledger);
});

it('reads a requirement in either case', async () => {
  const shout = (text: string) =>
    text.replaceAll(',not_required,', ',Not_Required,').replaceAll(',required,', ',Required,');
  const dir = await odd.folder(edit('bravo/partners.csv', shout));
  expect((await odd.issued(dir)).report).toEqual(odd.goodReport);
});

it('goes on without ledgers of AMIS or lists of connections, and says so', async () => {
  const dir = await odd.folder(async (at) => {
    await remove('amis/AP/SoMuaHang.xlsx')(at);
    await remove('amis/AP/SoBanHang.xlsx')(at);
    await remove('bravo/stock.csv')(at);
    await remove('connections')(at);
  });
  const { report } = await odd.issued(dir);
  expect(report!.tieOut.ledger).toBe(odd.goodReport.tieOut.ledger);
  expect(
    report!.warnings.filter((warning) => warning.code === 'FILE_MISSING').map((warning) => warning.message),
  ).toEqual([
    'Không có tệp connections/products.csv: coi như chưa có kết nối nào.',
    'Không có tệp connections/partners.csv: coi như chưa có kết nối nào.',
  ]);
});
