import { expect, test } from 'vitest';
import { memoryOf } from '../memory-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given } from '../regeneration-fixture.ts';
import { changeExplainer } from './change-reasons.ts';
import { compareInvoices } from './compare.ts';

type Line = GivenPeriod['lines'][number];
const [first, second] = given().lines as [Line, Line];
const profile = given().profiles[0]!;
const ofProfile = (own: object): GivenPeriod => given({ profiles: [{ ...profile, ...own }] });
const ofSecond = (own: Partial<Line>): GivenPeriod => given({ lines: [first, { ...second, ...own }] });
const sale = (id: string, partner: string, price: number, quantity: string): Line => ({
  ...{ id, date: '2026-09-06', partner, item: 'VT1', quantity },
  amount: Number(quantity) * price,
});
const partners = [...given().partners!, { code: 'KH3' }];
const stock = (...opening: string[]) => ({
  stock: opening.map((one, n) => ({ product: 'SP1', warehouse: `K${n + 1}`, opening: one })),
});

/** The reasons told for invoices that the second period changes or removes after the first. */
function wordsAfter(before: GivenPeriod, after: GivenPeriod): string[] {
  const old = planInvoices(issuanceInput(before));
  const input = { ...issuanceInput(after), ...memoryOf(old.invoices) };
  const plan = planInvoices(input);
  const explain = changeExplainer(input, old, plan);
  const { changed, removed } = compareInvoices(old.invoices, plan.invoices);
  return [...changed.map((one) => explain(one.before, one.after)), ...removed.map((one) => explain(one, undefined))]
    .flat()
    .map(({ code, message, record }) => `${code} ${record}: ${message}`);
}

const cases: Record<string, [GivenPeriod, GivenPeriod]> = {
  nothing: [given(), given()],
  'a line gone': [given(), given({ lines: [first] })],
  'less sold': [given(), ofSecond({ quantity: '3', amount: 300_000 })],
  'sold for more': [given(), ofSecond({ amount: 480_000 })],
  'another customer': [given(), ofSecond({ partner: 'KH1' })],
  'another document': [given(), ofSecond({ doc: 'D9' })],
  'excluded with a note': [given(), given({ exclusions: [{ line: '2', reason: 'not_a_sale', note: 'Nhập trùng' }] })],
  'excluded without one': [given(), given({ exclusions: [{ line: '2', reason: 'not_a_sale', note: '' }] })],
  'invoiced in AMIS': [
    given(),
    ofProfile({
      sales: [
        {
          id: 'a',
          voucherNumber: 'TAY1',
          documentDate: '2026-09-06',
          customerCode: 'C2',
          product: 'SP1',
          quantity: '4',
          amount: 400_000,
        },
      ],
    }),
  ],
  'brought back': [
    given(),
    given({ lines: [first, second, { ...second, id: '3', date: '2026-09-08', quantity: '-1', amount: -100_000 }] }),
  ],
  'connection gone': [given(), ofProfile({ links: [] })],
  'factor gone': [given(), ofProfile({ links: [{ product: 'SP1', item: 'VT1', factor: '' }] })],
  'another factor': [given(), ofProfile({ links: [{ product: 'SP1', item: 'VT1', factor: '0.5' }] })],
  'issuer gone': [given(), given({ issuers: { HN: [] } })],
  'a rate that is no longer sure': [given(), ofSecond({ vatRate: null })],
  'other words of the customer': [
    given(),
    ofProfile({
      customers: profile.customers!.map((one) => (one.code === 'C2' ? { ...one, name: 'Công ty Bình Minh' } : one)),
    }),
  ],
  'the customer wants none any more': [
    given(),
    given({ partners: [partners[0]!, { ...partners[1]!, requirement: 'not_required' }] }),
  ],
  'the customer wants one now': [
    given({ partners: [partners[0]!, { ...partners[1]!, requirement: 'not_required' }] }),
    given(),
  ],
  'another day': [given(), given({ issueDay: '2026-10-01' })],
  'goods renamed': [given(), ofProfile({ products: [{ code: 'SP1', name: 'Giấy A4' }] })],
  'another unit': [given(), ofProfile({ products: [{ code: 'SP1', unit: 'hộp' }] })],
  'less stock': [given(), ofProfile(stock('7'))],
  'no stock': [given(), ofProfile({ stock: [] })],
  'more stock': [ofProfile(stock('6')), given()],
  'stock elsewhere': [ofProfile(stock('4')), ofProfile(stock('4', '9'))],
  'left by another': [
    given({ lines: [first, sale('2', 'KH2', 90_000, '9')] }),
    given({ lines: [sale('2', 'KH2', 90_000, '9')] }),
  ],
  'needed by who asked for an invoice': [
    given({ partners, lines: [first, sale('3', 'KH3', 900_000, '6')] }),
    given({ partners, lines: [first, second, sale('3', 'KH3', 900_000, '6')] }),
  ],
  'worth more elsewhere': [
    given({ lines: [first, sale('2', 'KH2', 100_000, '6')] }),
    given({ lines: [first, sale('2', 'KH2', 100_000, '6'), sale('3', 'KH1', 500_000, '6')] }),
  ],
  'more reasons than are shown': [
    given({
      lines: ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({
        ...second,
        id,
        doc: 'D',
        quantity: '1',
        amount: 100_000,
      })),
    }),
    given({
      lines: ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({
        ...second,
        id,
        doc: `E${id}`,
        quantity: '1',
        amount: 100_000,
      })),
    }),
  ],
  'a service alone': [
    given({
      lines: [
        first,
        { ...second, doc: first.id, partner: 'KH1', kind: 'service', item: 'VT1', quantity: '1', amount: 5000 },
      ],
    }),
    given({ lines: [first] }),
  ],
};

test('the reasons of a change are told in the words agreed to', async () => {
  const text = Object.entries(cases).flatMap(([name, [before, after]]) => [
    name,
    ...wordsAfter(before, after).map((one) => `  ${one}`),
  ]);
  await expect(text.join('\n')).toMatchFileSnapshot('../../../golden/drawn/change-words.txt');
});
