import type { salesLedgerFields } from '@khop/contract/bravo.ts';
import { statedFacts } from '@khop/engine/bravo/day-facts.ts';
import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { formatDay } from '@khop/engine/day.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import type { z } from 'zod';
import { audit } from '../../audit/audit.ts';
import { dropStaged, stageRows, sweepStaged } from '../../db/staging.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { Refusal } from '../../refusal.ts';
import { givenKey } from './given/given-key.ts';
import { keepOtherKeys } from './given/other-keys.ts';
import { stagedTwins, twinRefusal, unstage } from './given/twins.ts';
import { type PullCheckpoint, pullSales, type SalesRange, storePulledSales, upsertSales } from './pull-sales.ts';
import { spellLikeMasters } from './spell-like-masters.ts';
import { stagedSalesLine } from './stage-sales.ts';

type StoreCall = Pick<Call, 'context' | 'user' | 'commit' | 'requestId'>;

/** A longer range is a typing error, or a job to be split. */
const MAX_DAYS = 366 * 2;

/** Starts storing a range; one such run at a time, because ranges overlap. */
export async function startStore({ context, user, commit }: StoreCall, range: SalesRange) {
  const { fromDate, toDate } = range;
  if (toDate < fromDate)
    throw new Refusal('VALIDATION', `Đến ngày ${formatDay(toDate)} đứng trước từ ngày ${formatDay(fromDate)}.`);
  if ((Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 > MAX_DAYS)
    throw new Refusal('VALIDATION', 'Khoảng ngày dài hơn hai năm. Hãy chia nhỏ rồi lưu từng khoảng.');
  await context.bravo.ping();
  return commit((tx) =>
    startRun(tx, context, { kind: 'bravo-sales-store', scope: 'all', payload: range, createdBy: user.email }),
  );
}

/** The work of storing a range of Bravo's ledger. */
export async function storeSalesRun(work: RunWork<SalesRange, PullCheckpoint>): Promise<void> {
  await sweepStaged(work.context.pool);
  const range = work.payload;
  const read = await pullSales(work, range);
  await work.finish(async (tx) => {
    const stored = await storePulledSales(tx, work.id, range);
    await dropStaged(tx.client, work.id);
    const result = { ...range, read, ...stored };
    await audit(tx, {
      actor: work.createdBy,
      action: 'sales-ledger.store',
      entity: 'sales-ledger',
      entityId: `${range.fromDate}..${range.toDate}`,
      summary: `Lưu sổ bán hàng Bravo ${formatDay(range.fromDate)} – ${formatDay(range.toDate)}: ${formatVnd(stored.created)} mới, ${formatVnd(stored.changed)} sửa, ${formatVnd(stored.removed)} bỏ`,
      after: result,
    });
    return result;
  });
}

type SentLine = z.output<typeof salesLedgerFields>;
type RejectedLine = { readonly index: number; readonly code: string; readonly message: string };

/**
 * Stores lines that came with the request as given ones (decision 0024), by source key, and answers at once. A line whose
 * document Bravo's ledger has is rejected: the sale would be invoiced twice.
 */
export function storeRows({ user, commit, requestId }: StoreCall, rows: readonly SentLine[]) {
  const accepted = new Map<string, { index: number; line: SalesLine }>();
  const rejected: RejectedLine[] = [];
  rows.forEach((row, index) => {
    try {
      const key = givenKey(row.sourceKey);
      if (accepted.has(key))
        throw new Problem('DUPLICATE_KEY', `Khóa dòng «${row.sourceKey}» xuất hiện hai lần trong yêu cầu.`);
      checkedDecimals(row);
      accepted.set(key, { index, line: salesLineOf({ ...row, sourceKey: key }) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      rejected.push({ index, code: error.code, message: error.message });
    }
  });
  return commit(async (tx) => {
    const stage = newId();
    await stageRows(
      tx,
      stage,
      [...accepted.values()].map(({ index, line }) => ({ ...stagedSalesLine(line), rowNumber: index })),
    );
    await spellLikeMasters(tx.client, stage);
    await keepOtherKeys(tx, stage, { isWhole: false });
    const twins = await stagedTwins(tx, stage);
    await unstage(
      tx,
      stage,
      twins.map(({ key }) => key),
    );
    for (const twin of twins) rejected.push({ index: twin.rowNumber ?? 0, ...twinRefusal(twin) });
    const counts = await upsertSales(tx, stage, { source: 'given', givenBy: user.email });
    await dropStaged(tx.client, stage);
    await audit(tx, {
      actor: user.email,
      action: 'sales-ledger.store-rows',
      entity: 'sales-ledger',
      entityId: requestId,
      summary: `Nhận ${formatVnd(accepted.size - twins.length)} dòng bán hàng đưa thêm: ${formatVnd(counts.created)} mới, ${formatVnd(counts.changed)} sửa`,
      after: { ...counts, rejected: rejected.length },
      requestId,
    });
    return { ...counts, rejected };
  });
}

/** Digits before the point that the store keeps of a price and of a rate. */
const LIMITS = { unitPrice: 18, convertRate: 14 } as const;

const checkedDecimals = (row: SentLine): void => {
  for (const [field, digits] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    if (row[field].replace(/^-?0*/, '').split('.')[0]!.length > digits)
      throw new Problem('BAD_DECIMAL', `Giá trị ${field} «${row[field]}» quá lớn: cần tối đa ${digits} chữ số nguyên.`);
  }
};

const sentFacts = (sent: SentLine['dayFacts']) => {
  const dayFacts = statedFacts(sent ?? {});
  return dayFacts ? { dayFacts } : {};
};

const salesLineOf = ({ sourceKey, quantity, baseQuantity, vatRate, dayFacts, ...row }: SentLine): SalesLine => ({
  ...row,
  ...sentFacts(dayFacts),
  id: sourceKey,
  quantity: parseQuantity(quantity),
  baseQuantity: parseQuantity(baseQuantity),
  vatRate: vatRate === null ? undefined : parseVatRate(vatRate),
});
