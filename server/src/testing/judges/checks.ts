import { expect } from 'vitest';
import { counted, type Given, type Judges, ofPeriod, type Row } from './judge.ts';

const figures = ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'difference'] as const;
const placed = (of: Row): number => figures.reduce((sum, figure) => sum + Number(of[figure]), 0);

async function vatOf({ rows, stage }: Given): Promise<Row> {
  const [row] = await rows(
    `select (select sum(vat_amount)::bigint from period_sales_lines where period_id = $1) as ledger,
       (select sum(vat_amount)::bigint from invoices where period_id = $1 and status not in ('cancelled', 'replaced')) as invoiced`,
    [stage.periodId],
  );
  return row!;
}

/** Judges of how VAT ties out, of the draft of 01/GTGT, and of the records behind a finding. */
export const checkJudges = {
  getVatTieOut: {
    holds: async (given) => {
      const total = given.body.total as Row;
      expect(total).toMatchObject(await vatOf(given));
      expect(placed(total)).toBe(total.ledger);
      for (const rate of given.body.byRate as Row[]) expect(placed(rate) + Number(rate.netted)).toBe(rate.ledger);
    },
  },
  listVatDifferences: {
    total: counted('period_vat_differences where period_id = $1', ofPeriod),
    holds: async ({ items }) => {
      for (const { ledgerVat, invoiceVat, difference } of items)
        expect(Number(ledgerVat) - Number(invoiceVat)).toBe(difference);
    },
  },
  getVatReturn: {
    holds: async (given) => {
      const { invoiced } = await vatOf(given);
      const returns = given.body.returns as { figures: { code: string; amount: number }[] }[];
      const tax = returns.flatMap((own) => own.figures).filter(({ code }) => code === '35');
      expect(tax.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoiced);
      expect(given.body.note).toContain('chưa được chuyên gia xác nhận');
    },
  },
  listVatReturnInvoices: {
    total: counted(
      "invoices i cross join lateral jsonb_array_elements(i.vat) g where i.period_id = $1 and i.status not in ('cancelled', 'replaced')",
      ofPeriod,
    ),
  },
  listFindingRecords: {
    holds: async ({ body, items, stage }) => {
      const { problems } = await stage.read<{ problems: { code: string; count: number }[] }>(
        `/invoice-issuance/periods/${stage.periodId}/preflight`,
      );
      const told = problems.filter(({ code }) => code === 'RULE_NOT_CONFIRMED');
      expect(body.total).toBe(told.reduce((sum, { count }) => sum + count, 0));
      expect(items).toHaveLength(body.total as number);
      for (const item of items) expect(item).toMatchObject({ kind: 'rule', amount: null });
    },
  },
} as const satisfies Judges;
