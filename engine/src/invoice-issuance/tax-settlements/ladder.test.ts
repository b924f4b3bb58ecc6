import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { climb, type Ladder } from './ladder.ts';
import type { OurInvoice, TaxSale } from './parties.ts';

const BUYER = '0314409058';
const our = (over: Partial<OurInvoice> = {}): OurInvoice => ({
  id: 'a',
  status: 'exported',
  voucherNumber: 'BH202610-00001',
  key: 'AP|CN1/BH/001|KH1/1',
  number: '',
  symbol: 'C26TAA',
  form: '1',
  date: '2026-10-06',
  buyerTaxCode: BUYER,
  total: 1_100_000,
  ...over,
});
const tax = (over: Partial<TaxSale> = {}): TaxSale => ({
  key: 's|1|C26TAA|21',
  form: '1',
  symbol: 'C26TAA',
  number: '21',
  date: '2026-10-06',
  buyerTaxCode: BUYER,
  total: 1_100_000,
  isProven: true,
  isCorrection: false,
  isNamedOnly: false,
  tokens: [],
  ...over,
});
const other = tax({ key: 's|1|C26TAA|22', number: '22' });
const always = () => true;
const settledBy = (ladder: Ladder) =>
  ladder.settled.map(({ id, key, step }) => `${id} ${key.split('|').at(-1)} ${step}`);
const whys = (ladder: Ladder) =>
  ladder.reviews.map(({ key, why, candidates }) => [key.split('|').at(-1), why, candidates.map(({ id }) => id).join()]);

describe('the ladder from a tax invoice to an invoice of ours', () => {
  it('knows its number and symbol, also with zeros and the form before it', () => {
    const known = our({ number: '00000021', symbol: '1C26TAA', total: 5, date: '2026-10-01' });
    expect(settledBy(climb([known, our({ id: 'b' })], [tax()], always))).toEqual(['a 21 1']);
    expect(settledBy(climb([our({ number: '21', symbol: 'C25TAA', total: 5 })], [tax()], always))).toEqual([]);
    expect(settledBy(climb([our({ number: '21', form: '2', total: 5 })], [tax()], always))).toEqual([]);
    const twins = [our({ number: '21' }), our({ id: 'b', number: '21' })];
    expect(climb(twins, [tax()], always)).toMatchObject({ settled: [], reviews: [{ why: 'ambiguous' }] });
  });

  it('finds our voucher number or key as an exact token alone', () => {
    const far = our({ total: 5, date: '2026-01-01' });
    const saying = (...tokens: string[]) => climb([far], [tax({ tokens })], always);
    expect(settledBy(saying('BH202610-00001'))).toEqual(['a 21 2']);
    expect(settledBy(saying('bh202610-00001'))).toEqual(['a 21 2']);
    expect(settledBy(saying('AP|CN1/BH/001|KH1/1'))).toEqual(['a 21 2']);
    for (const token of ['BH202610-000012', 'XBH202610-00001', 'BH202610-00001/2', 'BH202610'])
      expect(settledBy(saying(token)), token).toEqual([]);
    expect(settledBy(climb([our({ voucherNumber: '12345', total: 5 })], [tax({ tokens: ['12345'] })], always))).toEqual(
      [],
    );
  });

  it('decides nothing where a token names two of ours, or two invoices name one, whatever a later step says', () => {
    const both = tax({ tokens: ['BH202610-00001', 'BH2'] });
    expect(climb([our(), our({ id: 'b', voucherNumber: 'BH2', total: 5 })], [both], always)).toMatchObject({
      settled: [],
      reviews: [
        {
          why: 'ambiguous',
          candidates: [{ id: 'a', signs: ['voucher', 'total_and_day', 'total_and_buyer'] }, { id: 'b' }],
        },
      ],
    });
    const tokens = ['BH202610-00001'];
    expect(whys(climb([our()], [tax({ tokens }), { ...other, tokens }], always))).toEqual([
      ['21', 'ambiguous', 'a'],
      ['22', 'ambiguous', 'a'],
    ]);
  });

  it('does not take a correction for what it corrects, though it repeats its tokens and contents', () => {
    const tokens = ['BH202610-00001'];
    const correcting = { ...other, tokens, isCorrection: true };
    expect(settledBy(climb([our()], [tax({ tokens }), correcting], always))).toEqual(['a 21 2']);
    expect(settledBy(climb([our()], [tax(), { ...other, isCorrection: true }], always))).toEqual(['a 21 3']);
  });

  it('takes equal contents only where they are unique on both sides, drafts among them', () => {
    expect(settledBy(climb([our()], [tax()], always))).toEqual(['a 21 3']);
    expect(settledBy(climb([our()], [tax()], () => false))).toEqual([]);
    for (const over of [{ total: 1 }, { date: '2026-10-07' }, { buyerTaxCode: '0101243150' }, { buyerTaxCode: '' }])
      expect(settledBy(climb([our(over)], [tax()], always))).toEqual([]);
    expect(whys(climb([our(), our({ id: 'b' })], [tax()], always))).toEqual([['21', 'ambiguous', 'a,b']]);
    expect(whys(climb([our(), our({ id: 'b', status: 'draft' })], [tax()], always))).toEqual([
      ['21', 'ambiguous', 'a,b'],
    ]);
    expect(settledBy(climb([our()], [tax(), other], always))).toEqual([]);
    expect(settledBy(climb([our({ number: '99' })], [tax()], always))).toEqual([]);
  });

  it('leaves drafts, and files without an intact signature, to a person', () => {
    const tokens = ['BH202610-00001'];
    expect(whys(climb([our({ status: 'draft' })], [tax({ tokens })], always))).toEqual([['21', 'not_exported', 'a']]);
    expect(whys(climb([our()], [tax({ tokens, isProven: false })], always))).toEqual([['21', 'not_proven', 'a']]);
    expect(whys(climb([our({ buyerTaxCode: '' })], [tax({ buyerTaxCode: '' })], always))).toEqual([
      ['21', 'likely', 'a'],
    ]);
    expect(climb([our({ status: 'cancelled', total: 5 })], [tax()], always).reviews).toEqual([]);
  });
});

const pool = {
  ids: ['a', 'b', 'c', 'd', 'e'],
  numbers: ['1', '2', '3', '4', '5', '6'],
  tokens: ['BH1', 'BH2', 'BH3', 'K|1'],
};
const drawnOur = fc.record({
  status: fc.constantFrom('draft', 'exported', 'issued', 'adjusted', 'replaced', 'cancelled'),
  voucherNumber: fc.constantFrom(...pool.tokens),
  key: fc.constantFrom(...pool.tokens),
  number: fc.constantFrom('', ...pool.numbers),
  symbol: fc.constantFrom('', 'C26TAA', '1C26TAA'),
  form: fc.constantFrom('', '1', '2'),
  date: fc.constantFrom('2026-10-06', '2026-10-07'),
  buyerTaxCode: fc.constantFrom('', BUYER),
  total: fc.constantFrom(100, 200),
});
const drawnTax = fc.record({
  form: fc.constantFrom('1', '2'),
  date: fc.constantFrom('2026-10-06', '2026-10-07', null),
  buyerTaxCode: fc.constantFrom('', BUYER),
  total: fc.constantFrom(100, 200, null),
  isProven: fc.boolean(),
  isCorrection: fc.boolean(),
  isNamedOnly: fc.boolean(),
  tokens: fc.subarray(pool.tokens),
});
const world = fc.record({
  ours: fc.array(drawnOur, { maxLength: 5 }).map((all) => all.map((one, at) => our({ ...one, id: pool.ids[at]! }))),
  taxes: fc
    .array(drawnTax, { maxLength: 6 })
    .map((all) =>
      all.map((one, at) => tax({ ...one, number: pool.numbers[at]!, key: `s|1|C26TAA|${pool.numbers[at]}` })),
    ),
  parts: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
  unlike: fc.subarray(pool.ids),
});

/** The settled pairs once further files have come, part by part, with a run after each of them. */
function afterAll({ ours, taxes, parts, unlike }: typeof world extends fc.Arbitrary<infer W> ? W : never) {
  const same = (one: OurInvoice) => !unlike.includes(one.id);
  const settled: Ladder['settled'][number][] = [];
  const runOn = (there: readonly TaxSale[]): number => {
    const [ids, keys] = [new Set(settled.map(({ id }) => id)), new Set(settled.map(({ key }) => key))];
    const result = climb(
      ours.filter(({ id }) => !ids.has(id)),
      there.filter(({ key }) => !keys.has(key)),
      same,
    );
    settled.push(...result.settled);
    return result.settled.length;
  };
  const again: number[] = [];
  for (const part of [0, 1, 2]) {
    const there = taxes.filter((_, at) => parts[at]! <= part);
    runOn(there);
    again.push(runOn(there));
  }
  return { settled, again };
}

describe('for any invoices', () => {
  it('none settles two of ours and none of ours is settled by two, also after further files; a second run gives nothing', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { settled, again } = afterAll(drawn);
        expect(new Set(settled.map(({ id }) => id)).size).toBe(settled.length);
        expect(new Set(settled.map(({ key }) => key)).size).toBe(settled.length);
        expect(again).toEqual([0, 0, 0]);
        const [ours, taxes] = [
          new Map(drawn.ours.map((one) => [one.id, one])),
          new Map(drawn.taxes.map((one) => [one.key, one])),
        ];
        for (const { id, key } of settled) {
          expect(['draft', 'cancelled']).not.toContain(ours.get(id)!.status);
          expect(taxes.get(key)!.isProven).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('the order of the lists changes nothing, and a pair is settled or in review, never both', () => {
    fc.assert(
      fc.property(world, ({ ours, taxes, unlike }) => {
        const same = (one: OurInvoice) => !unlike.includes(one.id);
        const one = climb(ours, taxes, same);
        expect(climb(ours.toReversed(), taxes.toReversed(), same)).toEqual(one);
        const keys = new Set(one.settled.map(({ key }) => key));
        const ids = new Set(one.settled.map(({ id }) => id));
        for (const { key, candidates } of one.reviews) {
          expect(keys.has(key)).toBe(false);
          expect(candidates.some(({ id }) => ids.has(id))).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
