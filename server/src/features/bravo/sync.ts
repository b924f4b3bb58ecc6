import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../audit/audit.ts';
import {
  analyzeStaged,
  dropStaged,
  expectStaged,
  restageRows,
  sweepStaged,
  type UpsertCounts,
  upsertStaged,
} from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { stagedCheckpoint } from '../../jobs/staged-checkpoint.ts';
import { Refusal } from '../../refusal.ts';
import type { Master } from './masters.ts';

export type SyncMode = 'full' | 'partial';
type Payload = { readonly mode: SyncMode };
/** The newest record staged so far: records come in the order of `modifiedAt`, so reading goes on from there. */
type Checkpoint = { readonly read: number; readonly modifiedAt: string };
export type SyncResult = UpsertCounts & {
  readonly mode: SyncMode;
  readonly read: number;
  readonly deactivated: number;
  readonly modifiedSince: string | null;
};

/**
 * The time by which a partial sync starts before the newest known change. Bravo stamps a record when it is typed, not
 * when its transaction is visible, so one stamped earlier may appear later.
 */
const OVERLAP_MS = 60 * 60 * 1000;

/** One sync at a time per master, full or partial: both write the same table. */
const SCOPE = 'all';

type SyncCall = Pick<Call, 'context' | 'user' | 'commit'>;

/** Starts a sync; refuses with BRAVO_UNAVAILABLE at once when Bravo does not answer, RUN_IN_PROGRESS while one runs. */
export async function startSync<T extends { readonly code: string; readonly modifiedAt: string }>(
  { context, user, commit }: SyncCall,
  master: Master<T>,
  mode: SyncMode,
): Promise<{ runId: string }> {
  await context.bravo.ping();
  const payload: Payload = { mode };
  return commit((tx) => startRun(tx, context, { kind: master.kind, scope: SCOPE, payload, createdBy: user.email }));
}

/** The work of a sync: Bravo's records are staged batch by batch, and taken over in one transaction. */
export const syncRunner =
  <T extends { readonly code: string; readonly modifiedAt: string }>(master: Master<T>) =>
  async (work: RunWork<Payload, Checkpoint>): Promise<void> => {
    const { context, signal } = work;
    const { mode } = work.payload;
    await sweepStaged(context.pool);
    const since = mode === 'partial' ? await watermark(work, master) : null;
    const checkpoint = await stagedCheckpoint(work);
    const from = checkpoint?.modifiedAt ?? since;
    let read = checkpoint?.read ?? 0;
    await work.progress({ stage: `Đọc ${master.noun} từ Bravo`, done: read, total: null });
    const batches = master.read(context.bravo, { signal, ...(from !== null && { modifiedSince: from }) });
    for await (const batch of batches) {
      read += batch.length;
      const modifiedAt = batch.at(-1)!.modifiedAt;
      await work.commitChunk({ read, modifiedAt }, (tx) => restageRows(tx, work.id, batch.map(master.stage)));
      await work.progress({ stage: `Đọc ${master.noun} từ Bravo`, done: read });
    }
    await analyzeStaged(context.pool);
    await work.finish((tx) => takeOver(tx, work, master, since));
  };

async function takeOver<T extends { readonly code: string; readonly modifiedAt: string }>(
  tx: Tx,
  work: RunWork<Payload, Checkpoint>,
  { table, noun, columns, kind }: Master<T>,
  modifiedSince: string | null,
): Promise<SyncResult> {
  const { mode } = work.payload;
  await expectStaged(tx.client, work.id);
  const counts = await upsertStaged(tx, {
    runId: work.id,
    table,
    key: ['code'],
    fixed: { synced_at: ['timestamptz', work.context.now().toISOString()] },
    columns,
    onChange: { synced_at: 'excluded.synced_at' },
  });
  const deactivated = mode === 'full' ? await deactivateVanished(tx, work, table, noun) : 0;
  const read = counts.created + counts.changed + counts.unchanged;
  await dropStaged(tx.client, work.id);
  const result: SyncResult = { mode, read, ...counts, deactivated, modifiedSince };
  await audit(tx, {
    actor: work.createdBy,
    action: `${kind}.${mode}`,
    entity: 'bravo',
    entityId: table,
    summary: `Đồng bộ ${mode === 'full' ? 'toàn bộ' : 'phần thay đổi của'} ${noun} Bravo: ${formatVnd(counts.created)} mới, ${formatVnd(counts.changed)} sửa, ${formatVnd(deactivated)} ngừng`,
    after: result,
    requestId: work.id,
  });
  return result;
}

/**
 * Records that Bravo no longer has stay, as inactive: connections and invoices point at them. Those that files gave are
 * none of Bravo's.
 */
async function deactivateVanished(
  tx: Tx,
  { id: runId, context }: RunWork<Payload, Checkpoint>,
  table: string,
  noun: string,
): Promise<number> {
  const { rows } = await tx.client.query<{ staged: boolean; active: boolean }>(
    `select exists (select from staged_rows where run_id = $1) as staged,
            exists (select from ${table} where is_active and source = 'bravo') as active`,
    [runId],
  );
  if (!rows[0]!.staged && rows[0]!.active) {
    throw new Refusal(
      'BRAVO_QUERY_INVALID',
      `Bravo trả về danh sách ${noun} rỗng, nên không đồng bộ để khỏi ngừng toàn bộ ${noun}. Hãy kiểm tra câu truy vấn hoặc quyền đọc.`,
    );
  }
  // Without its fingerprint, the record comes back to life as soon as Bravo shows it again. Its going is a change like
  // any other: a caller that asks what has changed since must see it.
  const { rowCount } = await tx.client.query(
    `update ${table} set is_active = false, fingerprint = '', synced_at = $2
     where code in (select code from ${table} where is_active and source = 'bravo' except select key from staged_rows where run_id = $1)`,
    [runId, context.now().toISOString()],
  );
  return rowCount ?? 0;
}

/** From when a partial sync reads: the newest change known, less the overlap; null (everything) when nothing is known. */
async function watermark<T extends { readonly code: string; readonly modifiedAt: string }>(
  { context }: RunWork<Payload, Checkpoint>,
  { table }: Master<T>,
): Promise<string | null> {
  // A date in the future is a typing error there; it must not hide every change until then. Files say nothing of Bravo's.
  const { rows } = await context.pool.query<{ at: string | null }>(
    `select max(modified_at) as at from ${table} where modified_at <= $1 and source = 'bravo'`,
    [context.now().toISOString()],
  );
  const { at } = rows[0]!;
  return at === null ? null : new Date(Date.parse(at) - OVERLAP_MS).toISOString();
}
