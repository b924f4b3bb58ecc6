import type { TaxListReport, TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { by } from '@khop/engine/order.ts';
import { Problem } from '@khop/engine/problem.ts';
import { channelsOf, daysOf, madeAtOf } from '@khop/engine/tax-invoices/lists/list-facts.ts';
import { type RejectedListRow, readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import { type SaidOfList, whoseList } from '@khop/engine/tax-invoices/lists/whose-list.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import { audit } from '../../audit/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { type ListToStore, storeList } from './store-list.ts';

export type SaidWithList = SaidOfList & { readonly channels?: readonly TaxChannel[] | undefined };

type ListFile = {
  readonly path: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly said?: SaidWithList | undefined;
};
type ReadList = { readonly list: ListToStore; readonly rejected: readonly RejectedListRow[] };
type Work = Pick<RunWork, 'id' | 'context' | 'signal' | 'createdBy' | 'progress' | 'finish'>;

const REPORTED_ROWS = 500;

/** Takes the portal's list in that was sent alone. Throws what reading it throws. */
export async function takeListIn(work: Work, file: ListFile): Promise<void> {
  await work.progress({ stage: 'Đọc danh sách', done: 0, total: null });
  const read = await readList(work, file);
  await work.progress({ stage: 'Ghi danh sách', done: 0, total: read.list.rows.length });
  await work.finish(async (tx): Promise<TaxUploadReport> => {
    const told = await storeRead(tx, read);
    return { ...NO_FILES, fileName: file.fileName, lists: [told] };
  });
}

/** Reads the portal's list and settles whose it is. Throws what reading it throws, WRONG_PROFILE and TAX_LIST_UNPLACED. */
export async function readList(
  { id, context, signal, createdBy }: Omit<Work, 'progress' | 'finish'>,
  { path, fileName, sha256, size, said = {} }: ListFile,
): Promise<ReadList> {
  const sheet = await context.taxFiles.readList(path, { signal });
  const profiles = await context.db.selectFrom('profiles').select(['id', 'code', 'name', 'taxCode']).execute();
  const of = whoseList(sheet, profiles, said);
  const read = readTaxList(sheet.rows, sheet.rowNumbers, of);
  const rejected = [...sheet.rejected, ...read.rejected].toSorted(by(({ row }) => row));
  if (read.rows.length === 0 && rejected.length > 0)
    throw new Problem('TAX_LIST_UNPLACED', `Không dòng nào của danh sách đọc được. ${rejected[0]!.message}`);
  const days = daysOf(read.rows, sheet);
  const list: ListToStore = {
    ...{ profile: of.profile, side: of.side, fileName, sha256, size, rows: read.rows, rejectedCount: rejected.length },
    ...days,
    channels: channelsOf(read.rows, said.channels),
    saidChannels: said.channels !== undefined && said.channels.length > 0,
    madeAt: madeAtOf(read.rows, days, sheet.made, context.now().toISOString()),
    ...{ runId: id, createdBy },
  };
  return { list, rejected };
}

/** Stores a list whole: half of it would claim days that it does not cover. Rows that do not agree with themselves are told by number. */
export async function storeRead(tx: Tx, { list, rejected }: ReadList): Promise<TaxListReport> {
  const { profile, side, fileName, fromDate, toDate, channels, sha256, runId, createdBy } = list;
  const { listId, isKnown, ...counts } = await storeList(tx, list);
  const figures = {
    ...{ listId, fileName, profileCode: profile.code, side, fromDate, toDate, channels: [...channels] },
    ...{ isKnown, rows: list.rows.length, ...counts, rejected: rejected.length },
  };
  await audit(tx, {
    actor: createdBy,
    action: 'tax-invoice.upload',
    entity: 'tax-invoices',
    entityId: runId,
    summary: summaryOf(figures),
    after: { ...figures, sha256 },
    requestId: runId,
  });
  return { ...figures, rejectedRows: rejected.slice(0, REPORTED_ROWS) };
}

const NO_FILES = {
  ...{ files: 0, created: 0, known: 0, versions: 0, refused: 0, purchases: 0, sales: 0 },
  refusedFiles: [],
  ignored: {},
};

const SIDE = { purchase: 'mua vào', sale: 'bán ra' } as const;

const summaryOf = (list: Omit<TaxListReport, 'rejectedRows'>): string =>
  `Nạp danh sách hóa đơn ${SIDE[list.side]} của ${list.profileCode} từ ${list.fileName}: ${formatVnd(list.rows)} hóa đơn, ${formatVnd(list.created)} mới ở danh sách, ${formatVnd(list.changed)} đổi trạng thái, ${formatVnd(list.rejected)} dòng bị từ chối`;
