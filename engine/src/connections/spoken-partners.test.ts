import { describe, expect, test } from 'vitest';
import spoken from '../../golden/connections/spoken-partners.json' with { type: 'json' };
import { suggestConnections } from './suggest.ts';

type Names = { readonly pairs: readonly string[][]; readonly aloneLeft?: string[]; readonly aloneRight?: string[] };

/** The best pairs from even odds up; record k of either side is of the k-th pair, and those alone come after the pairs. */
function bestOf({ pairs, aloneLeft = [], aloneRight = [] }: Names) {
  const named = (names: readonly string[]) => names.map((name, i) => ({ id: String(i), name }));
  const left = named([...pairs.map(([name]) => name!), ...aloneLeft]);
  const right = named([...pairs.map(([, name]) => name!), ...aloneRight]);
  const best = suggestConnections('partner', left, right).filter((pair) => pair.best && pair.score >= 0.5);
  const isRight = (pair: (typeof best)[number]) => pair.left === pair.right && pair.left < pairs.length;
  return { right: best.filter(isRight), wrong: best.filter((pair) => !isRight(pair)) };
}

const first: Names = { pairs: Object.values(spoken.first).flat() };

describe('partners as sellers name them, beside their registered names', () => {
  test('nearly all find their own, and none another', () => {
    const { right, wrong } = bestOf(first);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(first.pairs.length - 2);
  });

  test.each([
    ['Agribank Mỹ Đình', 'a bank by the name it goes by'],
    ['VCB Tây Hồ', 'marks that only one side can have'],
    ['CTY CP DTXD & PTHT Bắc Hà', '«Hà» beside «Hạ tầng»'],
    ['TBĐ Đông Anh', 'the initials of a trade'],
    ['Resort Long Hải', 'a word in English'],
  ])('«%s»: %s', (name) => {
    const own = first.pairs.findIndex(([spokenName]) => spokenName === name);
    expect(bestOf(first).right.map((pair) => pair.left)).toContain(own);
  });

  const amongOthers = (...names: string[]) => [
    ...names.map((name, i) => ({ id: `own${i}`, name })),
    ...first.pairs.slice(0, 40).map(([own], i) => ({ id: `f${i}`, name: own! })),
  ];

  test.each([
    ['Bệnh viện Nhi Đồng Thành phố 1', 'Bệnh viện Nhi Đồng Thành phố K2'],
    ['Trường Mầm non Hoa Sen 2', 'Trường Mầm non Hoa Sen B12'],
  ])('a digit and a number with letters are two numbers of partners: «%s», «%s»', (one, other) => {
    const pairs = suggestConnections('partner', amongOthers(one), amongOthers(other));
    const own = pairs.find(({ left, right }) => left === 0 && right === 0);
    expect(own?.score ?? 0).toBeLessThan(0.5);
  });

  test('two people of one name are never sure, though each may have the same partner', () => {
    const [one, two] = [amongOthers('Nguyễn Văn Thắng', 'Nguyễn Văn Thắng'), amongOthers('Nguyễn Văn Thắng')];
    const pairs = suggestConnections('partner', one, two, { assignment: 'each-left' });
    const own = pairs.filter(({ left, right }) => left < 2 && right === 0);
    expect(own).toHaveLength(2);
    for (const { score } of own) expect(score).toBeLessThan(0.9);
  });

  // Schools, hospitals, offices, chains: a name or a place is all that distinguishes them, so some find another.
  test.each([
    ['later', spoken.later, 6],
    ['third', spoken.third, 4],
  ] as const)('of bodies whose own is missing few find another, none of them surely (%s)', (_, names, most) => {
    const { right, wrong } = bestOf(names);
    expect(wrong.length).toBeLessThanOrEqual(most);
    expect(wrong.filter(({ score }) => score >= 0.9)).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(names.pairs.length - 2);
  });

  // Of companies, offices and shops as they are called by their customers; of a tenth the two names share nothing.
  test('of a fourth list nearly nine in ten find their own, and none another', () => {
    const { right, wrong } = bestOf(spoken.fourth);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(Math.floor(spoken.fourth.pairs.length * 0.88));
  });

  test.each([
    ['EVN Hà Nội', 'electricity by the name of its group'],
    ['Giày Thượng Đình', '«giày» beside «giầy», one word in two spellings'],
  ])('fourth, «%s»: %s', (name) => {
    const own = spoken.fourth.pairs.findIndex(([spokenName]) => spokenName === name);
    expect(bestOf(spoken.fourth).right.map((pair) => pair.left)).toContain(own);
  });

  test.each(['BV Nhi Đồng 1', 'Cty CP Sông Hồng 12', 'Xăng dầu Khu vực 2'])('«%s» is no other number', (name) => {
    const place = spoken.later.pairs.length + spoken.later.aloneLeft.indexOf(name);
    expect(bestOf(spoken.later).wrong.map((pair) => pair.left)).not.toContain(place);
  });
});
