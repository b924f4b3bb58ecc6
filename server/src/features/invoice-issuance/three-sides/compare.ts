import type { ThreeSidesReport } from '@khop/contract/invoice-issuance/three-sides.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { audit } from '../../../audit/audit.ts';
import { databaseUrlOf } from '../../../config.ts';
import { todayOf } from '../../../db/clock/today.ts';
import { type CopyText, copyText } from '../../../db/copy.ts';
import { revisionOf } from '../../../db/revision.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { startRun } from '../../../jobs/runs.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { lockPeriod, readPeriod } from '../period-rows.ts';
import type { ComparePart } from './compare-thread.ts';
import { noteFindings } from './findings.ts';
import { type Part, partsOf, SIDES } from './read-sides.ts';
import { COLUMNS } from './row-to-store.ts';

type Payload = { readonly periodId: string };
/** The parts that are stored. */
type Checkpoint = { readonly parts: number; readonly revision: string };

const PERCENT = 100;
const NAMES = ['run_id', 'part', 'period_id', 'profile_id', 'trade', 'id', ...COLUMNS];

const THREAD = new URL('./compare-thread.ts', import.meta.url);

/** Starts setting the three sides of a period against each other. */
export function startThreeSides({ context, params, user, commit }: Call<'startThreeSides'>) {
  return commit(async (tx) => {
    const { id } = await lockPeriod(tx, params.id);
    const payload: Payload = { periodId: id };
    return startRun(tx, context, { kind: 'three-sides', scope: id, payload, createdBy: user.email });
  });
}

/**
 * The work of such a run: each part compared and stored, then all of it shown at once in place of the comparison before. A part that was
 * stored in part when the run was killed is stored anew.
 */
export async function compareThreeSides(work: RunWork<Payload, Checkpoint>): Promise<void> {
  const { context, payload, checkpoint, id: runId } = work;
  const period = await readPeriod(context.db, payload.periodId);
  const parts = await partsOf(context.db, period);
  const asOf = await todayOf(context.db);
  const revision = checkpoint?.revision ?? (await revisionOf(context.pool, SIDES));
  for (let at = checkpoint?.parts ?? 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    // A cancel is seen here and with every chunk.
    const show = (done: number): Promise<void> =>
      work.progress({ stage: stageOf(part), done: Math.floor((done / parts.length) * PERCENT), total: PERCENT });
    await show(at);
    const stored = { parts: at, revision };
    await work.commitChunk(stored, ({ client }) =>
      client.query('delete from three_sided_rows where run_id = $1 and part >= $2', [runId, at]),
    );
    const place = [runId, at, period.id, part.profileId, part.trade];
    const input: ComparePart = { databaseUrl: databaseUrlOf(context.config), periodId: period.id, part, asOf, place };
    let turn: Promise<void> = Promise.resolve();
    await inThread<ComparePart, number, CopyText>(THREAD, input, {
      signal: work.signal,
      onProgress: (done, total) => void show(at + done / total).catch(() => {}),
      onPart: (rows) => {
        const mine = turn.then(() =>
          work.commitChunk(stored, ({ client }) => copyText(client, 'three_sided_rows', NAMES, rows)),
        );
        turn = mine;
        return mine;
      },
    });
    // The thread answers when it has compared: its last rows may still be on their way.
    await turn;
    await work.commitChunk({ parts: at + 1, revision }, async () => {});
  }
  await work.finish((tx) => putInPlace(tx, work, { asOf, revision }));
}

const stageOf = ({ profile, trade, profileId }: Part): string =>
  profileId === null ? 'Phần chưa có hóa đơn' : `${profile}: ${trade === 'sale' ? 'bán ra' : 'mua vào'}`;

type Shown = { readonly asOf: string; readonly revision: string };

async function putInPlace(
  tx: Tx,
  { id: runId, payload, createdBy, context }: RunWork<Payload, Checkpoint>,
  { asOf, revision }: Shown,
): Promise<ThreeSidesReport> {
  const period = await lockPeriod(tx, payload.periodId);
  const at = context.now().toISOString();
  await tx.client.query('delete from three_sided_rows where period_id = $1 and run_id <> $2', [period.id, runId]);
  await tx.client.query(
    `insert into three_sided_comparisons (period_id, run_id, as_of, compared_at, compared_by, data_revision)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (period_id) do update set run_id = excluded.run_id, as_of = excluded.as_of, compared_at = excluded.compared_at,
       compared_by = excluded.compared_by, data_revision = excluded.data_revision`,
    [period.id, runId, asOf, at, createdBy, revision],
  );
  await noteFindings(tx, { periodId: period.id, runId, at });
  const { rows } = await tx.client.query<ThreeSidesReport>(
    `select count(*)::int as rows, (count(*) filter (where state = 'different'))::int as different,
       (count(*) filter (where state = 'uncovered'))::int as uncovered from three_sided_rows where run_id = $1`,
    [runId],
  );
  const report = rows[0]!;
  await audit(tx, {
    actor: createdBy,
    action: 'period.three-sides',
    entity: 'period',
    entityId: period.id,
    summary: `Đối chiếu ba bên kỳ ${period.name}: ${formatVnd(report.rows)} dòng, ${formatVnd(report.different)} khác nhau, ${formatVnd(report.uncovered)} chưa đủ dữ liệu`,
    after: report,
    requestId: runId,
  });
  return report;
}
