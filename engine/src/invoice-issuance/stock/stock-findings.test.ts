import { describe, expect, test } from 'vitest';
import { reconciliationSheets } from '../export/reconciliation-sheets.ts';
import { recordFinder } from '../findings/records.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import type { IssuanceInput } from '../types.ts';
import { isAfterStockReport } from './moments.ts';

const NINE = '2026-10-01T02:00:00.000Z';
const TEN = '2026-10-01T03:00:00.000Z';
const NEXT = '2026-10-02T02:00:00.000Z';

type Given = {
  readonly stock: string;
  readonly ledger: string;
  readonly opening?: string;
};

const inputOf = ({ stock, ledger, opening = '10' }: Given, seen?: { first: string; absent?: string }) => {
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
    moments: { stock, ledger, exports: [] },
  };
  return { ...input, profiles: [books] };
};
const found = (input: IssuanceInput) =>
  preflight(input, planInvoices(input))
    .map(({ code }) => code)
    .filter((code) => /STOCK_OLDER|LEDGER_OLDER|BEYOND/.test(code));
const invoiced = (input: IssuanceInput): number => planInvoices(input).tieOut.invoiced;

describe('goods sold in AMIS by hand', () => {
  test('are in a stock report that was made at the moment of a ledger that shows them, or later', () => {
    for (const stock of [NINE, TEN]) {
      const input = inputOf({ stock, ledger: NINE });
      expect(invoiced(input)).toBe(600000);
      expect(found(input)).toEqual([]);
    }
  });

  test('leave the lots as well when the ledger is newer, be it by an hour of the same day', () => {
    for (const ledger of [TEN, NEXT]) {
      const input = inputOf({ stock: NINE, ledger });
      expect(invoiced(input)).toBe(200000);
      expect(found(input)).toEqual(['STOCK_OLDER_THAN_LEDGER']);
    }
  });

  test('are told with their money, what is taken off for each, and both ways out', () => {
    const input = inputOf({ stock: NINE, ledger: TEN });
    const [finding] = preflight(input).filter(({ code }) => code === 'STOCK_OLDER_THAN_LEDGER');
    expect(finding).toMatchObject({ severity: 'warn', profile: 'A', count: 1, amount: 9 });
    expect(finding!.message).toContain('tồn kho xuất lúc 09:00 01/10/2026, sổ bán hàng lúc 10:00 01/10/2026');
    expect(finding!.remedy).toMatch(/Xuất lại «Tổng hợp tồn kho».*«Hai báo cáo lấy cùng lúc»/);
    expect(recordFinder(input)(finding!)).toMatchObject([
      { kind: 'entry', id: 'X', amount: 9, detail: 'Trừ thêm 4 mã «SP1», kho «K1».' },
    ]);
  });

  test('stay in it when a newer ledger shows again what an older one had shown', () => {
    expect(invoiced(inputOf({ stock: NINE, ledger: NEXT }, { first: NINE }))).toBe(600000);
    expect(found(inputOf({ stock: NINE, ledger: NEXT }, { first: NINE }))).toEqual(['STOCK_OLDER_THAN_LEDGER']);
    expect(found(inputOf({ stock: NINE, ledger: TEN }, { first: NINE }))).toEqual([]);
  });
});

test('an entry is surely after the report if a ledger lacked it then, or it is ours and nothing of ours had left', () => {
  const isAfter = (seen: { first: string; absent?: string }, isOurs: boolean, exports: string[] = []) =>
    isAfterStockReport({ seen }, { stock: TEN, ledger: NEXT, exports }, isOurs);
  expect(isAfter({ first: NEXT }, false)).toBe(false);
  expect(isAfter({ first: NEXT, absent: NINE }, false)).toBe(false);
  expect(isAfter({ first: NEXT, absent: TEN }, false)).toBe(true);
  expect(isAfter({ first: TEN, absent: NINE }, true)).toBe(false);
  expect(isAfter({ first: NEXT }, true, [NINE])).toBe(false);
  expect(isAfter({ first: NEXT }, true, [NEXT])).toBe(true);
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
