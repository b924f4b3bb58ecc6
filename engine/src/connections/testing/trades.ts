import type { MatchRecord } from '../record.ts';
import { FIGURES, type FigureName } from './figures.ts';
import { randomStyle, respell, type Style } from './noise.ts';
import { type Generated, shuffled } from './products.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';
import { LATIN_NAMES, SYLLABLES } from './words.ts';
import { inventedNames } from './worlds.ts';

/**
 * Goods of trades where figures distinguish nearly everything: steel, pipes, cables, bolts, medicines, parts, cloth.
 */
type Trade = {
  /** The ways of naming each article. */
  readonly articles: readonly (readonly string[])[];
  readonly figures: readonly FigureName[];
  /** Grades and materials, at most one each. */
  readonly grades: readonly string[];
  readonly unit: string;
  /** Articles have a trade name of their own (medicines), or are parts of a certain machine. */
  readonly named?: boolean;
};

const trade = (articles: string, figures: string, grades: string, unit: string, named = false): Trade => ({
  articles: articles.split(';').map((names) => names.split('|')),
  figures: figures.split(' ') as FigureName[],
  grades: grades.split('|'),
  unit,
  named,
});

const TRADES: readonly Trade[] = [
  trade('Thép hộp mạ kẽm|Hộp kẽm|Hộp mạ kẽm;Thép hộp đen|Hộp đen;Inox hộp|Hộp inox', 'section', '', 'Cây'),
  trade(
    'Thép cây|Thép vằn|Sắt cây;Thép cuộn|Sắt cuộn;Thép tròn trơn|Láp tròn',
    'diameter',
    'CB240|CB300|CB400|CB500|SD390',
    'Cây',
  ),
  trade(
    'Ống thép mạ kẽm|Ống kẽm;Ống thép đen|Thép ống đen;Ống đúc|Thép ống đúc',
    'diameter thickness',
    '|SCH40|BSA1',
    'Cây',
  ),
  trade('Thép tấm|Tôn tấm|Thép lá;Thép tấm gân|Tôn nhám;Inox tấm|Tấm inox', 'sheet', '|SS400|Q345|304|201', 'Tấm'),
  trade(
    'Ống nhựa|Ống PVC;Co|Co PVC;Tê|Tê nhựa;Nối thẳng|Măng sông;Van bi|Van nhựa;Bịt|Nút bịt',
    'diameter',
    '|PN6|PN8|PN10',
    'Cái',
  ),
  trade('Tôn lạnh|Tôn lạnh màu;Tôn mạ màu|Tôn màu;Tôn sóng ngói|Ngói tôn', 'thickness colour', '|AZ50|AZ100', 'Mét'),
  trade(
    'Bu lông|Bulong|Bù loong;Vít lục giác chìm|Lục giác chìm;Ty ren|Thanh ren;Vít bắn tôn|Vít tôn',
    'thread',
    '304|201|8.8|10.9|mạ kẽm',
    'Con',
  ),
  trade(
    'Cáp điện|Cáp;Cáp ngầm|Cáp chôn ngầm;Dây điện|Dây;Dây đôi mềm|Dây xúp',
    'cable',
    'CVV|CXV|VCm|VCmd|DSTA',
    'Mét',
  ),
  trade('Cầu dao tự động|Aptomat|MCB;Cầu dao chống giật|RCBO;Công tắc tơ|Contactor', 'breaker', '|C|D|6kA|10kA', 'Cái'),
  trade(
    'Đèn tuýp|Bóng tuýp;Đèn bulb|Bóng bulb;Đèn pha|Pha LED;Đèn panel|Tấm panel',
    'power colour',
    '|LED|3000K|6500K',
    'Cái',
  ),
  trade('viên nén|v.nén;viên nang|nang;viên sủi|sủi;gói bột|bột', 'dose box', '|Forte|Plus|MR|XR', 'Hộp', true),
  trade('viên nén|v.nén;viên nang mềm|nang mềm', 'dose', '|Extra|Kids', 'Hộp', true),
  trade(
    'Lọc gió|Lọc không khí;Má phanh trước|Bố thắng trước;Má phanh sau|Bố thắng sau;Giảm xóc trái|Phuộc trái;Giảm xóc phải|Phuộc phải;Két nước;Bơm nước;Đèn hậu trái|Đèn lái trái;Đèn hậu phải|Đèn lái phải',
    'years maker',
    '',
    'Cái',
    true,
  ),
  trade('Áo sơ mi|Sơ mi;Áo khoác|Áo gió;Quần tây|Quần âu;Đầm|Váy liền;Giày|Giày da', 'wear', 'nam|nữ|trẻ em', 'Cái'),
  trade('Vải thun|Thun;Vải kaki|Kaki;Vải lụa|Lụa;Vải lót|Lót', 'width colour', '|2 chiều|4 chiều|cotton|PE|TC', 'Mét'),
  trade(
    'Máy khoan|Khoan cầm tay;Máy mài|Mài góc;Nồi cơm|Nồi cơm điện;Quạt đứng|Quạt cây',
    'model',
    '|Plus|mini',
    'Cái',
  ),
  trade('Màn hình|LCD;Tivi|Smart TV', 'inch', '|IPS|VA|cong|4K', 'Cái', true),
  trade('Ống thủy lực|Ống dầu;Co ren|Co nối ren;Van cổng|Van cửa', 'inch', '|2 lớp|4 lớp|đồng|inox', 'Cái'),
  trade('Khoan inox|Mũi khoan;Mũi phay|Dao phay;Đá cắt|Đá cắt sắt', 'diameter', '|HSS|carbide', 'Mũi'),
];

/** The probability that a hand keeps to its own way of writing a figure. */
const FAITHFUL = 0.88;

type House = Style & {
  /** Per figure, which of the ways it writes, as a share of all of them. */
  readonly ways: Readonly<Record<string, number>>;
  readonly order: number;
  readonly dropGrade: number;
  readonly dropBrand: number;
  readonly synonyms: boolean;
  readonly fields: number;
};

const houseStyle = (random: Random): House => ({
  ...randomStyle(random),
  ways: Object.fromEntries(Object.keys(FIGURES).map((name) => [name, nextRandom(random)])),
  order: nextInt(random, 3),
  dropGrade: nextRandom(random) ** 2 * 0.2,
  dropBrand: nextRandom(random) ** 2 * 0.3,
  synonyms: chance(random, 0.6),
  fields: nextRandom(random),
});

type Article = {
  readonly trade: Trade;
  readonly names: readonly string[];
  readonly brand: string;
  readonly grade: string;
  /** Its figures, each in all spellings. */
  readonly figures: readonly (readonly string[])[];
  readonly price: number;
};

function spell(random: Random, house: House, { trade, names, brand, grade, figures: drawn }: Article): string {
  const noun = house.synonyms ? pick(random, names) : names[0]!;
  const figures = trade.figures
    .map((name, f) => {
      const spellings = drawn[f]!;
      const share = chance(random, FAITHFUL) ? house.ways[name]! : nextRandom(random);
      return spellings[Math.floor(share * spellings.length)]!;
    })
    .filter((text) => text !== '')
    .join(' ');
  const kept = chance(random, house.dropGrade) ? '' : grade;
  const maker = !trade.named && chance(random, house.dropBrand) ? '' : brand;
  const parts = trade.named
    ? [
        [maker, kept, figures, noun],
        [maker, kept, noun, figures],
        [noun, maker, kept, figures],
      ][house.order]!
    : [
        [noun, kept, figures, maker],
        [noun, figures, kept, maker],
        [noun, maker, kept, figures],
      ][house.order]!;
  return respell(random, house, parts.filter((part) => part !== '').join(' '), ['.', 'loại 1', 'VN', '(mới)']);
}

/** Catalogues of about `size` such goods, of one to four trades, spelt by any two hands. */
export function generateTrades(random: Random, size: number): Generated {
  const [houseLeft, houseRight] = [houseStyle(random), houseStyle(random)];
  const trades = Array.from({ length: 1 + nextInt(random, 4) }, () => pick(random, TRADES));
  const [onlyLeft, onlyRight] = [nextRandom(random) * 0.35, nextRandom(random) * 0.35];
  const makers = [...LATIN_NAMES, ...inventedNames(random, 40)];
  const brands = Array.from({ length: 2 + nextInt(random, 6) }, () =>
    chance(random, 0.5) ? pick(random, makers) : `${pick(random, SYLLABLES)} ${pick(random, SYLLABLES)}`,
  );
  const seen = new Set<string>();
  const goods: Article[] = [];
  for (let tries = 0; goods.length < size && tries < size * 20; tries++) {
    const drawn = pick(random, trades);
    const names = pick(random, drawn.articles);
    const brand = drawn.named ? pick(random, makers) : chance(random, 0.85) ? pick(random, brands) : '';
    const grade = pick(random, drawn.grades);
    // Siblings: the same article with other figures.
    for (let more = 1 + nextInt(random, 8); more > 0 && goods.length < size; more--) {
      const figures = drawn.figures.map((name) => FIGURES[name](random));
      const key = [names[0], brand, grade, ...figures.map((spellings) => spellings[0])].join('|');
      if (seen.has(key)) continue;
      seen.add(key);
      goods.push({ trade: drawn, names, brand, grade, figures, price: 1000 * (1 + nextInt(random, 900)) });
    }
  }
  const left: MatchRecord[] = [];
  const right: { record: MatchRecord; partner: number }[] = [];
  goods.forEach((article, i) => {
    const fate = nextRandom(random);
    let partner = -1;
    if (fate >= onlyRight) {
      partner = left.length;
      left.push(record(random, houseLeft, article, `L${i}`));
    }
    if (fate < onlyRight || nextRandom(random) >= onlyLeft) {
      right.push({ record: record(random, houseRight, article, `R${i}`), partner });
    }
  });
  return shuffled(random, left, right);
}

function record(random: Random, house: House, article: Article, id: string): MatchRecord {
  const has = (share: number): boolean => house.fields > share && !chance(random, house.fieldDrop * 0.4);
  return {
    id,
    name: spell(random, house, article),
    code: has(0.3) ? `${pick(random, ['VT', 'HH', 'SP'])}${nextInt(random, 99_999)}` : undefined,
    unit: has(0.15) ? article.trade.unit : undefined,
    price: has(0.7) ? Math.round(article.price * (0.85 + 0.3 * nextRandom(random))) : undefined,
  };
}
