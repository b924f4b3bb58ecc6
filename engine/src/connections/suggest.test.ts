import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import partners from '../../golden/connections/partners.json' with { type: 'json' };
import products from '../../golden/connections/products.json' with { type: 'json' };
import type { MatchKind, MatchRecord, Suggestion } from './record.ts';
import { suggestConnections } from './suggest.ts';
import { generatePartners } from './testing/partners.ts';
import { generateProducts } from './testing/products.ts';
import { newRandom } from './testing/random.ts';

type Case = {
  case: string;
  left: Omit<MatchRecord, 'id'>;
  right: Omit<MatchRecord, 'id'>;
  leftOthers?: string[];
  rightOthers?: string[];
  match: boolean | 'unsure';
  why: string;
  chip?: string;
};

const judge = (kind: MatchKind, background: string[], given: Case): Suggestion | undefined => {
  const around = (own: Omit<MatchRecord, 'id'>, others: string[] = []): MatchRecord[] =>
    [own, ...[...others, ...background].map((name) => ({ name }))].map((record, i) => ({ id: String(i), ...record }));
  const left = around(given.left, given.leftOthers);
  const right = around(given.right, given.rightOthers);
  return suggestConnections(kind, left, right).find((pair) => pair.left === 0 && pair.right === 0);
};

describe.each([
  ['hàng hóa', products],
  ['đối tác', partners],
])('các trường hợp mẫu: %s', (_, file) => {
  test.each(file.cases as Case[])('$case', (given) => {
    const pair = judge(file.kind as MatchKind, file.background, given);
    const score = pair?.score ?? 0;
    if (given.match === true) {
      expect(score).toBeGreaterThanOrEqual(0.5);
      expect(pair?.best).toBe(true);
    } else if (given.match === false) {
      expect(score).toBeLessThan(0.5);
    } else {
      expect(score).toBeLessThan(0.95);
    }
    if (given.chip && pair) expect(pair.evidence.map((item) => item.label)).toContain(given.chip);
  });
});

test.each([
  ['Cáp CXV 3x50', 'Cáp Cu/XLPE/PVC/DSTA/PVC 3x50', 'an armoured cable', 0.05, 0.99],
  ['Cáp CV 2.5', 'Cáp CV-FR 2.5', 'a cable that withstands fire', 0.05, 0.99],
  ['Máy in Brano L2321D', 'Máy in Brano DCP-L2321D', 'a code with another beginning', 0.05, 0.99],
  ['Dầu đỏ Kato', 'Dầu DO Kato', 'a word of another trade without its marks', 0.05, 0.99],
  ['Giầy da nam Kato', 'Giấy da nam Kato', 'other marks', 0.05, 0.99],
  ['Quạt đứng Kato 60W', 'Quạt đứng Kato D16005', 'a figure beside a model', 0.5, 0.9],
])('«%s» and «%s» are never certain: %s', (first, second, _, above, below) => {
  const [left, right] = [first, second].map((name) => ({ name, unit: 'Cái' }));
  const given: Case = { case: '', left: left!, right: right!, match: 'unsure', why: '' };
  const score = judge('product', products.background, given)?.score ?? 0;
  expect(score).toBeGreaterThan(above);
  expect(score).toBeLessThan(below);
});

describe('rules of how sure a pair may be', () => {
  type Own = Omit<MatchRecord, 'id'>;
  const scoreOf = (kind: 'product' | 'partner', left: Own, right: Own): number => {
    const file = kind === 'product' ? products : partners;
    return judge(kind, file.background, { case: '', left, right, match: 'unsure', why: '' })?.score ?? 0;
  };
  const paint = { name: 'Sơn nước nội thất cao cấp lau chùi màu trắng 18 lít', unit: 'Thùng', price: 900_000 };
  const [vega, kato] = [
    { ...paint, brand: 'Vega' },
    { ...paint, brand: 'Kato' },
  ];

  test('goods of another brand are never sure', () => {
    expect(scoreOf('product', vega, vega)).toBeGreaterThan(0.99);
    expect(scoreOf('product', vega, kato)).toBeGreaterThan(0.5);
    expect(scoreOf('product', vega, kato)).toBeLessThan(0.87);
  });

  test('of two rules that say the same the second takes nothing more', () => {
    const contact = { phone: '02438261379', address: '15 Lê Lai, Hà Nội' };
    const [one, other] = ['Công ty CP Xây lắp điện Hoàng Ân 1', 'Công ty CP Xây lắp điện Hoàng Ấn 4'];
    const scores = [
      [one, one.replace('Ân', 'Ấn')],
      [one, one.replace('1', '4')],
      [one, other],
    ].map(([left, right]) => scoreOf('partner', { name: left!, ...contact }, { name: right!, ...contact }));
    expect(Math.min(...scores)).toBeGreaterThan(0.8);
    expect(Math.max(...scores)).toBeLessThan(0.87);
  });

  test('a telephone and an email together outweigh another word of the name, either alone does not', () => {
    const [phone, email] = [{ phone: '0912345678' }, { email: 'ngoclan@ngoclan.vn' }];
    const [lan, hue] = [{ name: 'Nhà hàng Ngọc Lan' }, { name: 'Nhà hàng Ngọc Huệ' }];
    expect(scoreOf('partner', { ...lan, ...phone, ...email }, { ...hue, ...phone, ...email })).toBeGreaterThan(0.9);
    for (const one of [phone, email])
      expect(scoreOf('partner', { ...lan, ...one }, { ...hue, ...one })).toBeLessThan(0.87);
  });
});

describe('suggestConnections', () => {
  const products400 = generateProducts(newRandom(77), 400);
  const partners400 = generatePartners(newRandom(78), 400, true);

  test('the contributions of every pair add up to its score', () => {
    for (const [kind, made] of [
      ['product', products400],
      ['partner', partners400],
    ] as const) {
      const pairs = suggestConnections(kind, made.left, made.right);
      expect(pairs.length).toBeGreaterThan(100);
      for (const pair of pairs) {
        const sum = pair.evidence.reduce((total, item) => total + item.contribution, 0);
        expect(Math.abs(sum - pair.score)).toBeLessThan(1e-9);
        expect(pair.score).toBeGreaterThanOrEqual(0.05);
        expect(pair.score).toBeLessThanOrEqual(1);
      }
    }
  });

  test('the same input gives the same answer', () => {
    const again = generateProducts(newRandom(77), 400);
    expect(again).toEqual(products400);
    expect(suggestConnections('product', again.left, again.right)).toEqual(
      suggestConnections('product', products400.left, products400.right),
    );
  });

  test('each assignment keeps its promise', () => {
    const { left, right } = partners400;
    for (const assignment of ['one-to-one', 'each-right', 'each-left'] as const) {
      const best = suggestConnections('partner', left, right, { assignment }).filter((pair) => pair.best);
      const once = (positions: number[]): boolean => new Set(positions).size === positions.length;
      expect(best.length).toBeGreaterThan(50);
      if (assignment !== 'each-right') expect(once(best.map((pair) => pair.left))).toBe(true);
      if (assignment !== 'each-left') expect(once(best.map((pair) => pair.right))).toBe(true);
    }
  });

  test('most of a careless pair of catalogues is found, and hardly anything false is called certain', () => {
    const pairs = suggestConnections('product', products400.left, products400.right);
    const gold = new Set(products400.gold.map(([l, r]) => `${l}-${r}`));
    const best = pairs.filter((pair) => pair.best);
    const right = best.filter((pair) => gold.has(`${pair.left}-${pair.right}`)).length;
    expect(right / gold.size).toBeGreaterThan(0.6);
    expect(right / best.length).toBeGreaterThan(0.8);
    const sure = best.filter((pair) => pair.score >= 0.99);
    expect(sure.filter((pair) => !gold.has(`${pair.left}-${pair.right}`)).length).toBeLessThanOrEqual(
      Math.ceil(sure.length * 0.02),
    );
  });

  test('a promotional twin is suggested for the same goods, but does not take their place', () => {
    const names = ['Dầu gội Ventra bưởi 640ml', 'Bia Apollo lon 330ml', 'Gạo thơm Mekong 5kg', 'Kẹo Neko 120g'];
    const left = [...names, `KM - ${names[0]}`].map((name, i) => ({ id: `${i}`, name }));
    const right = names.map((name, i) => ({ id: `${i}`, name: name.toUpperCase() }));
    const pairs = suggestConnections('product', left, right);
    const [own, twin] = [0, 4].map((l) => pairs.find((pair) => pair.left === l && pair.right === 0));
    expect(own?.best).toBe(true);
    expect(twin?.score).toBeGreaterThan(0.5);
    expect(twin?.best).toBe(false);
  });

  test('stopping gives nothing, and progress never runs backwards', () => {
    const { left, right } = products400;
    expect(suggestConnections('product', left, right, { onProgress: () => false })).toEqual([]);
    const seen: number[] = [];
    suggestConnections('product', left, right, {
      onProgress: (done) => {
        seen.push(done);
      },
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(left.length);
  });

  test('any text is accepted', () => {
    const record = fc.record({
      id: fc.string(),
      name: fc.string({ unit: 'grapheme' }),
      address: fc.string(),
      taxCode: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), fc.array(record, { maxLength: 8 }), (left, right) => {
        for (const pair of suggestConnections('partner', left, right)) {
          expect(Number.isFinite(pair.score)).toBe(true);
          expect(pair.evidence.every((item) => Number.isFinite(item.contribution))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('pairs that cannot be shown', () => {
  test.each([
    ['product', 'one-to-one', generateProducts(newRandom(77), 900)],
    ['product', 'each-left', generateProducts(newRandom(78), 500)],
    ['partner', 'each-right', generatePartners(newRandom(79), 900, true)],
  ] as const)('are left out early without a change of the others: %s, %s', (kind, assignment, { left, right }) => {
    const shown = suggestConnections(kind, left, right, { assignment });
    const all = suggestConnections(kind, left, right, { assignment, minimumScore: 0 });
    expect(all.length).toBeGreaterThan(shown.length * 1.2);
    expect(all.slice(0, shown.length)).toEqual(shown);
    expect(all[shown.length]!.score).toBeLessThanOrEqual(0.05);
  });
});
