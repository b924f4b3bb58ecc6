import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';

export type LineResult = { invoiced: number; alreadyInvoiced: number; unallocated: number; excluded: number };

/** Brings to the database where each line's đồng goes, in a temporary table for `saveLineResults`. */
export async function stageLineResults(tx: Tx, results: ReadonlyMap<string, LineResult>): Promise<void> {
  await sql`create temporary table line_results (source_key text, invoiced bigint, already_invoiced bigint, unallocated bigint, excluded bigint) on commit drop`.execute(
    tx.db,
  );
  await tx.copy(
    'line_results',
    ['source_key', 'invoiced', 'already_invoiced', 'unallocated', 'excluded'],
    [...results].map(([key, line]) => [key, line.invoiced, line.alreadyInvoiced, line.unallocated, line.excluded]),
  );
  // Told nothing, the planner may compare every line with every other.
  await sql`analyze line_results`.execute(tx.db);
}

/** Per ledger line, where its đồng went: written beside the line, so that every list can be filtered by coverage. */
export async function saveLineResults(
  tx: Tx,
  periodId: string,
  plan: IssuancePlan,
  idOf: (code: string) => string,
): Promise<void> {
  await sql`
    update period_sales_lines s
    set invoiced = r.invoiced, already_invoiced = r.already_invoiced, unallocated = r.unallocated, excluded = r.excluded
    from line_results r
    where s.period_id = ${periodId} and s.source_key = r.source_key
      and (s.invoiced, s.already_invoiced, s.unallocated, s.excluded) is distinct from (r.invoiced, r.already_invoiced, r.unallocated, r.excluded)
  `.execute(tx.db);

  await tx.db.deleteFrom('periodShortages').where('periodId', '=', periodId).execute();
  const position = counter();
  await tx.copy(
    'period_shortages',
    [
      'period_id',
      'source_key',
      'position',
      'reason',
      'base_quantity',
      'amount',
      'vat_amount',
      'message',
      'remedy',
      'competitors',
    ],
    plan.shortages.map((one) => [
      periodId,
      one.line,
      position(one.line),
      one.reason,
      formatQuantity(one.baseQuantity),
      one.amount,
      one.vatAmount,
      one.message,
      one.remedy,
      toJson(one.competitors.map((rival) => ({ ...rival, quantity: formatQuantity(rival.quantity) }))),
    ]),
  );

  await tx.db.deleteFrom('periodAlreadyInvoiced').where('periodId', '=', periodId).execute();
  const place = counter();
  await tx.copy(
    'period_already_invoiced',
    [
      'period_id',
      'source_key',
      'position',
      'profile_id',
      'entry_key',
      'voucher_number',
      'invoice_number',
      'base_quantity',
      'amount',
      'vat_amount',
      'signals',
    ],
    plan.alreadyInvoiced.map((one) => [
      periodId,
      one.line,
      place(one.line),
      idOf(one.profile),
      one.entry,
      one.voucherNumber,
      one.invoiceNumber,
      formatQuantity(one.baseQuantity),
      one.amount,
      one.vatAmount,
      toJson(one.signals),
    ]),
  );
  await saveGround(tx, periodId, plan, idOf);
}

/** The rest of the plan that a reader of the books wants back: netted returns, exclusions and the stock drawn from. */
async function saveGround(tx: Tx, periodId: string, plan: IssuancePlan, idOf: (code: string) => string): Promise<void> {
  for (const table of ['periodNetted', 'periodExcluded', 'periodLots'] as const) {
    await tx.db.deleteFrom(table).where('periodId', '=', periodId).execute();
  }
  await tx.copy(
    'period_netted',
    ['period_id', 'return_line', 'sale_line', 'base_quantity', 'amount', 'vat_amount'],
    plan.netted.map((one) => [
      periodId,
      one.returnLine,
      one.saleLine,
      formatQuantity(one.baseQuantity),
      one.amount,
      one.vatAmount,
    ]),
  );
  await tx.copy(
    'period_excluded',
    ['period_id', 'source_key', 'amount', 'vat_amount', 'reason', 'note'],
    plan.excluded.map((one) => [periodId, one.line, one.amount, one.vatAmount, one.reason, one.note]),
  );
  await tx.copy(
    'period_lots',
    ['period_id', 'lot', 'profile_id', 'warehouse_code', 'product_code', 'available_from', 'quantity', 'source'],
    plan.lots.map((lot) => [
      periodId,
      lot.id,
      idOf(lot.profile),
      lot.warehouse,
      lot.product,
      lot.availableFrom,
      formatQuantity(lot.quantity),
      lot.source,
    ]),
  );
}

/** 1, 2, 3 … per key: several parts of one line are kept side by side. */
function counter(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const next = (seen.get(key) ?? 0) + 1;
    seen.set(key, next);
    return next;
  };
}

/** Per ledger line, where the plan puts its đồng. */
export function resultsOf(input: Pick<IssuanceInput, 'lines'>, plan: IssuancePlan): Map<string, LineResult> {
  const results = new Map<string, LineResult>(
    input.lines.map((line) => [line.id, { invoiced: 0, alreadyInvoiced: 0, unallocated: 0, excluded: 0 }]),
  );
  for (const invoice of plan.invoices) {
    if (!HOLDING.has(invoice.status)) continue;
    for (const item of invoice.items) {
      for (const { line, amount } of item.allocations) {
        const result = results.get(line);
        if (result) result.invoiced += amount;
      }
    }
  }
  const add = (line: string, field: 'alreadyInvoiced' | 'unallocated' | 'excluded', amount: number): void => {
    const result = results.get(line);
    if (result) result[field] += amount;
  };
  for (const one of plan.alreadyInvoiced) add(one.line, 'alreadyInvoiced', one.amount);
  for (const one of plan.shortages) add(one.line, 'unallocated', one.amount);
  for (const one of plan.excluded) add(one.line, 'excluded', one.amount);
  return results;
}
