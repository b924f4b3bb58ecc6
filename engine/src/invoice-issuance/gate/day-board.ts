import { netAmountOf, type SalesLine, saleKey, saleKeyOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import { HOLDING } from '../invoice-status.ts';
import { signingFinder } from '../rules/dates.ts';
import { isLate } from '../rules/lateness.ts';
import { dayFinder, lawfulDayOf, lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { SigningDay } from '../rules/working-days.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * The states of an entity's day of sale (law.md, section 12): its sales may still grow; they are known but not planned;
 * their invoices are drafts; they have left for AMIS; AMIS has given all of them their numbers.
 */
export const DAY_STATES = ['open', 'ready', 'planned', 'handed_over', 'issued'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** Invoices of a day of sale; đồng before VAT. */
export type DayInvoices = { readonly count: number; readonly amount: Vnd };

/** Sales of a day without an invoice; đồng before VAT. */
export type DaySales = { readonly documents: number; readonly amount: Vnd };

/**
 * A day of sale in the books of one entity. Sales without an invoice count with the first entity that is declared for
 * their branch; '' is the entity of branches for which none is. The amounts of a day's cells add up to its ledger.
 */
export type DayCell = {
  readonly day: Day;
  readonly profile: string;
  readonly state: DayState;
  readonly drafts: DayInvoices;
  readonly handedOver: DayInvoices;
  readonly issued: DayInvoices;
  /** Invoices of all three kinds that do not carry the date which the law gives them. */
  readonly late: number;
  /** Handed over with the day of the sale, without a number, and the last day of signing is over: not to be imported any more. */
  readonly expired: number;
  /** Sales that the plan has left without an invoice, each with its reason. */
  readonly waiting: DaySales;
  /** Sales that no plan has looked at yet. */
  readonly unplanned: DaySales;
  /** Sales that need no invoice of ours: invoiced elsewhere, excluded, or cancelled by their return. */
  readonly notRequired: Vnd;
  /** The last day of signing with the day of the sale; null: the law knows none, or the entity is not known. */
  readonly signing: SigningDay | null;
  /** True: that day is over, and there are sales without an invoice, or invoices that had to be signed by then. */
  readonly isOverdue: boolean;
};

/** The last day whose sales cannot grow any more, because they were read after its end; undefined: none is known. */
export type CompleteThrough = Day | undefined;

type Growing = {
  readonly drafts: PlannedInvoice[];
  readonly handedOver: PlannedInvoice[];
  readonly issued: PlannedInvoice[];
  readonly amounts: Record<Place, Vnd>;
  readonly waiting: Set<string>;
  readonly unplanned: Set<string>;
};
type Place = 'drafts' | 'handedOver' | 'issued' | 'waiting' | 'unplanned' | 'notRequired';

/** Every day with sales, in order, and under it the entities in the period's order. Without a plan nothing is planned. */
export function dayBoard(input: IssuanceInput, plan: IssuancePlan | undefined, complete: CompleteThrough): DayCell[] {
  const cells = new Map<string, Growing>();
  const cellOf = (day: Day, profile: string): Growing => {
    const key = `${day} ${profile}`;
    const cell = cells.get(key) ?? emptyCell();
    cells.set(key, cell);
    return cell;
  };
  const sales = salesOf(input);
  if (plan) placeInvoices(input, plan, sales, cellOf);
  if (plan) placeOthers(plan, sales, cellOf);
  placeUnplanned(input, plan, sales, cellOf);
  const rank = new Map(input.profiles.map(({ terms }, index) => [terms.code, index]));
  const present = cellPresenter(input, complete);
  return [...cells]
    .map(([key, cell]) => present(key.slice(0, 10), key.slice(11), cell))
    .toSorted((a, b) => compare(a.day, b.day) || at(rank, a.profile) - at(rank, b.profile));
}

const at = (rank: ReadonlyMap<string, number>, profile: string): number => rank.get(profile) ?? rank.size;

const emptyCell = (): Growing => ({
  ...{ drafts: [], handedOver: [], issued: [], waiting: new Set(), unplanned: new Set() },
  amounts: { drafts: 0, handedOver: 0, issued: 0, waiting: 0, unplanned: 0, notRequired: 0 },
});

type CellOf = (day: Day, profile: string) => Growing;
type Sales = {
  readonly lines: ReadonlyMap<string, SalesLine>;
  /** The first entity that is declared for a line's branch, '' for none. */
  readonly issuerOf: (line: SalesLine) => string;
  /** The day of sale that a line counts with: its document's, or the lawful day of its own. */
  readonly soldOn: (line: SalesLine) => Day;
  /** The day whose invoice a line waits for: the same, or that of the one invoice of its month's or quarter's gifts. */
  readonly dayOf: (line: SalesLine) => Day;
};

const salesOf = (input: IssuanceInput): Sales => {
  const { lines, period, profiles } = input;
  const find = dayFinder(input);
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner]));
  const codes = new Set(profiles.map(({ terms }) => terms.code));
  const issuerOf = ({ branchCode }: SalesLine): string =>
    (period.issuers[branchCode] ?? []).find((code) => codes.has(code)) ?? '';
  return {
    lines: new Map(lines.map((line) => [line.id, line])),
    issuerOf,
    soldOn: (line) => lawfulDayOf(line, input.invoiceRules).day,
    dayOf: (line) => find(issuerOf(line), line, partners.get(line.partnerCode)).day,
  };
};

const placeOf = ({ status }: PlannedInvoice): 'drafts' | 'handedOver' | 'issued' =>
  status === 'draft' ? 'drafts' : status === 'exported' ? 'handedOver' : 'issued';

/** Invoices by their day of sale; their money by the days of the lines, should a line have moved since. */
function placeInvoices(input: IssuanceInput, { invoices }: IssuancePlan, sales: Sales, cellOf: CellOf): void {
  for (const invoice of invoices) {
    if (!HOLDING.has(invoice.status)) continue;
    const { lines, soldOn } = sales;
    const place = placeOf(invoice);
    const { day } = lawfulDayOfInvoice(invoice, input);
    cellOf(day, invoice.profile)[place].push(invoice);
    for (const { kind, allocations } of invoice.items)
      for (const { line: id, amount } of allocations) {
        const line = lines.get(id);
        // A discount has no day of its own: it is where its invoice is.
        const on = line && !(kind === 'discount' && day !== invoice.documentDate) ? soldOn(line) : day;
        cellOf(on, invoice.profile).amounts[place] += amount;
      }
  }
}

/** The sales of a plan that are on none of its invoices. */
function placeOthers(plan: IssuancePlan, { lines, issuerOf, soldOn, dayOf }: Sales, cellOf: CellOf): void {
  const holders = new Map(
    plan.invoices.flatMap((invoice) =>
      invoice.items.flatMap((item) => item.allocations.map(({ line }) => [line, invoice] as const)),
    ),
  );
  for (const { line: id, reason, amount } of plan.shortages) {
    const line = lines.get(id);
    const holder = holders.get(id);
    // An invoice carries what the ledger has lost: the missing sale is shown beside it.
    const cell = line ? cellOf(soldOn(line), issuerOf(line)) : holder && cellOf(holder.documentDate, holder.profile);
    if (!cell) continue;
    const place = reason === 'LATER_DAY' ? 'unplanned' : 'waiting';
    cell.amounts[place] += amount;
    const waitsIn = line ? cellOf(dayOf(line), issuerOf(line)) : cell;
    waitsIn[place].add(line ? saleKeyOf(line) : saleOf(holder!));
  }
  const needsNone = (id: string, amount: Vnd, profile?: string) => {
    const line = lines.get(id);
    if (line) cellOf(soldOn(line), profile ?? issuerOf(line)).amounts.notRequired += amount;
  };
  for (const { line, amount, profile } of plan.alreadyInvoiced) needsNone(line, amount, profile);
  for (const { line, amount } of plan.excluded) needsNone(line, amount);
  for (const { saleLine, returnLine, amount } of plan.netted) {
    needsNone(saleLine, amount);
    needsNone(returnLine, -amount);
  }
}

const saleOf = ({ bravoDocument, documentDate, buyer }: PlannedInvoice): string =>
  saleKey(bravoDocument, documentDate, buyer.bravoPartnerCode);

/** Lines that the plan does not know, because they were loaded after it. */
function placeUnplanned(input: IssuanceInput, plan: IssuancePlan | undefined, sales: Sales, cellOf: CellOf): void {
  const known = plan ? linesOfPlan(plan) : new Set<string>();
  for (const line of input.lines) {
    if (known.has(line.id)) continue;
    const cell = cellOf(sales.soldOn(line), sales.issuerOf(line));
    cell.amounts.unplanned += netAmountOf(line);
    cell.unplanned.add(saleKeyOf(line));
  }
}

const linesOfPlan = (plan: IssuancePlan): Set<string> =>
  new Set([
    ...plan.invoices.flatMap(({ items }) => items.flatMap((item) => item.allocations.map(({ line }) => line))),
    ...[...plan.shortages, ...plan.alreadyInvoiced, ...plan.excluded].map(({ line }) => line),
    ...plan.netted.flatMap(({ saleLine, returnLine }) => [saleLine, returnLine]),
  ]);

function cellPresenter(input: IssuanceInput, complete: CompleteThrough) {
  const signingOf = signingFinder(input);
  const termsOf = new Map(input.profiles.map(({ terms }) => [terms.code, terms]));
  const { issueDay } = input.period;
  return (day: Day, profile: string, cell: Growing): DayCell => {
    const { amounts } = cell;
    const terms = termsOf.get(profile);
    const signing = terms ? signingOf(terms, day) : null;
    const isOver = signing !== null && signing.judge < issueDay;
    const invoices = [...cell.drafts, ...cell.handedOver, ...cell.issued];
    const expired = isOver ? cell.handedOver.filter((invoice) => !isLate(invoice, input)).length : 0;
    return {
      ...{ day, profile, signing },
      state: stateOf(cell, complete !== undefined && day <= complete),
      drafts: { count: cell.drafts.length, amount: amounts.drafts },
      handedOver: { count: cell.handedOver.length, amount: amounts.handedOver },
      issued: { count: cell.issued.length, amount: amounts.issued },
      late: invoices.filter((invoice) => isLate(invoice, input)).length,
      expired,
      waiting: { documents: cell.waiting.size, amount: amounts.waiting },
      unplanned: { documents: cell.unplanned.size, amount: amounts.unplanned },
      notRequired: amounts.notRequired,
      isOverdue: isOver && cell.waiting.size + cell.unplanned.size + expired > 0,
    };
  };
}

/** The state of the part of the day that has come least far. Sales that wait with a reason hold nothing back. */
function stateOf(cell: Growing, isComplete: boolean): DayState {
  if (cell.unplanned.size > 0) return isComplete ? 'ready' : 'open';
  if (cell.drafts.length > 0) return 'planned';
  if (cell.handedOver.length > 0) return 'handed_over';
  return cell.issued.length === 0 && cell.waiting.size > 0 ? 'planned' : 'issued';
}
