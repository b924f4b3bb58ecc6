import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
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
export async function saveLineResults(tx: Tx, periodId: string): Promise<void> {
  await sql`
    update period_sales_lines s
    set invoiced = r.invoiced, already_invoiced = r.already_invoiced, unallocated = r.unallocated, excluded = r.excluded
    from line_results r
    where s.period_id = ${periodId} and s.source_key = r.source_key
      and (s.invoiced, s.already_invoiced, s.unallocated, s.excluded) is distinct from (r.invoiced, r.already_invoiced, r.unallocated, r.excluded)
  `.execute(tx.db);
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
