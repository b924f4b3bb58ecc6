import { describe, expect, test } from 'vitest';
import { memoryOf } from '../memory-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given } from '../regeneration-fixture.ts';
import type { IssuanceInput } from '../types.ts';
import { planAddingOnly } from './add-only.ts';
import { changeExplainer } from './change-reasons.ts';
import { compareInvoices } from './compare.ts';

const [first, second] = given().lines as [GivenPeriod['lines'][number], GivenPeriod['lines'][number]];
const profile = given().profiles[0]!;
/** Another sale, by a buyer who asked for an invoice or by one who did not, worth so much a piece. */
const sale = (id: string, partner: string, price: number, quantity = '4') => ({
  ...{ id, date: '2026-09-06', partner, item: 'VT1', quantity },
  amount: Number(quantity) * price,
});
const partners = [...given().partners!, { code: 'KH3' }];

/** The reasons told for each invoice that the second period changes or removes after the first: «code record». */
function reasonsAfter(before: GivenPeriod, after: GivenPeriod, change = (input: IssuanceInput) => input) {
  const old = planInvoices(issuanceInput(before));
  const input = change({ ...issuanceInput(after), ...memoryOf(old.invoices) });
  const plan = planInvoices(input);
  const explain = changeExplainer(input, old, plan);
  const { changed, removed } = compareInvoices(old.invoices, plan.invoices);
  return [
    ...changed.map((one) => explain(one.before, one.after)),
    ...removed.map((one) => explain(one, undefined)),
  ].map((own) => own.map(({ code, record }) => `${code} ${record}`));
}

describe('the reason of a change', () => {
  test.each<[string, GivenPeriod, GivenPeriod, string[][]]>([
    ['a sale that Bravo no longer has', given(), given({ lines: [first] }), [['SALES_CHANGED HN/HD/2']]],
    [
      'another quantity in the ledger',
      given(),
      given({ lines: [first, { ...second, quantity: '3', amount: 300000 }] }),
      [['SALES_CHANGED HN/HD/2']],
    ],
    [
      'a line that Bravo has put on another day',
      given({
        lines: [first, sale('2', first.partner, 90000)].map((one) => ({ ...one, doc: '1', date: '2026-09-05' })),
      }),
      given({
        lines: [first, sale('2', first.partner, 90000)].map((one, n) => ({
          ...one,
          doc: '1',
          date: `2026-09-0${n + 5}`,
        })),
      }),
      [['SALES_CHANGED HN/HD/1']],
    ],
    [
      'an exclusion',
      given(),
      given({ exclusions: [{ line: '2', reason: 'not_a_sale', note: 'Nhập trùng' }] }),
      [['EXCLUDED HN/HD/2']],
    ],
    [
      'less stock',
      given(),
      given({ profiles: [{ ...profile, stock: [{ product: 'SP1', opening: '7' }] }] }),
      [['STOCK_DECREASED SP1']],
    ],
    [
      'a connection that is gone',
      given(),
      given({ profiles: [{ ...profile, links: [] }] }),
      [
        ['CONNECTION_CHANGED VT1 → SP1', 'RULE_CHANGED HN/HD/1'],
        ['CONNECTION_CHANGED VT1 → SP1', 'RULE_CHANGED HN/HD/2'],
      ],
    ],
    [
      'another factor',
      given(),
      given({ profiles: [{ ...profile, links: [{ product: 'SP1', item: 'VT1', factor: '0.5' }] }] }),
      [['CONNECTION_CHANGED VT1 → SP1'], ['CONNECTION_CHANGED VT1 → SP1']],
    ],
    [
      'new words about a customer',
      given(),
      given({
        profiles: [
          {
            ...profile,
            customers: profile.customers!.map((one) =>
              one.code === 'C2' ? { ...one, name: 'Công ty Bình Minh' } : one,
            ),
          },
        ],
      }),
      [['CUSTOMER_CHANGED C2']],
    ],
    ['another invoice date', given(), given({ issueDay: '2026-10-01' }), [['RULE_CHANGED A'], ['RULE_CHANGED A']]],
    [
      'goods that a buyer who asked for an invoice needs',
      given({ partners, lines: [first, sale('3', 'KH3', 900000, '6')] }),
      given({ partners, lines: [first, second, sale('3', 'KH3', 900000, '6')] }),
      [['YIELDED_TO_REQUIRED HN/HD/2']],
    ],
    [
      'goods that are worth more elsewhere',
      given({ lines: [first, sale('2', 'KH2', 100000, '6')] }),
      given({ lines: [first, sale('2', 'KH2', 100000, '6'), sale('3', 'KH1', 500000, '6')] }),
      [['YIELDED_TO_VALUE HN/HD/3']],
    ],
    [
      'goods that another sale left',
      given({ lines: [first, sale('2', 'KH2', 90000, '9')] }),
      given({ lines: [sale('2', 'KH2', 90000, '9')] }),
      [['STOCK_INCREASED HN/HD/1'], ['SALES_CHANGED HN/HD/1']],
    ],
  ])('is told: %s', (_, before, after, expected) => {
    expect(reasonsAfter(before, after)).toEqual(expected);
  });

  test('is told: a branch that this profile may no longer issue for', () => {
    const none = (input: IssuanceInput) => ({ ...input, period: { ...input.period, issuers: { HN: [] } } });
    for (const own of reasonsAfter(given(), given(), none)) expect(own).toContain('ISSUER_CHANGED HN');
  });
});

describe('adding only', () => {
  /** Ten in stock: 4 and 4 are invoiced; dearer sales would take them all. */
  const dear = [sale('3', 'KH1', 900000, '6'), sale('4', 'KH2', 800000, '6')];
  const after = (more: Partial<GivenPeriod> = {}) => {
    const old = planInvoices(issuanceInput(given()));
    const input = { ...issuanceInput(given({ lines: [first, second, ...dear], ...more })), ...memoryOf(old.invoices) };
    return { old, input, plan: planAddingOnly(input, old.invoices) };
  };

  test('keeps every draft as it is and invoices what is open from what is left', () => {
    const { old, input, plan } = after();
    expect(compareInvoices(old.invoices, planInvoices(input).invoices).unchanged).toBe(0);
    const changes = compareInvoices(old.invoices, plan.invoices);
    expect(changes).toMatchObject({ changed: [], removed: [], unchanged: 2 });
    expect(changes.added.map((one) => [one.bravoDocument, one.amount])).toEqual([['HN/HD/3', 1_800_000]]);
    expect(plan.stays).toEqual(old.invoices.map(({ key }) => key));
    expect(plan.tieOut.ledger).toBe(plan.tieOut.invoiced + plan.tieOut.unallocated);
  });

  test('drops the drafts that the laws forbid by now, and no others', () => {
    const excluded = after({ exclusions: [{ line: '2', reason: 'not_a_sale', note: 'Nhập trùng' }] });
    expect(excluded.plan.stays).toEqual([excluded.old.invoices[0]!.key]);
    const less = after({ profiles: [{ ...profile, stock: [{ product: 'SP1', opening: '5' }] }] });
    expect(less.plan.stays).toHaveLength(1);
    const drawn = less.plan.invoices.flatMap((one) => one.items).reduce((sum, item) => sum + item.quantity, 0n);
    expect(drawn).toBe(5_000_000n);
    expect(after({ profiles: [{ ...profile, links: [] }] }).plan.stays).toEqual([]);
  });
});
