import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, type PeriodRow } from '../period-rows.ts';
import { shownKey } from '../sales/ledger-lines.ts';

type EntryRef = { readonly profileId: string; readonly entryKey: string };

const refsOf = (entries: readonly EntryRef[]) =>
  sql`(select * from unnest(${entries.map((one) => one.profileId)}::uuid[], ${entries.map((one) => one.entryKey)}::text[]))`;

/**
 * A person says which Bravo line an AMIS entry is, or lines, or that it is none: seen at the next generation, and at every one after.
 * A decision on an entry replaces the one before; a caller that says which one that is (`seen`) is refused STALE_VERSION when
 * it is another. Refuses NOT_FOUND for an entry or a line that the period does not have.
 */
export function decideReviews({ context, params, body, user, commit, requestId }: Call<'decideReviews'>) {
  return commit(async (tx) => {
    const period = await lockReconcilable(tx, params.id);
    const { decisions } = body;
    const names = decisions.map((one) => `${one.profileId}|${one.entryKey}`);
    if (new Set(names).size !== names.length)
      throw new Refusal('VALIDATION', 'Một dòng sổ AMIS chỉ nhận một quyết định mỗi lần gửi.');
    const entries = await entriesOf(tx, period, decisions);
    ensureOnce(decisions);
    await ensureLines(tx, period, decisions);
    const before = await removeDecisions(tx, period, decisions);
    ensureSeen(decisions, before);
    const at = context.now().toISOString();
    await tx.db
      .insertInto('periodReconciliations')
      .values(
        decisions.map(({ profileId, entryKey, line, otherLines = [] }) => {
          const entry = entries.get(`${profileId}|${entryKey}`)!;
          return {
            periodId: period.id,
            profileId,
            entryKey,
            sourceKey: line,
            otherLines,
            candidates: toJson(entry.candidates),
            why: entry.why,
            note: body.note ?? '',
            entry: toJson(entry.content),
            createdBy: user.email,
            createdAt: at,
          };
        }),
      )
      .execute();
    await touch(tx, period);
    const matched = decisions.filter((one) => one.line !== null).length;
    await audit(tx, {
      actor: user.email,
      action: 'period.decide-review',
      entity: 'period',
      entityId: period.id,
      summary: `Quyết định ${formatVnd(decisions.length)} dòng sổ AMIS của kỳ ${period.name}: ${formatVnd(matched)} là bán hàng Bravo, ${formatVnd(decisions.length - matched)} không phải`,
      before,
      after: { decisions, note: body.note },
      requestId,
    });
    return { updated: decisions.length, at };
  });
}

type Decided = EntryRef & {
  line: string | null;
  otherLines: string[];
  note: string;
  createdBy: string;
  createdAt: string;
};

/** Two people, or two tabs of one, look at the same entry: the later one must not replace what it has not seen. */
function ensureSeen(entries: readonly (EntryRef & { readonly seen?: string | null })[], before: readonly Decided[]) {
  const known = new Map(before.map((one) => [`${one.profileId}|${one.entryKey}`, one]));
  for (const { profileId, entryKey, seen } of entries) {
    if (seen === undefined) continue;
    const decided = known.get(`${profileId}|${entryKey}`);
    if ((decided ? Date.parse(decided.createdAt) : null) === (seen === null ? null : Date.parse(seen))) continue;
    throw new Refusal(
      'STALE_VERSION',
      decided
        ? `${decided.createdBy} đã quyết định dòng sổ AMIS này sau khi bạn xem. Xem lại rồi quyết định tiếp.`
        : 'Quyết định của dòng sổ AMIS này vừa được bỏ. Xem lại rồi quyết định tiếp.',
    );
  }
}

/** Takes decisions back: the entries wait again. Refuses STALE_VERSION for one that is not the one that was seen. */
export function undoReviewDecisions({ params, body, user, commit, requestId }: Call<'undoReviewDecisions'>) {
  return commit(async (tx) => {
    const period = await lockReconcilable(tx, params.id);
    const before = await removeDecisions(tx, period, body.entries);
    if (before.length === 0) throw new Refusal('NOT_FOUND', 'Các dòng sổ AMIS này chưa có quyết định nào để bỏ.');
    ensureSeen(body.entries, before);
    await touch(tx, period);
    await audit(tx, {
      actor: user.email,
      action: 'period.undo-review',
      entity: 'period',
      entityId: period.id,
      summary: `Bỏ quyết định về ${formatVnd(before.length)} dòng sổ AMIS của kỳ ${period.name}`,
      before,
      requestId,
    });
    return { updated: before.length };
  });
}

async function lockReconcilable(tx: Tx, id: string): Promise<PeriodRow> {
  const period = await lockPeriod(tx, id);
  if (!periodCan.reconcile(period))
    throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không đổi quyết định được. Quản trị viên có thể mở lại.');
  return period;
}

const touch = (tx: Tx, period: PeriodRow) =>
  tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1) }))
    .where('id', '=', period.id)
    .execute();

/** The entries named, with what the plan or an earlier decision said of them. */
async function entriesOf(tx: Tx, period: PeriodRow, wanted: readonly EntryRef[]) {
  const { rows } = await sql<EntryRef & { candidates: string[]; why: string; content: unknown }>`
    select e.profile_id, e.entry_key, coalesce(r.candidates, d.candidates, '[]') as candidates, coalesce(r.why, d.why, '') as why,
      jsonb_build_object('voucherNumber', e.voucher_number, 'documentDate', e.document_date, 'customerCode', e.customer_code,
        'customerName', e.customer_name, 'productCode', e.product_code, 'productName', e.product_name, 'unit', e.unit,
        'quantity', trim_scale(e.quantity)::text, 'amount', e.amount) as content
    from period_amis_sales e
    left join period_reviews r on r.period_id = e.period_id and r.profile_id = e.profile_id and r.entry_key = e.entry_key
    left join period_reconciliations d on d.period_id = e.period_id and d.profile_id = e.profile_id and d.entry_key = e.entry_key
    where e.period_id = ${period.id} and (e.profile_id, e.entry_key) in ${refsOf(wanted)}`.execute(tx.db);
  const known = new Map(rows.map((row) => [`${row.profileId}|${row.entryKey}`, row]));
  const missing = wanted.find((one) => !known.has(`${one.profileId}|${one.entryKey}`));
  if (missing)
    throw new Refusal(
      'NOT_FOUND',
      `Sổ bán hàng AMIS của kỳ không còn dòng «${missing.entryKey}». Hãy tải lại danh sách.`,
    );
  return known;
}

type Said = { readonly line: string | null; readonly otherLines?: readonly string[] | undefined };

const linesOf = ({ line, otherLines = [] }: Said): string[] => (line === null ? [] : [line, ...otherLines]);

function ensureOnce(decisions: readonly Said[]): void {
  for (const one of decisions) {
    if (one.line === null && one.otherLines?.length)
      throw new Refusal('VALIDATION', 'Dòng sổ AMIS «không phải dòng nào» thì không kèm dòng bán nào.');
    const lines = linesOf(one);
    const twice = lines.find((line, place) => lines.indexOf(line) !== place);
    if (twice !== undefined)
      throw new Refusal('VALIDATION', `Dòng bán «${shownKey(twice)}» được chọn hai lần cho một dòng sổ AMIS.`);
  }
}

async function ensureLines(tx: Tx, period: PeriodRow, decisions: readonly Said[]) {
  const lines = decisions.flatMap(linesOf);
  if (lines.length === 0) return;
  const rows = await tx.db
    .selectFrom('periodSalesLines')
    .select('sourceKey')
    .where('periodId', '=', period.id)
    .where('sourceKey', 'in', lines)
    .execute();
  const known = new Set(rows.map((row) => row.sourceKey));
  const missing = lines.find((line) => !known.has(line));
  if (missing) throw new Refusal('NOT_FOUND', `Kỳ không có dòng sổ Bravo «${shownKey(missing)}».`);
}

/** @returns what was decided before, for the audit log. */
async function removeDecisions(tx: Tx, period: PeriodRow, entries: readonly EntryRef[]) {
  const { rows } = await sql<Decided>`
    delete from period_reconciliations where period_id = ${period.id} and (profile_id, entry_key) in ${refsOf(entries)}
    returning profile_id, entry_key, source_key as line, other_lines, note, created_by, created_at`.execute(tx.db);
  return rows;
}
