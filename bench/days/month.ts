import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Day } from '@khop/engine/day.ts';
import { addDays, formatDay } from '@khop/engine/day.ts';
import { HandedOver } from '@khop/engine/invoice-issuance/handed-over/handed-over.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { formatVnd, sumVnd } from '@khop/engine/money.ts';
import { readIssueFolder } from '@khop/server/cli/issue/issue-folder.ts';
import { writeSample } from '@khop/server/cli/sample/write-sample.ts';

/** The bound on the plan of one day, in seconds. */
const BOUND = 5;

/**
 * The sample month of N lines (or its first D days), day by day. With `--even` every day has as many lines; without, Sundays have few
 * and the last days half as many again. Each day is planned with the ledger up to it, the invoices of the days before handed over
 * (they stay), and no goods that came after it: a lot serves only sales from its day on. What AMIS has sold by hand is known from the
 * start, the numbers of its invoices from their day on. Prints the seconds of the days beside the bound, and the đồng of coverage
 * that is given up against one plan at the end of the month. What has left is kept as sums; at the end the last day is planned from
 * all lines too, and has to come out the same. Exit code 1 when it does not or a law is broken, never for time.
 */
async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '30000' },
      days: { type: 'string', default: '31' },
      every: { type: 'boolean', default: false },
      even: { type: 'boolean', default: false },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  try {
    const lines = Number(values.lines);
    if (!(Number.isSafeInteger(lines) && lines > 0)) throw new RangeError('--lines takes a whole number of lines.');
    await writeSample({ lines, evenDays: values.even }, folder);
    const { input } = await readIssueFolder(folder);
    return report(firstDays(input, Number(values.days)), values.every);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The month as if it ended after `count` days. */
function firstDays(input: IssuanceInput, count: number): IssuanceInput {
  const { fromDate, toDate } = input.period;
  const end = addDays(fromDate, count - 1);
  if (end >= toDate) return input;
  return {
    ...input,
    period: { ...input.period, toDate: end },
    lines: input.lines.filter(({ docDate }) => docDate <= end),
  };
}

/** The books before AMIS has issued the invoices of later days. */
const knownOn = (books: IssuanceInput['profiles'][number], day: Day): IssuanceInput['profiles'][number] => ({
  ...books,
  salesLedger: books.salesLedger.map((entry) =>
    (entry.invoiceDate ?? '') > day ? { ...entry, invoiceNumber: '', invoiceDate: undefined } : entry,
  ),
});

/** The ledger of a day, before anything of the month is handed over: what AMIS has sold by hand is in it. */
const until = (input: IssuanceInput, day: Day): IssuanceInput => ({
  ...input,
  period: { ...input.period, issueDay: day, through: day },
  profiles: input.profiles.map((books) => knownOn(books, day)),
});

type DayFigures = {
  readonly seconds: number;
  readonly cpu: number;
  /** Seconds of taking the day before into the sums. */
  readonly handing: number;
  readonly lines: number;
};

/**
 * Plans one day after another and hands each over. What has left is kept as sums: a day reads its own lines and those that wait. The
 * seconds of a day are those of its plan; taking the invoices into the sums is a part of handing them over, and is told beside.
 */
function dayByDay(input: IssuanceInput, tell: (day: Day, figures: DayFigures, invoices: number) => void) {
  const { fromDate, toDate } = input.period;
  const ofDay = Map.groupBy(input.lines, ({ docDate }) => docDate);
  const handedOver = new HandedOver();
  const days: DayFigures[] = [];
  let rest: Pick<IssuanceInput, 'lines' | 'kept'> = { lines: [], kept: [] };
  let last: IssuancePlan | undefined;
  for (let day = fromDate; day <= toDate; day = addDays(day, 1)) {
    const lines = ofDay.get(day) ?? [];
    const before = last?.invoices.length ?? 0;
    // A day in which nothing was handed over has no invoices before it.
    const handing = timed(() => (last ? handedOver.take({ ...rest, kept: left(last, handedOver) }) : rest));
    // A day needs no more of the plan before it.
    last = undefined;
    rest = { ...handing.made, lines: [...handing.made.lines, ...lines] };
    const books = until(input, day);
    const { made: plan, ...planning } = timed(() => planInvoices({ ...books, ...rest }, handedOver));
    last = plan;
    const figures = { ...planning, handing: handing.seconds, lines: lines.length };
    days.push(figures);
    tell(day, figures, plan.invoices.length - before);
  }
  return { days, last: last! };
}

/** The invoices of a plan as they have left; those that are in the sums already are not among them. */
const left = ({ invoices }: IssuancePlan, handedOver: HandedOver): PlannedInvoice[] =>
  invoices.flatMap((invoice) => (handedOver.withKey(invoice.key) ? [] : { ...invoice, status: 'exported' as const }));

function report(input: IssuanceInput, isEveryDayTold: boolean): number {
  const { toDate } = input.period;
  const { days, last } = dayByDay(input, (day, { lines, seconds, cpu, handing }, invoices) => {
    // At once: a person who waits for a month of a million lines sees how far it is.
    if (isEveryDayTold)
      console.log(
        `${formatDay(day)}: ${lines} dòng, ${invoices} hóa đơn, ${seconds.toFixed(2)} s (CPU ${cpu.toFixed(2)} s), cộng phần đã bàn giao ${handing.toFixed(2)} s`,
      );
  });
  const sorted = days.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const [least, median, most] = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
  const cpus = days.map(({ cpu }) => cpu).toSorted((a, b) => a - b);
  console.log(
    `một ngày: ${least.toFixed(2)} s ít nhất, ${median.toFixed(2)} s giữa, ${most.toFixed(2)} s nhiều nhất (giới hạn ${BOUND} s: ${most <= BOUND ? 'đạt' : `QUÁ, ${sorted.filter((one) => one > BOUND).length} ngày`}); CPU ${cpus[Math.floor(cpus.length / 2)]!.toFixed(2)} s giữa, ${cpus.at(-1)!.toFixed(2)} s nhiều nhất; bộ nhớ ${(process.resourceUsage().maxRSS / 1024 ** 2).toFixed(1)} GB; tải ${loadavg()[0]!.toFixed(1)}`,
  );
  const drafts = new Set(last.invoices.flatMap(({ key, status }) => (status === 'draft' ? key : [])));
  const whole = timed(() =>
    planInvoices({ ...until(input, toDate), kept: last.invoices.filter(({ key }) => !drafts.has(key)) }),
  );
  const isSame = sameText(last, whole.made);
  const month = timed(() => planInvoices({ ...until(input, toDate), period: { ...input.period, issueDay: toDate } }));
  const [byDays, atOnce] = [coverageOf(last), coverageOf(month.made)];
  const given = atOnce.all - byDays.all;
  const excess = overdrawn(last) + overdrawn(month.made);
  console.log(
    [
      `${input.lines.length} dòng trong ${days.length} ngày, nhiều nhất ${Math.max(...days.map(({ lines }) => lines))} dòng một ngày; ${availableParallelism()} nhân, tải ${loadavg()[0]!.toFixed(1)}`,
      `ngày cuối lập lại từ mọi dòng của tháng, không dùng số cộng: ${whole.seconds.toFixed(2)} s (CPU ${whole.cpu.toFixed(2)} s), ${isSame ? 'kế hoạch giống hệt' : 'KẾ HOẠCH KHÁC'}`,
      tieOutWords(last),
      `cả tháng một lần: ${month.seconds.toFixed(2)} s (CPU ${month.cpu.toFixed(2)} s)`,
      `lập từng ngày ${formatVnd(byDays.all)} đ, lập một lần cuối tháng ${formatVnd(atOnce.all)} đ: giá của việc lập đúng ngày ${formatVnd(given)} đ (${((100 * given) / atOnce.all).toFixed(3)} %)`,
      `trong đó của khách lấy hóa đơn, là phần được xếp trước: ${formatVnd(byDays.named)} đ và ${formatVnd(atOnce.named)} đ, chênh ${formatVnd(atOnce.named - byDays.named)} đ`,
      `hóa đơn sai thời điểm: ${late(last)} khi lập từng ngày, ${late(month.made)} khi lập cuối tháng; lô bị rút quá số có: ${excess}`,
    ].join('\n'),
  );
  return excess === 0 && byDays.ledger === atOnce.ledger && isSame ? 0 : 1;
}

/** The wall time of something and its processor time, which other work on the machine lengthens less. */
function timed<T>(make: () => T): { made: T; seconds: number; cpu: number } {
  const [from, before] = [performance.now(), process.cpuUsage()];
  const made = make();
  const { user, system } = process.cpuUsage(before);
  return { made, seconds: (performance.now() - from) / 1000, cpu: (user + system) / 1e6 };
}

/** True when two plans say the same in everything, to the last character. */
function sameText(one: IssuancePlan, other: IssuancePlan): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? '';
  // Part by part: a million lines as one text could be longer than a string may be.
  const parts = function* (plan: IssuancePlan) {
    for (const [name, value] of Object.entries(plan))
      for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) yield `${name} ${text(part)}`;
  };
  const others = parts(other);
  for (const part of parts(one)) if (others.next().value !== part) return false;
  return others.next().done === true;
}

/** The month's tie-out, as the plan of the last day states it. */
const tieOutWords = ({ tieOut: { ledger, invoiced, alreadyInvoiced, unallocated, excluded } }: IssuancePlan): string =>
  `sổ ${formatVnd(ledger)} đ = hóa đơn ${formatVnd(invoiced)} + đã xuất ${formatVnd(alreadyInvoiced)} + chưa xuất ${formatVnd(unallocated)} + loại ${formatVnd(excluded)}`;

/** Đồng on invoices, in all and for buyers who take an invoice: these come first, so that the sum of all may be less. */
const coverageOf = ({ tieOut: { ledger, invoiced }, invoices }: IssuancePlan) => ({
  ...{ ledger, all: invoiced },
  named: sumVnd(invoices.filter(({ buyer }) => buyer.source !== 'consumer').map(({ amount }) => amount)),
});

const late = ({ invoices }: IssuancePlan): number =>
  invoices.filter(({ date, documentDate }) => date !== documentDate).length;

/** Lots of which the invoices draw more than there is, or before there is any. */
function overdrawn({ lots, invoices }: IssuancePlan): number {
  const left = new Map(lots.map(({ id, quantity }) => [id, quantity]));
  const since = new Map(lots.map(({ id, availableFrom }) => [id, availableFrom]));
  const wrong = new Set<string>();
  for (const { documentDate, items } of invoices)
    for (const { allocations } of items)
      for (const { lot, quantity } of allocations) {
        if (lot === null) continue;
        const rest = (left.get(lot) ?? 0n) - quantity;
        left.set(lot, rest);
        if (rest < 0n || (since.get(lot) ?? '9999') > documentDate) wrong.add(lot);
      }
  return wrong.size;
}

process.exitCode = await run(process.argv.slice(2));
