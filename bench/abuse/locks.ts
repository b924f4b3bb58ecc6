import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE } from '@khop/server/db/patience.ts';
import { type FilledMonth, startFilledMonth } from '../filled-month.ts';
import type { Promised } from './promised.ts';

const LINES = 20_000;
const WRITERS = 14;
/**
 * The longest that a change may take: its turn behind others that wait for a connection, its own wait for one and for
 * the lock, and a second for the rest.
 */
const ANSWERED_WITHIN_MS = 2 * PATIENCE.writing.connectionMs + PATIENCE.writing.lockMs + 1000;

/** Changes of a period whose lock is held, and the time for which generating holds it. Takes about three minutes. */
export async function run(): Promise<Promised[]> {
  const month = await startFilledMonth(LINES);
  try {
    return [...(await manyChanges(month)), ...(await generations(month))];
  } finally {
    await month.stop();
  }
}

async function manyChanges({ api, periodId }: FilledMonth): Promise<Promised[]> {
  const place = `/invoice-issuance/periods/${periodId}`;
  const { version } = (await api.call<{ version: number }>('GET', place)).body;
  const holder = await api.context.pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  await holder.query('select from invoice_periods where id = $1 for update', [periodId]);
  let isHeld = true;
  const changes = Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      timed(() => api.call('PATCH', place, { version, name: `Kỳ thử ${index}` }, { as: `nguoi${index}@khop.local` })),
    ),
  ).finally(() => {
    isHeld = false;
  });
  const reads: Timed[] = [];
  while (isHeld) {
    reads.push(await timed(() => api.call('GET', `${place}/amis-invoices?limit=5`)));
    await pause(50);
  }
  const answers = await changes;
  await holder.query('rollback');
  holder.release();
  const slowest = (all: readonly Timed[]): number => Math.round(Math.max(...all.map(({ ms }) => ms)));
  const busy = answers.filter(({ answer }) => answer.status === 409 && answer.headers['retry-after'] !== undefined);
  const read = reads.filter(({ answer }) => answer.status === 200);
  return [
    {
      name: `${WRITERS} người sửa một kỳ đang bị giữ`,
      promised: `ai cũng được báo «đang bận» kèm giờ thử lại trong ${ANSWERED_WITHIN_MS} ms`,
      figure: `${busy.length}/${WRITERS} được báo, chậm nhất ${slowest(answers)} ms`,
      holds: busy.length === WRITERS && slowest(answers) <= ANSWERED_WITHIN_MS,
    },
    {
      name: 'danh sách trong lúc đó',
      promised: `trả lời hết, dưới ${PATIENCE.writing.lockMs} ms`,
      figure: `${read.length}/${reads.length} trả lời, chậm nhất ${slowest(reads)} ms`,
      holds: read.length === reads.length && slowest(reads) < PATIENCE.writing.lockMs,
    },
  ];
}

type Timed = {
  readonly ms: number;
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> };
};

async function timed(ask: () => Promise<Timed['answer']>): Promise<Timed> {
  const from = performance.now();
  const answer = await ask();
  return { ms: performance.now() - from, answer };
}

async function generations(month: FilledMonth): Promise<Promised[]> {
  const outcomes = [await lockOf(month, 'generate-invoices', 'sinh hóa đơn')];
  if (!outcomes[0]!.holds) return outcomes;
  const { rows } = await month.api.context.pool.query<{ key: string }>(
    'select source_key as key from period_sales_lines where period_id = $1 and amount > 0 order by md5(source_key) limit 200',
    [month.periodId],
  );
  const sourceKeys = rows.map(({ key }) => key);
  const out = { sourceKeys, reason: 'cancelled', note: 'Thử' };
  await month.api.call('POST', `/invoice-issuance/periods/${month.periodId}/exclusions`, out);
  outcomes.push(await lockOf(month, 'regenerate-invoices', 'sinh lại sau khi loại 200 dòng'));
  outcomes.push(await lockOfExport(month));
  return outcomes;
}

async function lockOf(month: FilledMonth, work: string, name: string): Promise<Promised> {
  const runId = await month.start(work);
  const { longest, answer } = await heldDuring(month, () => month.api.runEnd(runId));
  return promisedLock(name, longest, answer.status === 'succeeded', answer.message ?? answer.status);
}

async function lockOfExport(month: FilledMonth): Promise<Promised> {
  const place = `/invoice-issuance/periods/${month.periodId}/download-excel`;
  // Overrides the findings that stop an export of the sample; its files are the same with and without them.
  const override = { reason: 'Đo thời gian khóa kỳ' };
  const from = performance.now();
  const { longest, answer } = await heldDuring(month, () =>
    month.api.call('POST', place, { override }, { admin: true }),
  );
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const figure = answer.status === 200 ? `${answer.raw.length} byte sau ${seconds} s` : String(answer.body.message);
  return promisedLock('xuất tệp', longest, answer.status === 200, figure);
}

const promisedLock = (name: string, longest: number, isDone: boolean, outcome: string): Promised => ({
  name: `${name}, ${LINES} dòng: kỳ bị khóa`,
  promised: `không quá ${PATIENCE.writing.lockMs} ms, bằng sự kiên nhẫn của một lần sửa`,
  figure: `${Math.round(longest)} ms (${outcome})`,
  holds: isDone && longest <= PATIENCE.writing.lockMs,
});

/** Looks every few milliseconds whether the period can be locked. */
async function heldDuring<T>({ api, periodId }: FilledMonth, work: () => Promise<T>) {
  let isDone = false;
  const ended = work().finally(() => {
    isDone = true;
  });
  let [longest, since] = [0, 0];
  while (!isDone) {
    const free = await api.context.pool.query('select from invoice_periods where id = $1 for update skip locked', [
      periodId,
    ]);
    const now = performance.now();
    if (free.rowCount === 1) since = 0;
    else {
      since ||= now;
      longest = Math.max(longest, now - since);
    }
    await pause(10);
  }
  return { longest, answer: await ended };
}
