import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { documentKeyOf } from '@khop/engine/bravo/sales-line.ts';
import { compareInvoices } from '@khop/engine/invoice-issuance/changes/compare.ts';
import { memoryOf } from '@khop/engine/invoice-issuance/memory-fixture.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { readIssueFolder } from '@khop/server/cli/issue/issue-folder.ts';
import { run as writeSample } from '@khop/server/cli/sample/sample.ts';

/** One decision of a person: its name, and the input after it. */
type Decision = { readonly name: string; readonly input: IssuanceInput };

/** The share of invoices that one decision about one document may change. */
const AIM = 0.02;

/**
 * `npm run bench -- stability [--lines N]`: plans the sample month, then takes one decision at a time and plans again, and prints
 * how many invoices changed, how many of them had to, and whether the plan is worth what one made from nothing is worth.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { lines: { type: 'string', default: '20000' } } });
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  try {
    await writeSample(['--out', folder, '--lines', values.lines]);
    const { input } = await readIssueFolder(folder);
    const { plan, seconds } = timed(input);
    console.log(
      `${values.lines} dòng, ${plan.invoices.length} hóa đơn, cấp ${formatVnd(plan.tieOut.invoiced)} / ${formatVnd(plan.tieOut.ledger)} đ, ${seconds.toFixed(1)} s; mục tiêu ≤ ${AIM * 100} % hóa đơn đổi vì một quyết định`,
    );
    for (const decision of decisions(input, plan)) report(decision, plan);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timed(input: IssuanceInput): { plan: IssuancePlan; seconds: number } {
  const from = performance.now();
  const plan = planInvoices(input);
  return { plan, seconds: (performance.now() - from) / 1000 };
}

function* decisions(input: IssuanceInput, plan: IssuancePlan): Generator<Decision> {
  const after = { ...input, ...memoryOf(plan.invoices) };
  yield { name: 'không có gì đổi', input: after };
  const review = plan.review[0];
  if (review)
    yield {
      name: 'duyệt một dòng đối chiếu',
      input: {
        ...after,
        reconciliations: [{ profile: review.profile, entry: review.entry, line: null }],
      },
    };
  const shown = mostWanted(plan);
  const out = input.lines.filter((line) => documentKeyOf(line) === shown.bravoDocument);
  yield {
    name: 'loại một chứng từ',
    input: { ...after, exclusions: out.map(({ id }) => ({ line: id, reason: 'not_a_sale' as const, note: 'thử' })) },
  };
  yield { name: 'thêm một kết nối', input: { ...after, profiles: withConnection(after, plan) } };
  yield { name: 'khai báo một chi nhánh', input: { ...after, period: withBranch(input) } };
  const pinned: PlannedInvoice = { ...shown, pinned: true, buyer: { ...shown.buyer, source: 'chosen' } };
  yield { name: 'ghim một hóa đơn, đổi khách', input: { ...after, kept: [pinned] } };
  yield { name: 'tồn của một mã bớt 1', input: { ...after, profiles: withLessStock(after, plan) } };
}

/** Lets every profile issue for a branch that has no issuer yet. */
function withBranch({ period, lines, profiles }: IssuanceInput): IssuanceInput['period'] {
  const branch = lines.find((line) => !(period.issuers[line.branchCode]?.length ?? 0))!.branchCode;
  return { ...period, issuers: { ...period.issuers, [branch]: profiles.map((books) => books.terms.code) } };
}

/** The number of invoices that draw from each lot that is used up. */
function usedUp(plan: IssuancePlan): Map<string, number> {
  const left = new Map(plan.lots.map((lot) => [lot.id, lot.quantity]));
  const users = new Map<string, number>();
  for (const { items } of plan.invoices)
    for (const { allocations } of items)
      for (const { lot, quantity } of allocations) {
        if (lot === null) continue;
        left.set(lot, left.get(lot)! - quantity);
        users.set(lot, (users.get(lot) ?? 0) + 1);
      }
  return new Map([...users].filter(([lot]) => left.get(lot) === 0n));
}

/** The invoice whose goods the most others would like to have. */
function mostWanted(plan: IssuancePlan): PlannedInvoice {
  const users = usedUp(plan);
  const wanted = ({ items }: PlannedInvoice): number =>
    items.reduce(
      (sum, item) => sum + item.allocations.reduce((own, { lot }) => own + (users.get(lot ?? '') ?? 0), 0),
      0,
    );
  return plan.invoices.toSorted((a, b) => wanted(b) - wanted(a))[0]!;
}

/** Connects an item that found no goods with a product of the first profile that still has some. */
function withConnection(input: IssuanceInput, plan: IssuancePlan): IssuanceInput['profiles'] {
  const short = plan.shortages.find((one) => one.reason === 'ITEM_NOT_CONNECTED')!;
  const { itemCode } = input.lines.find((line) => line.id === short.line)!;
  const [first, ...rest] = input.profiles;
  const lot = plan.lots.find((one) => one.profile === first!.terms.code && one.quantity > 0n)!;
  const connection = { product: lot.product, item: itemCode, factor: { numerator: 1n, denominator: 1n }, priority: 1 };
  return [{ ...first!, productConnections: [...first!.productConnections, connection] }, ...rest];
}

/** One unit less of the opening stock that the most invoices have used up. */
function withLessStock(input: IssuanceInput, plan: IssuancePlan): IssuanceInput['profiles'] {
  const users = usedUp(plan);
  const opening = plan.lots.filter((lot) => lot.source === 'opening');
  const lot = opening.toSorted((a, b) => (users.get(b.id) ?? 0) - (users.get(a.id) ?? 0))[0]!;
  return input.profiles.map((books) => ({
    ...books,
    inventory: books.inventory.map((row) =>
      books.terms.code === lot.profile && row.product === lot.product && row.warehouse === lot.warehouse
        ? { ...row, opening: row.opening - 1_000_000n, closing: row.closing - 1_000_000n }
        : row,
    ),
  }));
}

/** The quantity that each line receives, as text. */
function servedOf(invoices: readonly PlannedInvoice[]): Map<string, bigint> {
  const served = new Map<string, bigint>();
  for (const { items } of invoices)
    for (const { allocations } of items)
      for (const { line, baseQuantity } of allocations) served.set(line, (served.get(line) ?? 0n) + baseQuantity);
  return served;
}

function report({ name, input }: Decision, before: IssuancePlan): void {
  const { plan, seconds } = timed(input);
  const optimum = planInvoices({ ...input, previous: [], previousVouchers: {} });
  const changes = compareInvoices(before.invoices, plan.invoices);
  const touched = [...changes.changed.map((one) => one.before), ...changes.removed];
  const [was, is] = [servedOf(before.invoices), servedOf(plan.invoices)];
  const isForced = (invoice: PlannedInvoice): boolean =>
    invoice.items.some((item) =>
      item.allocations.some(({ line }) => formatQuantity(was.get(line) ?? 0n) !== formatQuantity(is.get(line) ?? 0n)),
    );
  const forced = touched.filter(isForced).length;
  const share = touched.length / before.invoices.length;
  console.log(
    `\n${name}: đổi hoặc bỏ ${touched.length} hóa đơn (${(share * 100).toFixed(2)} %, ${share <= AIM ? 'đạt' : 'QUÁ'} mục tiêu), trong đó ${forced} vì lượng cấp của dòng đổi; thêm ${changes.added.length}; ${seconds.toFixed(1)} s\n` +
      `  cấp ${formatVnd(before.tieOut.invoiced)} → ${formatVnd(plan.tieOut.invoiced)} đ; lập từ đầu được ${formatVnd(optimum.tieOut.invoiced)} đ với ${optimum.invoices.length} hóa đơn (đây ${plan.invoices.length})`,
  );
}
