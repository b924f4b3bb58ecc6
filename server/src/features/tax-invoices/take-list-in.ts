import type { TaxListReport, TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { by } from '@khop/engine/order.ts';
import { Problem } from '@khop/engine/problem.ts';
import { channelsOf, daysOf, madeAtOf } from '@khop/engine/tax-invoices/lists/list-facts.ts';
import { readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import { type SaidOfList, whoseList } from '@khop/engine/tax-invoices/lists/whose-list.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import { audit } from '../../audit/audit.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { type ListToStore, storeList } from './store-list.ts';

export type SaidWithList = SaidOfList & { readonly channels?: readonly TaxChannel[] | undefined };

type ListWork = RunWork<{ readonly fileName: string; readonly sha256: string; readonly said?: SaidWithList }, null>;

const REPORTED_ROWS = 500;

/**
 * Takes the portal's list in, whole or not at all: half of it would claim days that it does not cover. Rows that do not agree with
 * themselves are told by number. Throws what reading it throws, WRONG_PROFILE and TAX_LIST_UNPLACED.
 */
export async function takeListIn(work: ListWork, path: string, size: number): Promise<void> {
  const { context, signal } = work;
  const { fileName, sha256, said = {} } = work.payload;
  await work.progress({ stage: 'Đọc danh sách', done: 0, total: null });
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
    ...{ runId: work.id, createdBy: work.createdBy },
  };
  await work.progress({ stage: 'Ghi danh sách', done: 0, total: read.rows.length });
  await work.finish(async (tx): Promise<TaxUploadReport> => {
    const { listId, isKnown, ...counts } = await storeList(tx, list);
    const told: TaxListReport = {
      ...{ listId, fileName, profileCode: of.profile.code, side: of.side, ...days, channels: [...list.channels] },
      ...{ isKnown, rows: read.rows.length, ...counts, rejected: rejected.length },
      rejectedRows: rejected.slice(0, REPORTED_ROWS),
    };
    const { rejectedRows: _, ...figures } = told;
    await audit(tx, {
      actor: work.createdBy,
      action: 'tax-invoice.upload',
      entity: 'tax-invoices',
      entityId: work.id,
      summary: summaryOf(told),
      after: { ...figures, sha256 },
      requestId: work.id,
    });
    return { ...NO_FILES, fileName, lists: [told] };
  });
}

const NO_FILES = {
  ...{ files: 0, created: 0, known: 0, versions: 0, refused: 0, purchases: 0, sales: 0 },
  refusedFiles: [],
  ignored: {},
};

const SIDE = { purchase: 'mua vào', sale: 'bán ra' } as const;

const summaryOf = (list: TaxListReport): string =>
  `Nạp danh sách hóa đơn ${SIDE[list.side]} của ${list.profileCode} từ ${list.fileName}: ${list.rows} hóa đơn, ${list.created} mới ở danh sách, ${list.changed} đổi trạng thái, ${list.rejected} dòng bị từ chối`;
