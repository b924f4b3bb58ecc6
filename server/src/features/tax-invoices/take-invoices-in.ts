import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { compare } from '@khop/engine/order.ts';
import type { TaxReadSummary } from '../../adapters/tax-xml/port.ts';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { withUploadedFile } from '../../http/request/uploads.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { found } from '../../refusal.ts';
import { settleSeller } from '../invoice-issuance/tax-settlements/settle.ts';
import { SETTLING, sellersOfRun } from '../invoice-issuance/tax-settlements/settle-run.ts';
import { type ListsDone, ListsInZip } from './lists-in-zip.ts';
import {
  countBrought,
  type OurInvoice,
  type OwnProfile,
  type RefusedInvoice,
  sortOut,
  storeInvoices,
} from './store-invoices.ts';
import { type SaidWithList, takeListIn } from './take-list-in.ts';

type Payload = {
  readonly uploadId: string;
  readonly fileName: string;
  readonly sha256: string;
  /** Absent in uploads that wait since before lists were taken in. */
  readonly size?: number;
  /** That which the person said of a list. */
  readonly said?: SaidWithList;
};
/** One at a time: which of several files of an invoice speaks is settled among those that are there. */
const SCOPE = 'all';
/** Invoices that are stored in one transaction, and the bytes of their files that are held until then. */
const CHUNK = 200;
const CHUNK_BYTES = 16 * 1024 * 1024;
const REPORTED_REFUSALS = 500;

/** Starts taking an XML, a zip of them, or the portal's list in. Throws NOT_FOUND for a profile that is not there. */
export const startTaxInvoices = ({ context, body, file, user, commit }: Call<'uploadTaxInvoices'>) =>
  commit(async (tx) => {
    if (body.profileId !== undefined) await profileOf(tx.db, body.profileId);
    const { uploadId, fileName, sha256, size } = file;
    const payload: Payload = { uploadId, fileName, sha256, size, said: body };
    return startRun(tx, context, { kind: 'tax-invoices', scope: SCOPE, payload, createdBy: user.email });
  });

const profileOf = async (db: Database, id: string) =>
  found(
    await db.selectFrom('profiles').select('id').where('id', '=', id).executeTakeFirst(),
    'Không tìm thấy hồ sơ của danh sách.',
  );

/** The work of such a run. */
export const takeTaxFileIn = (work: RunWork<Payload, ListsDone>): Promise<void> =>
  withUploadedFile(work.context, work.payload.uploadId, work.payload.fileName, async (path) => {
    if (!(await work.context.taxFiles.isWorkbook(path))) return takeInvoicesIn(work, path);
    const { fileName, sha256, size = (await stat(path)).size, said } = work.payload;
    return takeListIn(work, { path, fileName, sha256, size, said });
  });

/**
 * Takes XML in, each file on its own, so that a bad one costs itself alone, then the lists beside it. A run that was killed reads its
 * file again and passes over what is stored; threads hand pieces out in no order that a checkpoint could name.
 */
async function takeInvoicesIn(work: RunWork<Payload, ListsDone>, path: string): Promise<void> {
  const { context, payload, signal, id: runId, createdBy } = work;
  const own = await ownProfiles(context.db);
  const refused: RefusedInvoice[] = [];
  let pending: OurInvoice[] = [];
  let ours = 0;
  const lists = new ListsInZip(dirname(path));
  const store = async (): Promise<void> => {
    const chunk = pending;
    pending = [];
    await work.commitChunk(work.checkpoint, (tx) => storeInvoices(tx, chunk, own, { runId, createdBy }));
    ours += chunk.length;
    await work.progress({ stage: STAGE, done: ours + refused.length });
  };
  await work.progress({ stage: STAGE, done: 0, total: null });
  const summary = await context.taxFiles.read(path, {
    signal,
    roots: context.config.taxRoots,
    name: payload.fileName,
    take: async (piece) => {
      const sorted = sortOut(piece, own);
      refused.push(...sorted.refused);
      await lists.keep(piece.workbooks ?? []);
      pending.push(...sorted.ours);
      if (pending.length >= CHUNK || bytesOf(pending) >= CHUNK_BYTES) await store();
    },
  });
  if (pending.length > 0) await store();
  const { done, refused: refusedLists } = await lists.takeIn(work, payload.said);
  refused.push(...refusedLists);
  for (const profileId of await sellersOfRun(context.db, runId)) {
    await work.progress({ stage: SETTLING });
    const commit = <T>(piece: (tx: Tx) => Promise<T>) => work.commitChunk(done, piece);
    await settleSeller(context.db, profileId, { commit, actor: createdBy, isWhole: false });
  }
  await work.finish((tx) => report(tx, work, { ours, refused, summary, done }));
}

const STAGE = 'Đọc hóa đơn';

/** Invoices of one file share its bytes. */
const bytesOf = (invoices: readonly OurInvoice[]): number => {
  const files = new Set(invoices.map(({ read }) => read.file));
  return files.values().reduce((sum, { bytes }) => sum + bytes.length, 0);
};

type Seen = {
  readonly ours: number;
  readonly refused: readonly RefusedInvoice[];
  readonly summary: TaxReadSummary;
  readonly done: ListsDone;
};

async function report(
  tx: Tx,
  { id, payload, createdBy }: RunWork<Payload, ListsDone>,
  { ours, refused, summary, done }: Seen,
): Promise<TaxUploadReport> {
  const { fileName, sha256 } = payload;
  const { brought, ...counts } = await countBrought(tx, id);
  const told = {
    ...{ fileName, files: summary.files, ...counts },
    created: brought - counts.versions,
    known: ours - brought,
    refused: refused.length,
  };
  await audit(tx, {
    actor: createdBy,
    action: 'tax-invoice.upload',
    entity: 'tax-invoices',
    entityId: id,
    summary: `Nạp hóa đơn điện tử từ ${fileName}: ${formatVnd(told.created)} hóa đơn mới, ${formatVnd(told.known)} đã có, ${formatVnd(told.versions)} bản khác, ${formatVnd(told.refused)} bị từ chối`,
    after: { ...told, sha256 },
    requestId: id,
  });
  // In the order of their names: threads read in none.
  const byName = refused.toSorted((a, b) => compare(a.name, b.name));
  return {
    ...{ ...told, refusedFiles: byName.slice(0, REPORTED_REFUSALS), ignored: { ...summary.ignored } },
    lists: done.lists.map((one) => one.told),
  };
}

async function ownProfiles(db: Database): Promise<OwnProfile[]> {
  const rows = await db.selectFrom('profiles').select(['id', 'code', 'taxCode']).where('taxCode', '<>', '').execute();
  return rows.map(({ id, code, taxCode }) => ({ id, profileCode: code, taxCode }));
}
