import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight.ts';
import { reconciliationSheets } from '../reconciliation-sheets.ts';
import type { IssuanceInput } from '../types.ts';

const NINE = '2026-10-01T02:00:00.000Z';
const TEN = '2026-10-01T03:00:00.000Z';
const NEXT = '2026-10-02T02:00:00.000Z';

type Given = {
  readonly stock: string;
  readonly ledger: string;
  readonly exports?: string[];
  readonly opening?: string;
};

const inputOf = ({ stock, ledger, exports = [], opening = '10' }: Given, seen?: { first: string; absent?: string }) => {
  const input = issuanceInput({
    profiles: [
      {
        code: 'A',
        products: [{ code: 'SP1' }],
        links: [{ product: 'SP1', item: 'VT1' }],
        stock: [{ product: 'SP1', opening, outgoing: '4' }],
        sales: [
          { id: 'X', voucherNumber: 'TAY1', documentDate: '2026-09-02', product: 'SP1', quantity: '4', amount: 9 },
        ],
      },
    ],
    lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '6', amount: 600000 }],
  });
  const books = {
    ...input.profiles[0]!,
    salesLedger: input.profiles[0]!.salesLedger.map((entry) => ({ ...entry, seen: seen ?? { first: ledger } })),
    moments: { stock, ledger, exports },
  };
  return { ...input, profiles: [books] };
};
const found = (input: IssuanceInput) =>
  preflight(input, planInvoices(input))
    .map(({ code }) => code)
    .filter((code) => /STOCK_OLDER|LEDGER_OLDER|BEYOND/.test(code));
const invoiced = (input: IssuanceInput): number => planInvoices(input).tieOut.invoiced;

describe('goods sold in AMIS by hand', () => {
  test('are in the stock report when both reports are of one sitting', () => {
    const input = inputOf({ stock: NINE, ledger: TEN });
    expect(invoiced(input)).toBe(600000);
    expect(found(input)).toEqual([]);
  });

  test('leave the lots as well when the ledger is of another day than an older stock report', () => {
    const input = inputOf({ stock: NINE, ledger: NEXT });
    expect(invoiced(input)).toBe(200000);
    expect(found(input)).toEqual(['STOCK_OLDER_THAN_LEDGER']);
  });

  test('leave them when a file of ours left in between, or an earlier ledger did not have them yet', () => {
    expect(invoiced(inputOf({ stock: NINE, ledger: TEN, exports: ['2026-10-01T02:30:00.000Z'] }))).toBe(200000);
    expect(invoiced(inputOf({ stock: NINE, ledger: TEN, exports: ['2026-10-01T01:30:00.000Z'] }))).toBe(600000);
    expect(invoiced(inputOf({ stock: NINE, ledger: TEN }, { first: TEN, absent: NINE }))).toBe(200000);
  });

  test('stay in it when a newer ledger shows again what an older one had shown', () => {
    const input = inputOf({ stock: NINE, ledger: NEXT }, { first: NINE });
    expect(invoiced(input)).toBe(600000);
    expect(found(input)).toEqual(['STOCK_OLDER_THAN_LEDGER']);
  });
});

test('a sales ledger of an earlier day than the stock report is told', () => {
  expect(found(inputOf({ stock: NEXT, ledger: NINE }))).toEqual(['LEDGER_OLDER_THAN_STOCK']);
});

test('drafts that a later stock report no longer proves stop the export, and no lot falls below zero', () => {
  const plan = planInvoices(inputOf({ stock: NINE, ledger: NINE }));
  const now = inputOf({ stock: NEXT, ledger: NEXT, opening: '8' });
  const [finding] = preflight(now, plan).filter(({ code }) => code === 'DRAFT_BEYOND_STOCK');
  expect(finding).toMatchObject({ severity: 'block', profile: 'A', count: 1 });
  const lots = reconciliationSheets(now, plan).find(({ name }) => name === 'Lô hàng')!;
  const left = [...lots.rows]
    .map((row) => ('cells' in row ? row.cells : row).at(-1))
    .filter((cell) => typeof cell === 'number');
  expect(left.length).toBeGreaterThan(0);
  expect(Math.min(...left)).toBe(0);
});
