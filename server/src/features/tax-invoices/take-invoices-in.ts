import type { TaxUploadReport } from '@khop/contract/tax-invoices.ts';
import type { TaxPiece, TaxReadSummary } from '../../adapters/tax-xml/port.ts';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { toJson } from '../../db/json.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { withUploadedFile } from '../../http/request/uploads.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { type OwnProfile, type RefusedInvoice, sortOut, storeInvoices } from './store-invoices.ts';

type Payload = { readonly uploadId: string; readonly fileName: string; readonly sha256: string };
/** The number of pieces of the file that are stored: reading gives them in the same order again. */
type Checkpoint = { readonly taken: number };
type Counts = Pick<TaxUploadReport, 'created' | 'known' | 'versions' | 'purchases' | 'sales'>;
type State = { readonly taken: number; readonly counts: Counts; readonly refused: readonly RefusedInvoice[] };

/** One at a time: which of several files of an invoice speaks is settled among those that are there. */
const SCOPE = 'all';
/** Invoices that are stored in one transaction. */
const CHUNK = 200;
const REPORTED_REFUSALS = 500;

const NOTHING: Counts = { created: 0, known: 0, versions: 0, purchases: 0, sales: 0 };

/** Starts taking an XML or a zip of them in. */
export const startTaxInvoices = ({ context, file, user, commit }: Call<'uploadTaxInvoices'>) =>
  commit((tx) => {
    const payload: Payload = { uploadId: file.uploadId, fileName: file.fileName, sha256: file.sha256 };
    return startRun(tx, context, { kind: 'tax-invoices', scope: SCOPE, payload, createdBy: user.email });
  });

/** The work of such a run: each file on its own, so that a bad one costs itself alone; killed, it goes on where it was. */
export async function takeInvoicesIn(work: RunWork<Payload, Checkpoint>): Promise<void> {
  const { context, payload, signal } = work;
  const own = await ownProfiles(context.db);
  const stored = work.checkpoint?.taken ?? 0;
  let state: State = { taken: 0, counts: await countsOf(work), refused: [] };
  let pending: TaxPiece[] = [];
  const store = async (): Promise<void> => {
    state = await storePieces(work, own, state, pending);
    pending = [];
    await work.progress({ stage: STAGE, done: state.taken });
  };
  await work.progress({ stage: STAGE, done: stored, total: null });
  const summary = await withUploadedFile(context, payload.uploadId, payload.fileName, (path) =>
    context.taxFiles.read(path, {
      signal,
      name: payload.fileName,
      take: async (piece) => {
        if (state.taken < stored) state = passedOver(state, piece, own);
        else {
          pending.push(piece);
          if (sizeOf(pending) >= CHUNK) await store();
        }
      },
    }),
  );
  if (pending.length > 0) await store();
  await work.finish((tx) => report(tx, work, state, summary));
}

const STAGE = 'Đọc hóa đơn';

const sizeOf = (pieces: readonly TaxPiece[]): number =>
  pieces.reduce((sum, { invoices, refused }) => sum + invoices.length + refused.length, 0);

/** What an attempt before has stored already; its refusals are told again. */
const passedOver = ({ taken, counts, refused }: State, piece: TaxPiece, own: readonly OwnProfile[]): State => ({
  taken: taken + 1,
  counts,
  refused: [...refused, ...sortOut([piece], own).refused],
});

/** Stores pieces, together with the checkpoint and the counts that say so. */
function storePieces(
  work: RunWork<Payload, Checkpoint>,
  own: readonly OwnProfile[],
  { taken, counts, refused }: State,
  pieces: readonly TaxPiece[],
): Promise<State> {
  const next = taken + pieces.length;
  return work.commitChunk({ taken: next }, async (tx) => {
    const stored = await storeInvoices(tx, pieces, own, work.createdBy);
    const sums = {
      created: counts.created + stored.created,
      known: counts.known + stored.known,
      versions: counts.versions + stored.versions,
      purchases: counts.purchases + stored.purchases,
      sales: counts.sales + stored.sales,
    };
    await tx.db
      .updateTable('runs')
      .set({ counters: toJson(sums) })
      .where('id', '=', work.id)
      .execute();
    return { taken: next, counts: sums, refused: [...refused, ...stored.refused] };
  });
}

/** The counts of what attempts before have stored. */
async function countsOf({ context, id, checkpoint }: RunWork<Payload, Checkpoint>): Promise<Counts> {
  if (checkpoint === null) return NOTHING;
  const { counters } = await context.db
    .selectFrom('runs')
    .select('counters')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Written with the checkpoint.
  return { ...NOTHING, ...(counters as Partial<Counts>) };
}

async function report(
  tx: Tx,
  { id, payload, createdBy }: RunWork<Payload, Checkpoint>,
  { counts, refused }: State,
  { files, ignored }: TaxReadSummary,
): Promise<TaxUploadReport> {
  const { fileName, sha256 } = payload;
  const told = { fileName, files, ...counts, refused: refused.length };
  await audit(tx, {
    actor: createdBy,
    action: 'tax-invoice.upload',
    entity: 'tax-invoices',
    entityId: id,
    summary: `Nạp hóa đơn điện tử từ ${fileName}: ${counts.created} hóa đơn mới, ${counts.known} đã có, ${counts.versions} bản khác, ${refused.length} bị từ chối`,
    after: { ...told, sha256 },
    requestId: id,
  });
  return { ...told, refusedFiles: refused.slice(0, REPORTED_REFUSALS), ignored: { ...ignored } };
}

async function ownProfiles(db: Database): Promise<OwnProfile[]> {
  const rows = await db.selectFrom('profiles').select(['id', 'code', 'taxCode']).where('taxCode', '<>', '').execute();
  return rows.map(({ id, code, taxCode }) => ({ id, profileCode: code, taxCode }));
}
