import type { RunKind } from '@khop/contract/runs.ts';
import { atMost } from '@khop/engine/at-most.ts';
import { Problem } from '@khop/engine/problem.ts';
import { labelOf } from '@khop/engine/sheets/header.ts';
import { layoutOf } from '@khop/engine/sheets/layouts/layouts.ts';
import type { ColumnMap, MappedColumn } from '@khop/engine/sheets/mapping/column-map.ts';
import { faultsOfMap } from '@khop/engine/sheets/mapping/faults.ts';
import { refuseFaults } from '@khop/engine/sheets/mapping/mapped-header.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { Context } from '../../../context.ts';
import type { Answer, Call } from '../../../http/call.ts';
import { withUploadedFile } from '../../../http/request/uploads.ts';
import { startRun } from '../../../jobs/runs.ts';
import { found, Refusal } from '../../../refusal.ts';
import { countRows, rejectedCell } from '../report.ts';
import type { ImportPayload } from '../target.ts';
import { remember, rememberedMaps } from './remembered.ts';

/** Files that are read for a person who maps: each may take a thread of the process that answers everybody. */
const mapping = atMost(2);

const SHOWN_REJECTIONS = 50;
const SHOWN_WARNINGS = 20;

type MappableRun = {
  readonly kind: RunKind;
  readonly scope: string;
  readonly payload: ImportPayload & { readonly layout: string };
  readonly refusedAs: string | null;
};

/**
 * An import's run that has ended and whose file is still kept. Only the person who sent the file sees what is in it, and an
 * administrator. Throws NOT_FOUND, ADMIN_ONLY.
 */
async function mappableRun(call: Pick<Call, 'context' | 'user'>, id: string): Promise<MappableRun> {
  const { db } = call.context;
  const run = found(
    await db
      .selectFrom('runs')
      .select(['kind', 'scope', 'payload', 'createdBy', 'finishedAt', 'errorCode'])
      .where('id', '=', id)
      .executeTakeFirst(),
    'Không tìm thấy lượt chạy này.',
  );
  if (run.createdBy !== call.user.email && !call.user.isAdmin)
    throw new Refusal('ADMIN_ONLY', `Chỉ ${run.createdBy} hoặc quản trị viên được xem tệp này.`);
  const payload = run.payload as Partial<ImportPayload> | null;
  const { uploadId, layout } = payload ?? {};
  const isImport = uploadId !== undefined && layout !== undefined && run.finishedAt !== null;
  const kept = isImport
    ? await db.selectFrom('uploads').select('id').where('id', '=', uploadId).executeTakeFirst()
    : undefined;
  found(kept, 'Tệp của lượt này không còn được giữ. Hãy tải tệp lên lại.');
  // A run that has an upload and a layout is an import's, and has all of its payload.
  return {
    kind: run.kind as RunKind,
    scope: run.scope,
    payload: payload as MappableRun['payload'],
    refusedAs: run.errorCode,
  };
}

const withFile = <T>(context: Context, { uploadId, fileName }: ImportPayload, work: (path: string) => Promise<T>) =>
  mapping(() => withUploadedFile(context, uploadId, fileName, work));

/** The first rows of the file, and the columns as they are guessed or remembered. */
export async function previewOfRun(call: Call<'previewFileMap'>): Promise<Answer<'previewFileMap'>> {
  const { payload, refusedAs } = await mappableRun(call, call.params.id);
  const { layout, profileId, fileName } = payload;
  const maps = await rememberedMaps(call.context.db, { layout, profileId });
  const { sheets, guess, near } = await withFile(call.context, payload, (path) =>
    call.context.workbooks.preview(path, { layout, maps }),
  );
  const said = near
    ? { map: near.map, sureness: Object.fromEntries(near.map.columns.map(({ field }) => [field, 1])), open: [] }
    : guess;
  return {
    ...{ fileName, layout, title: layoutOf(layout).title, profileId, refusedAs },
    sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) })),
    guess: said ? asSent(said.map) : null,
    sureness: { ...said?.sureness },
    open: said?.open.map((one) => ({ ...one })) ?? [],
    near: near && { id: near.id, name: near.name, missing: [...near.missing] },
    suggestedName: near?.name ?? fileName.replace(/\.[^.]*$/, '').slice(0, 120),
  };
}

const asSent = ({ columns, headers, ...map }: ColumnMap) => ({
  ...map,
  columns: columns.map((column: MappedColumn) => ({ ...column })),
  ...(headers && { headers: [...headers] }),
});

/** Reads the whole file by a map and tells the effect; writes nothing. */
export async function tryMap(call: Call<'tryFileMap'>): Promise<Answer<'tryFileMap'>> {
  const { payload } = await mappableRun(call, call.params.id);
  const map = mapFor(payload, call.body.map);
  try {
    const result = await withFile(call.context, payload, (path) =>
      call.context.workbooks.read(path, { layout: payload.layout, map, onRow: () => {} }),
    );
    return trialOf(result);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, details = null } = error;
    return { problem: { code, message, details }, read: 0, rejected: 0, rejections: [], sums: [], warnings: [] };
  }
}

/** A map is for the layout of the place where the file was sent, and for no other. */
// The contract knows the layouts by their names alone.
const mapFor = ({ layout }: MappableRun['payload'], map: Call<'tryFileMap'>['body']['map']): ColumnMap =>
  ({ ...map, layout }) as ColumnMap;

function trialOf({ layout, totals, rejected, warnings }: ReadResult): Answer<'tryFileMap'> {
  const { fields } = layoutOf(layout);
  return {
    problem: null,
    read: Number(totals.read.rowCount ?? 0),
    rejected: countRows(rejected),
    rejections: rejected.slice(0, SHOWN_REJECTIONS).map(rejectedCell),
    sums: fields
      .filter(({ field }) => field in totals.read)
      .map((field) => ({
        field: field.field,
        label: labelOf(field),
        read: String(totals.read[field.field]),
        file: totals.file?.[field.field] === undefined ? null : String(totals.file[field.field]),
      })),
    warnings: warnings.slice(0, SHOWN_WARNINGS).map(({ message }) => message),
  };
}

/** Starts the import anew with a map, for the same place; remembers the map if its person wants that. A check remembers nothing. */
export async function importByMap(call: Call<'importByFileMap'>): Promise<{ runId: string }> {
  const { context, user, body, params, requestId } = call;
  const { kind, scope, payload } = await mappableRun(call, params.id);
  const map = mapFor(payload, body.map);
  refuseFaults(faultsOfMap(map));
  const { profileId, fileName } = payload;
  return call.commit(async (tx) => {
    const name = body.dryRun ? null : body.remember;
    const by = { email: user.email, requestId };
    const id = name === null ? null : await remember(tx, { map, profileId, name }, by);
    // Answers about single columns are in the map, which a person has just seen at work.
    const { notations: _, dateOrder: __, maps: ___, ...same } = payload;
    const next: ImportPayload = { ...same, dryRun: body.dryRun, map: { id, name: name ?? fileName, map } };
    return startRun(tx, context, { kind, scope, payload: next, createdBy: user.email });
  });
}
