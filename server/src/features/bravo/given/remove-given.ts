import { HANDED_OVER } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { listed } from '../../../db/listed.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';

type Removed = { id: string; sourceKey: string; docNo: string; amount: number; discount: number };

/**
 * Takes given lines away, from the store and from the copies of open periods, with a reason. Refuses the whole request with
 * SALE_INVOICED when one of them has left in an invoice, with PERIOD_STATE when a closed period accounts for one.
 */
export function removeGiven({ body, user, commit, requestId }: Call<'removeGivenSales'>) {
  return commit(async (tx) => {
    // Loads take turns with this: none copies a line that is just going.
    await sql`select from invoice_periods where status <> 'closed' order by id for update`.execute(tx.db);
    const { rows } = await sql<Removed>`
      select id, source_key, doc_no, amount, discount from sales_ledger_lines
      where source = 'given' and id = any(${body.ids}::uuid[]) order by source_key for update`.execute(tx.db);
    const keys = rows.map(({ sourceKey }) => sourceKey);
    await refuseAccounted(tx.db, keys);
    const touched = await dropCopies(tx, keys);
    await sql`delete from sales_ledger_lines where source_key = any(${keys}::text[])`.execute(tx.db);
    if (rows.length > 0)
      await audit(tx, {
        actor: user.email,
        action: 'sales-ledger.remove-given',
        entity: 'sales-ledger',
        entityId: rows.length === 1 ? rows[0]!.id : 'selection',
        summary: `Bỏ ${formatVnd(rows.length)} dòng bán hàng đưa thêm: ${body.reason}`,
        before: rows.map(({ sourceKey, docNo, amount, discount }) => ({
          sourceKey,
          docNo,
          netAmount: amount - discount,
        })),
        after: { reason: body.reason, periods: touched },
        requestId,
      });
    return { removed: rows.length, notFound: body.ids.filter((id) => !rows.some((row) => row.id === id)) };
  });
}

/** Takes lines away from the copies of open periods, whose plans are made anew. @returns the periods' ids. */
export async function dropCopies(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ periodId: string }>`
    delete from period_sales_lines where source_key = any(${keys}::text[])
      and period_id in (select id from invoice_periods where status <> 'closed') returning period_id`.execute(tx.db);
  const touched = [...new Set(rows.map(({ periodId }) => periodId))];
  await sql`update invoice_periods set input_revision = input_revision + 1 where id = any(${touched}::uuid[])`.execute(
    tx.db,
  );
  return touched;
}

/** Refuses with SALE_INVOICED or PERIOD_STATE when one of the lines is accounted for. */
export async function refuseAccounted(db: Tx['db'], keys: readonly string[]): Promise<void> {
  const { rows } = await sql<{ docNo: string; voucher: string | null; period: string }>`
    select s.doc_no, p.name as period, (
      select i.voucher_number from invoice_allocations a join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
      where a.period_id = s.period_id and a.source_key = s.source_key and i.status in ${listed(HANDED_OVER)}
      limit 1) as voucher
    from period_sales_lines s join invoice_periods p on p.id = s.period_id
    where s.source_key = any(${keys}::text[])
      and (p.status = 'closed' or exists (
        select from invoice_allocations a join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
        where a.period_id = s.period_id and a.source_key = s.source_key and i.status in ${listed(HANDED_OVER)}))
    order by voucher nulls last limit 1`.execute(db);
  const [held] = rows;
  if (!held) return;
  if (held.voucher !== null)
    throw new Refusal(
      'SALE_INVOICED',
      `Chứng từ ${held.docNo} đã có hóa đơn ${held.voucher} ở kỳ «${held.period}» nên không bỏ được. Muốn sửa, hãy lập hóa đơn điều chỉnh.`,
      held,
    );
  throw new Refusal(
    'PERIOD_STATE',
    `Chứng từ ${held.docNo} thuộc kỳ «${held.period}» đã đóng nên không bỏ được.`,
    held,
  );
}
