import { Problem } from '@khop/engine/problem.ts';
import { refuseOtherFiles as refuseOtherThanWorkbooks } from '../workbook/file-kind.ts';
import { inFileThread } from '../workbook/file-thread.ts';
import { readListFile } from './list-file.ts';
import type { TaxFiles, TaxPiece, TaxReading, TaxReadSummary } from './port.ts';
import { kindOf, nameOf, type UploadRequest } from './read-upload.ts';
import { sniff } from './sniff.ts';
import { Budget, isPackage } from './zip-entries.ts';

/** A zip from here on is read by two threads. */
const SHARED_FROM_BYTES = 1024 * 1024;
const THREADS = 2;
/** Room for the largest file that the gate lets through; with more, thousands of small ones leave more behind before it is collected. */
const THREAD = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 } };

/** Refuses at the door what is neither XML nor a zip, and no workbook either. */
function refuseOtherFiles(fileName: string, head: Uint8Array): void {
  const kind = sniff(head);
  if (kind === 'xml' || kind === 'zip') return;
  try {
    refuseOtherThanWorkbooks(fileName, head);
  } catch {
    throw new Problem(
      'FILE_TYPE_NOT_SUPPORTED',
      'Chỉ nhận hóa đơn điện tử dạng .xml, gói .zip các tệp ấy, hoặc danh sách hóa đơn của cổng thuế (.xlsx).',
    );
  }
}

/** The forms of workbooks that no invoice has, and zips that are packages of one. */
async function isWorkbook(path: string): Promise<boolean> {
  const { kind } = await kindOf(path);
  return kind === 'zip' ? isPackage(path) : kind !== 'xml';
}

/** Reads uploads in threads with heaps of their own: one that is too much for them fails alone, with FILE_TOO_LARGE. */
export const taxFiles: TaxFiles = {
  refuseOtherFiles,
  isWorkbook,
  readList: readListFile,
  read: async (path, { name = nameOf(path), roots = [], ...options }) => {
    const { size, kind } = await kindOf(path);
    const request = { path, name, roots };
    if (kind !== 'zip' || size < SHARED_FROM_BYTES) return together([request], options);
    const counters = Budget.shared();
    return together(
      Array.from({ length: THREADS }, (_, index) => ({ ...request, share: { index, of: THREADS, counters } })),
      options,
    );
  },
};

const readInThread = (
  request: UploadRequest,
  { take, signal }: Pick<TaxReading, 'take' | 'signal'>,
): Promise<TaxReadSummary> =>
  inFileThread<UploadRequest, TaxReadSummary, TaxPiece>(new URL('./tax-worker.ts', import.meta.url), request, {
    signal,
    onPart: async (piece) => take(piece),
    thread: THREAD,
  });

/** One piece is taken at a time, and all of them are before this answers; the failure of one thread ends the others. */
async function together(
  requests: readonly UploadRequest[],
  { take, signal }: Pick<TaxReading, 'take' | 'signal'>,
): Promise<TaxReadSummary> {
  const failed = new AbortController();
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (piece: TaxPiece): Promise<void> => {
    turn = turn.then(() => take(piece));
    return turn;
  };
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const reads = requests.map((request) =>
    readInThread(request, { take: inTurn, signal: either }).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(reads);
  const summaries = await Promise.all(reads).catch((error: unknown) => {
    throw failed.signal.reason ?? error;
  });
  // A thread answers when it has read: its last pieces may still be on their way.
  await turn;
  return summaries.reduce(added);
}

function added(a: TaxReadSummary, b: TaxReadSummary): TaxReadSummary {
  const ignored = { ...a.ignored };
  for (const [ending, count] of Object.entries(b.ignored)) ignored[ending] = (ignored[ending] ?? 0) + count;
  return {
    files: a.files + b.files,
    invoices: a.invoices + b.invoices,
    refused: a.refused + b.refused,
    ignored,
  };
}
