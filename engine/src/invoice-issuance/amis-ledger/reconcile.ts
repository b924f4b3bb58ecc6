import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { formatVnd, sumVnd, type Vnd } from '../../money.ts';
import { convertBack, type Factor, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import { isSettled, type OpenLedger, type OpenLine, type Part, shareOf, take, takeRest } from '../ledger/open-lines.ts';
import { quantityText } from '../quantity-text.ts';
import type { AlreadyInvoiced, IssuanceInput, IssuancePlan, Warning } from '../types.ts';
import { mayBeLost, type PartlyLost } from './changed-since/lost-of-entry.ts';
import type { HeldOf } from './kept-invoices.ts';
import { askingOf, candidateFinder, indexLines } from './pairs/candidates.ts';
import { matchOneToOne } from './pairs/one-to-one.ts';
import { lastPlaceOf } from './pairs/same-quantity.ts';
import { correctionOf } from './reference-words.ts';

export type Reconciliation = {
  readonly alreadyInvoiced: readonly AlreadyInvoiced[];
  readonly review: IssuancePlan['review'];
  /** Lines that an undecided entry may be: invoicing them could invoice a sale twice. Line → why. */
  readonly held: ReadonlyMap<string, string>;
  readonly warnings: readonly Warning[];
  /** Lines that have less left beside kept invoices than a decided entry takes: line → the entry, in words. */
  readonly exceeded: ReadonlyMap<string, string>;
  /** The entries of each profile that are neither decided nor like any line: sold outside Bravo, or under other goods. */
  readonly loose: readonly { readonly books: ProfileBooks; readonly entries: readonly AmisSalesEntry[] }[];
};

/**
 * Finds the ledger lines that AMIS has invoiced already, other than through invoices of ours (`ownVouchers`).
 *
 * Never on an amount alone. A pair needs the connected item and two independent signals: the buyer (connection, tax code or
 * name) with the quantity, or, for a buyer that AMIS does not identify, quantity and amount on the very same day; and it must
 * be the only such pair on both sides. Anything else that might be the same sale goes to review, and its lines wait.
 * A person's decision comes first. `heldOf` tells what kept invoices hold of a line, `rest` the lines with anything left. Source: docs/decisions/0005-reconciliation.md.
 */
export function reconcile(
  input: IssuanceInput,
  open: OpenLedger,
  ownVouchers: ReadonlyMap<string, ReadonlySet<string>>,
  heldOf: HeldOf,
  rest: readonly OpenLine[],
): Reconciliation {
  const alreadyInvoiced: AlreadyInvoiced[] = [];
  const review: IssuancePlan['review'][number][] = [];
  const held = new Map<string, string>();
  const warnings: Warning[] = [];
  const exceeded = new Map<string, string>();
  const loose: Reconciliation['loose'][number][] = [];
  const partly: PartlyLost[] = [];
  if (input.profiles.every((books) => books.salesLedger.length === 0)) {
    return { alreadyInvoiced, review, held, warnings, exceeded, loose };
  }
  // Every profile's decisions come before any match: an entry decided for one profile is no candidate for another.
  const waiting = input.profiles.map((books) => {
    const own = ownVouchers.get(books.terms.code);
    const entries = books.salesLedger.filter((entry) => !own?.has(entry.voucherNumber));
    const decided = applyDecisions(input, { books, entries }, open, heldOf, {
      alreadyInvoiced,
      warnings,
      exceeded,
      partly,
    });
    const all = entries.filter((entry) => !decided.has(entry.id));
    return { books, all, undecided: all.filter((entry) => entry.quantity !== 0n) };
  });
  const asking = waiting.map(({ books, undecided }) => askingOf(books, undecided, input));
  const lines = indexLines(asking, rest);
  // A sale that has left in another period would take the entry of a like one, which would leave once more.
  const elsewhere = new Map(input.invoicedElsewhere?.map(({ line, voucherNumber }) => [line, voucherNumber]));
  const isOwn = ({ voucherNumber }: AmisSalesEntry, line: string): boolean =>
    (elsewhere.get(line) ?? voucherNumber) === voucherNumber;
  for (const [index, { books, all, undecided }] of waiting.entries()) {
    const finder = candidateFinder(input, asking[index]!, lines);
    const byEntry = new Map(undecided.map((entry) => [entry.id, entry]));
    const pairs = undecided.flatMap((entry) => finder(entry).filter(({ line }) => isOwn(entry, line)));
    const result = matchOneToOne(
      pairs,
      (id) => classOfLine(open.get(id)!.line),
      (id) => classOfEntry(byEntry.get(id)!),
    );
    for (const pair of result.matched) {
      const entry = byEntry.get(pair.entry)!;
      const line = open.get(pair.line)!;
      if (line.amount !== entry.amount) warnings.push(amountDiffers(books, entry, pair.line, line.amount));
      alreadyInvoiced.push(invoicedBy(books, entry, pair.line, takeRest(line), pair.signals));
    }
    for (const { entry, lines: candidates, why } of result.ambiguous) {
      review.push({ profile: books.terms.code, entry, candidates, why });
      for (const line of candidates) {
        held.set(line, `có thể đã xuất hóa đơn ở AMIS (chứng từ «${byEntry.get(entry)!.voucherNumber}», ${why})`);
      }
    }
    loose.push({ books, entries: all.filter((entry) => !result.seen.has(entry.id)) });
    // One that adjusts or replaces an invoice is no sale of its own, and the reconciliation shows it as that.
    const unknown = undecided.filter(
      (entry) => !result.seen.has(entry.id) && isInPeriod(entry, input.period) && !correctionOf(entry),
    );
    if (unknown.length > 0) {
      warnings.push({
        code: 'AMIS_ENTRIES_UNMATCHED',
        message: `${unknown.length} dòng sổ bán hàng AMIS trong kỳ không thuộc dòng bán nào của Bravo (${formatVnd(unknown.reduce((sum, entry) => sum + entry.amount, 0))} đồng trước thuế).`,
        profile: books.terms.code,
        about: unknown.map((entry) => ({ kind: 'entry', id: entry.id, profile: books.terms.code })),
      });
    }
  }
  const itemsOf = ({ product }: AmisSalesEntry): string[] =>
    asking.flatMap((one) => (one.itemsOf.get(product) ?? []).map(({ item }) => item));
  for (const [line, why] of mayBeLost(partly, rest, itemsOf)) held.set(line, why);
  return { alreadyInvoiced, review, held, warnings, exceeded, loose };
}

const isInPeriod = (entry: AmisSalesEntry, period: { readonly fromDate: Day; readonly toDate: Day }): boolean =>
  entry.documentDate >= period.fromDate && entry.documentDate <= period.toDate;

/** Lines of one class are indistinguishable: matching either of them gives the same result. */
const classOfLine = (line: SalesLine): string =>
  [line.branchCode, line.docCode, line.docNo, line.itemCode, line.baseQuantity, line.amount - line.discount].join(
    '\u0000',
  );

const classOfEntry = (entry: AmisSalesEntry): string =>
  [entry.voucherNumber, entry.product, entry.quantity, entry.amount].join('\u0000');

const invoicedBy = (
  books: ProfileBooks,
  entry: AmisSalesEntry,
  line: string,
  part: { readonly baseQuantity: Quantity; readonly amount: Vnd; readonly vatAmount: Vnd },
  signals: readonly string[],
): AlreadyInvoiced => ({
  line,
  profile: books.terms.code,
  entry: entry.id,
  voucherNumber: entry.voucherNumber,
  invoiceNumber: entry.invoiceNumber,
  ...part,
  signals,
});

const amountDiffers = (books: ProfileBooks, entry: AmisSalesEntry, line: string, ours: Vnd, lines = 1): Warning => ({
  code: 'AMIS_AMOUNT_DIFFERS',
  message: `Chứng từ AMIS «${entry.voucherNumber}» ghi ${formatVnd(entry.amount)}, sổ Bravo ghi ${formatVnd(ours)} cho ${lines > 1 ? `${lines} dòng bán ấy` : 'cùng dòng bán'}.`,
  profile: books.terms.code,
  line,
});

type Outcome = {
  readonly alreadyInvoiced: AlreadyInvoiced[];
  readonly warnings: Warning[];
  readonly exceeded: Map<string, string>;
  readonly partly: PartlyLost[];
};

/**
 * Applies what people decided before; answers the entries that are decided. An entry that is several lines takes of one after the
 * other, as they were stated, until its goods are used up.
 */
function applyDecisions(
  input: IssuanceInput,
  { books, entries }: { readonly books: ProfileBooks; readonly entries: readonly AmisSalesEntry[] },
  open: OpenLedger,
  heldOf: HeldOf,
  outcome: Outcome,
): Set<string> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const own = input.reconciliations.filter(({ profile, entry }) => profile === books.terms.code && byId.has(entry));
  const decided = new Set<string>();
  for (const [id, decisions] of Map.groupBy(own, ({ entry }) => entry)) {
    if (!isInForce(decisions, (line) => open.get(line) !== undefined)) continue;
    decided.add(id);
    const lines = decisions.flatMap(({ line }) => (line === null ? [] : (open.get(line) ?? [])));
    const entry = byId.get(id)!;
    const left = entry.amount - takeDecided({ books, entry }, lines, heldOf, outcome);
    const lost = decisions.find(({ line }) => line !== null && open.get(line) === undefined)?.line;
    if (lost && lines.length > 0 && left > lines.length) outcome.partly.push({ entry, lines, lost, left });
  }
  return decided;
}

/**
 * True for what a person has decided on an entry, as long as the ledger has a line of it: a document that was deleted and entered anew
 * has another key, and its sale would be invoiced a second time.
 */
export const isInForce = (decisions: IssuanceInput['reconciliations'], isKnown: (line: string) => boolean): boolean =>
  decisions.some(({ line }) => line === null || isKnown(line));

type DecidedEntry = { readonly books: ProfileBooks; readonly entry: AmisSalesEntry };

/** @returns the money that the lines have taken of the entry. */
function takeDecided(of: DecidedEntry, lines: readonly OpenLine[], heldOf: HeldOf, outcome: Outcome): Vnd {
  const { books, entry } = of;
  // The part of the entry that no line before has taken, as a fraction of its millionths: nothing is rounded on the way.
  let rest = { value: entry.quantity, of: 1n };
  const isWhole = isAllTheirMoney(entry, lines);
  let isOver = false;
  const parts: Part[] = [];
  for (const [place, line] of lines.entries()) {
    const factor = books.productConnections.find(
      ({ product, item }) => product === entry.product && item === line.line.itemCode,
    )?.factor;
    const wanted = factor && entry.quantity > 0n ? wantedOf(rest, factor) : undefined;
    const left = line.baseQuantity;
    // An entry states its quantity rounded: it is not more than what is left, nor less.
    const rounding = factor ? convertBack(lastPlaceOf(entry.quantity), factor) / 2n : 0n;
    const isLast = place === lines.length - 1;
    // Of goods that are not connected it is not known how much they are of the line: only that nothing is left for them.
    const isMore =
      wanted === undefined
        ? isSettled(line)
        : isLast && left >= 0n && line.line.baseQuantity > 0n && wanted > left + rounding;
    if (isMore) tellExcess(of, line, wanted, heldOf, outcome);
    isOver ||= isMore;
    if (isSettled(line) || (!isWhole && wanted !== undefined && wanted <= rounding)) continue;
    const isPart = !isWhole && wanted !== undefined && left > 0n && wanted + rounding < left;
    const quantity = isPart ? wanted : left;
    if (factor)
      rest = {
        value: rest.value * factor.denominator - quantity * factor.numerator * rest.of,
        of: rest.of * factor.denominator,
      };
    const part = take(line, shareOf(line, quantity));
    parts.push(part);
    outcome.alreadyInvoiced.push(invoicedBy(books, entry, line.line.id, part, ['decision']));
  }
  const amount = sumVnd(parts.map((part) => part.amount));
  // One đồng is the rounding of a shared line.
  if (parts.length > 0 && !isOver && Math.abs(amount - entry.amount) > lines.length)
    outcome.warnings.push(amountDiffers(books, entry, lines[0]!.line.id, amount, lines.length));
  return amount;
}

/**
 * True for an entry with all the money that is left of its lines: no part of them is open beside it, whatever the factor of today makes
 * of its quantity. One đồng a line is the rounding of a shared line.
 */
const isAllTheirMoney = (entry: AmisSalesEntry, lines: readonly OpenLine[]): boolean =>
  entry.amount > 0 && Math.abs(sumVnd(lines.map((line) => line.amount)) - entry.amount) <= lines.length;

type Rest = { readonly value: Quantity; readonly of: bigint };

/** The rest of an entry in base units of a line. */
const wantedOf = ({ value, of }: Rest, { numerator, denominator }: Factor): Quantity =>
  convertBack(value, { numerator: numerator * of, denominator });

/** An entry of more goods than its lines have left takes what there is: what exceeds it is invoiced twice, or was decided wrongly. */
function tellExcess(
  { books, entry }: DecidedEntry,
  { line, baseQuantity: left }: OpenLine,
  wanted: Quantity | undefined,
  heldOf: HeldOf,
  { warnings, exceeded }: Outcome,
): void {
  const invoice = heldOf(line.id)?.invoice;
  const why =
    wanted === undefined
      ? `AMIS đã xuất ${formatVnd(entry.amount)} đồng ở chứng từ «${entry.voucherNumber}» mà dòng bán không còn gì`
      : `AMIS đã xuất ${quantityText(wanted)} ở chứng từ «${entry.voucherNumber}» mà dòng bán chỉ còn ${quantityText(left)}`;
  exceeded.set(line.id, why);
  warnings.push({
    code: 'AMIS_DECISION_EXCEEDS_LINE',
    message: `Đã quyết định chứng từ AMIS «${entry.voucherNumber}» (mã «${entry.product}») là dòng bán «${line.id}» của ${line.docNo}: ${why}${invoice ? ` ngoài hóa đơn «${invoice.voucherNumber}»` : ''}${wanted === undefined ? '' : `, thừa ${quantityText(wanted - left)}`}.`,
    profile: books.terms.code,
    line: line.id,
    ...(invoice && { invoice: invoice.key }),
    about: [{ kind: 'entry', id: entry.id, profile: books.terms.code }],
  });
}
