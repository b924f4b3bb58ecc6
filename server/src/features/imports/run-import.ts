import type { ImportReport } from '@khop/contract/runs.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { toJson } from '../../db/json.ts';
import {
  analyzeStaged,
  dropStaged,
  expectStaged,
  giveBackStaged,
  giveBackUndone,
  sweepStaged,
} from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import { withUploadedFile } from '../../http/request/uploads.ts';
import { newId } from '../../id.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { stagedCheckpoint } from '../../jobs/staged-checkpoint.ts';
import { Refusal } from '../../refusal.ts';
import { holdProfile } from '../amis/hold-profiles.ts';
import { collectDifferences, keepDifferences } from './differences/collect.ts';
import { adoptSpelling } from './known/adopt-spelling.ts';
import { otherUnits } from './known/other-units.ts';
import { countRows, importReport, rejectedCell, sameFileReport } from './report.ts';
import { type StagedFile, type StagingCheckpoint, stageFile } from './stage-file.ts';
import type { Applied, ImportPayload, ImportTarget, ImportWarning, RejectedCell } from './target.ts';
import { countChanges, currentSchema, forgetOldChanges, keepingChanges } from './undo/keep-changes.ts';
import { learnWarehouses, resolveWarehouses } from './warehouse-names.ts';
import { refuseWrongProfile } from './wrong-profile.ts';

type ImportWork = RunWork<ImportPayload, StagingCheckpoint>;

/** The work of every run that takes a file in, for these targets. */
export function importRunner(targets: readonly ImportTarget[]): (work: ImportWork) => Promise<void> {
  const byName = new Map(targets.map((target) => [target.name, target]));
  return async (work) => {
    const target = byName.get(work.payload.target);
    if (!target) throw new Error(`No import target is called ${work.payload.target}`);
    // Not this run's own, whose rows stay for its next attempt until it has ended for good.
    await sweepStaged(work.context.pool);
    await takeIn(work, target);
  };
}

async function takeIn(work: ImportWork, target: ImportTarget): Promise<void> {
  const { context, payload } = work;
  await target.check?.(context, payload);
  const earlier = await lastImport(context.db, work, target.layout);
  const isSame = earlier?.sha256 === payload.sha256 && !earlier.mayDoBetter && earlier.isReadAlike;
  const isKnown = isSame && payload.again !== true;
  const sameFile = isKnown && !(await target.mayTakeAgain?.(context, payload));
  if (earlier && sameFile) {
    await work.finish(async () => sameFileReport(earlier.report, earlier.id, payload));
    return;
  }
  const checkpoint = await stagedCheckpoint(work);
  const file = await withUploadedFile(context, payload.uploadId, payload.fileName, (path) =>
    stageFile(work, target, path, checkpoint),
  );
  if (file.staged === 0 && file.rejected.length === 0 && file.result.rejected.length === 0 && !target.mayBeEmpty)
    throw new Refusal('EMPTY_SHEET');
  await analyzeStaged(context.pool);
  const remarks = await adoptSpelling(context.pool, work.id, payload, target);
  await refuseWrongProfile(work, target, file.result);
  if (target.hasWarehouseNames) await resolveWarehouses(context.pool, work.id, payload.profileId ?? '');
  await work.progress({ stage: 'Đối chiếu với dữ liệu đã có', done: file.staged, total: file.staged });
  await work.finish((tx) => takeOver(tx, work, target, { ...file, remarks }, sameFile));
  if (file.staged >= WORTH_GIVING_BACK) await giveBackRoom(work, target);
}

/** Rows from which on a run gives the room of its rows back: of fewer, the next runs write into it. */
const WORTH_GIVING_BACK = 20_000;

/** The run has succeeded: that room stays taken is nothing that fails it. */
async function giveBackRoom({ context, payload }: ImportWork, { table }: ImportTarget): Promise<void> {
  try {
    await giveBackStaged(context.pool);
    if (payload.dryRun) await giveBackUndone(context.pool, [table, 'import_changes']);
  } catch (error) {
    context.log.warn({ err: error }, 'room of an import was not given back');
  }
}

const PROFILE_GONE = 'Hồ sơ của tệp này đã bị xóa sau khi tệp được gửi, nên không nhập gì.';

type Prepared = StagedFile & { readonly remarks: readonly ImportWarning[] };

/** The one transaction in which everything appears: data, batch, report, audit. */
async function takeOver(
  tx: Tx,
  work: ImportWork,
  target: ImportTarget,
  { result, rejected: turnedDown, warehouses, remarks }: Prepared,
  sameFile: boolean,
): Promise<ImportReport> {
  const { payload } = work;
  const importId = newId();
  if (payload.profileId !== null) await holdProfile(tx, payload.profileId, PROFILE_GONE);
  await expectStaged(tx.client, work.id);
  const known = [...result.rejected.map(rejectedCell), ...turnedDown];
  const fields = new Set(result.columns.map((column) => column.field));
  const apply = async (): Promise<Applied> => {
    const told = await target.apply(tx, {
      runId: work.id,
      importId,
      createdBy: work.createdBy,
      payload,
      profileId: payload.profileId ?? '',
      result,
      has: (field) => fields.has(field),
      rejectedRows: countRows(known),
      now: work.context.now(),
    });
    const applied = { ...told, warnings: [...remarks, ...(told.warnings ?? [])] };
    if (payload.profileId === null) return applied;
    await learnWarehouses(tx, payload.profileId, warehouses);
    const units = await otherUnits(tx, work.id, payload.profileId, target);
    return { ...applied, warnings: [...applied.warnings, ...units] };
  };
  const seen = async () => {
    const done = { importId, runId: work.id, profileId: payload.profileId, table: target.table, told: target.told };
    const applied = await keepingChanges(tx, importId, apply);
    return { applied, differences: await collectDifferences(tx, done) };
  };
  const { applied, differences } = await (payload.dryRun ? rolledBack(tx, seen) : seen());
  await keepDifferences(tx, work.id, differences);
  await dropStaged(tx.client, work.id);
  const rejected = [...known, ...(applied.rejected ?? [])].sort((a, b) => a.row - b.row);
  const report = importReport({
    importId: payload.dryRun ? null : importId,
    runId: work.id,
    differences: differences.counts,
    payload,
    result,
    sameFile,
    applied,
    rejected,
  });
  if (!payload.dryRun) await record(tx, work, target, { importId, report, rejected, map: result.map?.map ?? null });
  return report;
}

async function rolledBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.client.query('savepoint dry_run');
  const answer = await work();
  await tx.client.query('rollback to savepoint dry_run');
  return answer;
}

type Recorded = {
  readonly importId: string;
  readonly report: ImportReport;
  readonly rejected: readonly RejectedCell[];
  readonly map: ColumnMap | null;
};

async function record(
  tx: Tx,
  { id, scope, payload, createdBy, context }: ImportWork,
  target: ImportTarget,
  { importId, report, rejected, map }: Recorded,
): Promise<void> {
  await tx.db
    .insertInto('importBatches')
    .values({
      id: importId,
      runId: id,
      profileId: payload.profileId,
      scope,
      layout: report.layout,
      fileName: report.fileName,
      sha256: report.sha256,
      report: toJson(report),
      rejected: toJson(rejected),
      uploadId: payload.uploadId,
      map: map && toJson(map),
      createdBy,
      undo: toJson(await countChanges(tx, importId, target.table)),
      undoSchema: await currentSchema(tx),
    })
    .execute();
  await forgetOldChanges(tx, context.now());
  const { created, changed, unchanged, rejected: rejectedRows } = report;
  const title = layouts[report.layout as keyof typeof layouts].title;
  await audit(tx, {
    actor: createdBy,
    action: 'import.apply',
    entity: 'import',
    entityId: importId,
    summary: `Tải lên «${title}» từ tệp ${report.fileName}: ${formatVnd(created)} mới, ${formatVnd(changed)} sửa, ${formatVnd(unchanged)} giữ nguyên, ${formatVnd(rejectedRows)} bị từ chối`,
    after: { profileId: payload.profileId, sha256: report.sha256, created, changed, unchanged, rejected: rejectedRows },
  });
}

const SAID = sql`jsonb_build_object('dateOrder', payload -> 'dateOrder', 'notations', payload -> 'notations',
  'map', payload -> 'map' -> 'map', 'maps', coalesce(payload -> 'maps', '[]'))`;
const saidOf = ({ dateOrder, notations, map, maps = [] }: ImportPayload) => ({
  dateOrder,
  notations,
  map: map?.map,
  maps,
});

/** The last file that went into the same place and was not taken back, as it was read; `mayDoBetter` when rows failed only against data that may since be there. */
async function lastImport(db: Database, { scope, payload }: Pick<ImportWork, 'scope' | 'payload'>, layout: string) {
  const row = await db
    .selectFrom('importBatches')
    .select([
      'id',
      'sha256',
      'report',
      sql<boolean>`rejected @> '[{"mayPass": true}]'`.as('mayDoBetter'),
      // True when the same was said then of its days, numbers and columns, and the same maps might have fitted.
      sql<boolean>`(select coalesce(jsonb_strip_nulls(${SAID}), '{}') from runs where runs.id = import_batches.run_id)
        = jsonb_strip_nulls(${toJson(saidOf(payload))}::jsonb)`.as('isReadAlike'),
    ])
    .where('scope', '=', scope)
    .where('layout', '=', layout)
    .where('undoneAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, report: row.report as ImportReport };
}
