import type { TaxListRecord } from '@khop/contract/tax-invoices/resources.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../audit/audit.ts';
import { nameToday } from '../../db/migrations/squashed.ts';
import { workLonger } from '../../db/patience.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { found, Refusal, refuseStale } from '../../refusal.ts';
import { currentSchema } from '../imports/undo/keep-changes.ts';
import { putBack } from '../imports/undo/put-back.ts';
import { momentSql } from '../imports/undo/reasons.ts';
import { takeTurn } from '../imports/undo/take-turn.ts';
import { taxListOf } from './read-lists.ts';

const GONE = 'Không tìm thấy danh sách này.';
/** The words of people for a list: whose, and of which side. */
const SIDE = { purchase: 'mua vào', sale: 'bán ra' } as const;

/**
 * Takes a list of the portal back: what it said of invoices is as it was before it, and its days are covered by it no more. Refused with
 * IMPORT_IN_USE, with all reasons, when later work builds on it. Asked again for one that is taken back, it answers that list.
 */
export function undoTaxList({ params, body, user, commit, context, requestId }: Call<'undoTaxList'>) {
  return commit(async (tx): Promise<TaxListRecord> => {
    await workLonger(tx.client);
    await takeTurn(tx, 'tax-invoices', 'all');
    const row = found(
      await tx.db.selectFrom('taxLists').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
      GONE,
    );
    if (row.undoneAt !== null) return taxListOf(tx.db, row.id);
    refuseStale(row, body.version);
    const reasons = await reasonsToKeep(tx, row);
    if (reasons.length > 0) throw inUse(reasons);
    const moved = await putBack(tx, row.id);
    if (moved !== undefined) throw inUse([moved]);
    await tx.client.query('delete from import_changes where import_id = $1', [row.id]);
    await tx.db
      .updateTable('taxLists')
      .set({ undoneAt: context.now().toISOString(), undoneBy: user.email, undoSchema: null, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    const after = await taxListOf(tx.db, row.id);
    await audit(tx, {
      actor: user.email,
      action: 'tax-list.undo',
      entity: 'tax-invoices',
      entityId: row.runId,
      summary: `Bỏ danh sách hóa đơn ${SIDE[after.side]} của ${after.profileCode} đã nạp từ ${row.fileName}: ${formatVnd(row.rowCount)} hóa đơn`,
      before: { listId: row.id, createdAt: row.createdAt, createdBy: row.createdBy, sha256: row.sha256 },
      after: { undoneAt: after.undoneAt },
      requestId,
    });
    return after;
  });
}

type Row = { readonly id: string; readonly undoSchema: string | null };

const inUse = (reasons: readonly string[]): Refusal =>
  new Refusal('IMPORT_IN_USE', `Không bỏ được danh sách này. ${reasons.join(' ')}`, { reasons });

async function reasonsToKeep(tx: Tx, { id, undoSchema }: Row): Promise<string[]> {
  const reasons = [...(await laterLists(tx, id)), ...(await explainedRows(tx, id))];
  if (undoSchema === null) reasons.push('Điều danh sách này đã đổi không còn được giữ: chỉ bỏ được trong 30 ngày.');
  else if (nameToday(undoSchema) !== (await currentSchema(tx)))
    reasons.push('Khớp đã được nâng cấp sau lần nạp này nên không trả lại dữ liệu cũ được.');
  return reasons;
}

/** Lists that came later say the rest of what this one says, or said nothing where this one is newer. */
async function laterLists(tx: Tx, listId: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ fileName: string; at: string; code: string; side: keyof typeof SIDE }>(
    `select l.file_name as "fileName", p.code, l.side, ${momentSql('l.created_at')} as at
     from tax_lists this join tax_lists l on l.undone_at is null and (l.created_at, l.id) > (this.created_at, this.id)
     join profiles p on p.id = l.profile_id
     where this.id = $1 and ((l.profile_id, l.side) = (this.profile_id, this.side)
         and l.from_date <= this.to_date and l.to_date >= this.from_date
       or exists (select from import_changes c join import_changes o on o.import_id = this.id and o.row_key = c.row_key
         where c.import_id = l.id))
     order by l.created_at desc, l.id desc limit 1`,
    [listId],
  );
  return rows.map(
    ({ fileName, at, code, side }) =>
      `Danh sách ${SIDE[side]} «${fileName}» của ${code} nạp sau, lúc ${at}, và có cùng ngày hay cùng hóa đơn. Hãy bỏ danh sách ấy trước rồi nạp lại.`,
  );
}

/** Rows of three sides that a person has explained while this list said or covered them. */
async function explainedRows(tx: Tx, listId: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ period: string; count: number; named: string[] }>(
    `select p.name as period, count(*)::int as count, (array_agg(r.number order by r.date, r.number))[1:5] as named
     from tax_lists l
     join three_sided_findings f on f.profile_id = l.profile_id and f.trade = l.side and f.closed_at is null
       and f.reason is not null and f.explained_stamp = f.stamp
     join invoice_periods p on p.id = f.period_id
     join three_sided_comparisons c on c.period_id = f.period_id
     join three_sided_rows r on r.run_id = c.run_id and r.profile_id = f.profile_id and r.trade = f.trade and r.key = f.key
     where l.id = $1 and (
       exists (select from tax_list_rows t where t.list_id = l.id and t.invoice_key = r.tax_key)
       or r.date between l.from_date and l.to_date and exists (select from jsonb_array_elements(r.differences) d
         where d ->> 'kind' in ('BOOKS_ONLY', 'RECEIVED_NO_INVOICE', 'XML_ONLY')))
     group by p.name, p.from_date order by p.from_date`,
    [listId],
  );
  return rows.map(({ period, count, named }) => {
    const numbers = named.filter((number) => number !== '').map((number) => `«${number}»`);
    const told = numbers.length > 0 ? ` (số ${numbers.join(', ')}${count > named.length ? ', …' : ''})` : '';
    return `${formatVnd(count)} dòng của Ba bên kỳ ${period}${told} đã được giải thích theo danh sách này. Hãy bỏ lời giải thích trước.`;
  });
}
