import type { ChangeReason } from '@khop/engine/invoice-issuance/changes/change-codes.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, proposalRevisionOf, readPeriod } from '../period-rows.ts';
import type { InvoiceChange } from '../plan-summary.ts';
import { dropProposal, type StoredSummary } from '../save/plan-proposal.ts';
import { undoRefusal } from '../save/plan-undo.ts';
import { type GeneratePayload, STALE_PROPOSAL } from './generation-payload.ts';

const NO_PROPOSAL = 'Không có bản sinh lại nào đang chờ. Hãy xem trước lại.';

/** The proposal that waits to be applied, and the regeneration that can be undone. */
export async function getRegeneration(db: Database, periodId: string) {
  const period = await readPeriod(db, periodId);
  const [proposal, undo] = await Promise.all([
    db
      .selectFrom('periodProposals')
      .select(['summary', 'revision', 'createdBy', 'createdAt'])
      .where('periodId', '=', periodId)
      .executeTakeFirst(),
    db
      .selectFrom('periodUndo')
      .select(['change', 'revisionAfter', 'createdBy', 'createdAt'])
      .where('periodId', '=', periodId)
      .executeTakeFirst(),
  ]);
  return {
    proposal: proposal
      ? {
          ...shownSummary(proposal.summary as StoredSummary),
          isStale: proposal.revision !== proposalRevisionOf(period),
          by: proposal.createdBy,
          at: proposal.createdAt,
        }
      : null,
    undo: undo
      ? {
          change: undo.change as InvoiceChange,
          by: undo.createdBy,
          at: undo.createdAt,
          refusal: undoRefusal(period, undo) ?? null,
        }
      : null,
  };
}

const shownSummary = ({ passed: _passed, ...summary }: StoredSummary) => ({
  ...structuredClone(summary),
  profiles: [...summary.profiles],
  reasons: [...(summary.reasons ?? [])],
  addOnly: summary.addOnly ?? false,
});

type ChangeRow = {
  kind: 'added' | 'changed' | 'removed';
  profileId: string;
  profileCode: string;
  voucherNumber: string;
  documentDate: string;
  bravoDocument: string;
  buyerName: string;
  before: number | null;
  after: number | null;
  fields: string[];
  reasons: ChangeReason[];
  invoiceId: string | null;
};

/** The invoices that the proposal would add, change and remove. */
export async function listRegenerationChanges(
  db: Database,
  periodId: string,
  query: Call<'listRegenerationChanges'>['query'],
) {
  await readPeriod(db, periodId);
  const conditions = [sql`c.period_id = ${periodId}`];
  if (query.kind?.length) conditions.push(sql`c.kind = any(${query.kind}::text[])`);
  if (query.reason?.length) {
    const codes = query.reason.map((code) => sql`c.reasons @> ${toJson([{ code }])}::jsonb`);
    conditions.push(sql`(${sql.join(codes, sql` or `)})`);
  }
  if (query.profileId?.length) conditions.push(sql`c.profile_id = any(${query.profileId}::uuid[])`);
  for (const word of searchPatterns(query.q))
    conditions.push(sql`${folded(sql`concat_ws(' ', c.voucher_number, c.bravo_document, c.buyer_name)`)} like ${word}`);
  const filtered = sql`from period_proposal_changes c where ${sql.join(conditions, sql` and `)}`;
  return pageOfStatement<ChangeRow>(db, query, {
    filtered,
    totals: { before: sql`c.before_total`, after: sql`c.after_total` },
    sorts: { voucherNumber: 'x.voucher_number', before: 'x.before_total', after: 'x.after_total' },
    fallback: 'voucherNumber',
    tie: sql`x.position`,
    rows: (orderBy, limit) => sql`
      select x.kind, x.profile_id, p.code as profile_code, x.voucher_number, x.document_date, x.bravo_document, x.buyer_name,
        x.before_total as before, x.after_total as after, x.fields, x.reasons, i.id as invoice_id
      from (select c.* ${filtered}) x join profiles p on p.id = x.profile_id
      left join invoices i on i.period_id = x.period_id and i.profile_id = x.profile_id and i.invoice_key = x.invoice_key
      ${orderBy} ${limit}`,
  });
}

/** Starts switching to the proposal; refuses PROPOSAL_STALE at once when the period is no longer as it was. */
export function applyRegeneration({ context, params, user, commit }: Call<'applyRegeneration'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (period.status === 'closed')
      throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không áp dụng được bản xem trước.');
    const proposal = await tx.db
      .selectFrom('periodProposals')
      .select(['revision', 'summary'])
      .where('periodId', '=', period.id)
      .executeTakeFirst();
    if (!proposal) throw new Refusal('NOT_FOUND', NO_PROPOSAL);
    if (proposal.revision !== proposalRevisionOf(period)) throw new Refusal('PROPOSAL_STALE', STALE_PROPOSAL);
    if ((proposal.summary as StoredSummary).passed && !user.isAdmin)
      throw new Refusal(
        'ADMIN_ONLY',
        'Bản xem trước này bỏ qua điều «Kiểm tra kỳ» chặn: chỉ quản trị viên được áp dụng.',
      );
    const payload: GeneratePayload = { periodId: period.id, mode: 'apply' };
    return startRun(tx, context, { kind: 'generate-invoices', scope: period.id, payload, createdBy: user.email });
  });
}

export function discardRegeneration({ params, user, commit, requestId }: Call<'discardRegeneration'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    const { numDeletedRows } = await dropProposal(tx, period.id);
    if (numDeletedRows === 0n) throw new Refusal('NOT_FOUND', NO_PROPOSAL);
    await audit(tx, {
      actor: user.email,
      action: 'period.discard-regeneration',
      entity: 'period',
      entityId: period.id,
      summary: `Bỏ bản xem trước sinh lại của kỳ ${period.name}`,
      requestId,
    });
    return undefined;
  });
}

/** Starts bringing the plan before the last regeneration back. */
export function undoRegeneration({ context, params, user, commit }: Call<'undoRegeneration'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    const undo = await tx.db
      .selectFrom('periodUndo')
      .select('revisionAfter')
      .where('periodId', '=', period.id)
      .executeTakeFirst();
    const refusal = undoRefusal(period, undo);
    if (refusal) throw new Refusal('UNDO_NOT_POSSIBLE', refusal);
    const payload: GeneratePayload = { periodId: period.id, mode: 'undo' };
    return startRun(tx, context, { kind: 'generate-invoices', scope: period.id, payload, createdBy: user.email });
  });
}
