import type { Day } from '../../day.ts';
import { sumVndOf, type Vnd } from '../../money.ts';
import { formatQuantity } from '../../quantity.ts';
import { BLOCKS } from '../findings/finding.ts';
import { HOLDING } from '../invoice-status.ts';
import { planInvoices } from '../plan.ts';
import { preflight } from '../preflight/preflight.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, ReconciliationDecision } from '../types.ts';
import {
  amountOf,
  ITEMS,
  inputOf,
  isCompany,
  type Line,
  PARTNERS,
  type Row,
  type Seen,
} from './clerks-books-fixture.ts';

export const DEEDS = [
  ...['price', 'quantity', 'date', 'customer', 'item', 'delete', 'enter anew', 'divide', 'divide', 'renumber'],
  ...['sell', 'sell by hand', 'delete in AMIS', 'replace', 'import', 'report', 'hand over', 'hand over', 'import'],
] as const;
export type Deed = (typeof DEEDS)[number];
/** The deed, which of those that it may concern, and by how much. */
export type Step = readonly [deed: Deed, which: number, much: number];
export type GivenSale = {
  readonly date: Day;
  readonly partner: string;
  readonly item: string;
  readonly quantity: number;
  readonly price: Vnd;
};

const addTo = (sums: Map<number, Vnd>, sale: number, amount: Vnd): void => {
  sums.set(sale, (sums.get(sale) ?? 0) + amount);
};

/** A sale by hand is for people to recognise: these tell them, and stop nothing. */
const TELL_PEOPLE = ['SALE_MAYBE_ISSUED', 'AMIS_DECISION_EXCEEDS_LINE'];

/** An entity between Bravo, Khớp and AMIS, whose clerks change what they like in both between two hand-overs. */
export class Clerks {
  #lines: Line[] = [];
  #ledger: Row[] = [];
  /** The ledger as Khớp has read it last. */
  #read: Row[] = [];
  #kept: PlannedInvoice[] = [];
  #plan: IssuancePlan | undefined;
  readonly #waiting: PlannedInvoice[] = [];
  readonly #saleOf = new Map<string, number>();
  /** Sales of which a figure has changed, and those that were entered anew or divided: each has one kind of trouble. */
  readonly #trouble = new Map<number, 'figures' | 'lines'>();
  readonly #decisions: ReconciliationDecision[] = [];
  readonly #vouchers: Record<string, string> = {};
  readonly #exports: string[] = [];
  readonly #seen = new Map<string, Seen>();
  #readAt: string | undefined;
  #count = 0;
  #isAllRead = false;
  issueDay: Day = '2026-09-30';

  constructor(sales: readonly GivenSale[]) {
    for (const sale of sales) this.#enter({ ...sale, sale: this.#next(), doc: `PX${this.#next()}` });
  }

  #next = (): number => ++this.#count;
  #now = (): string => new Date(Date.UTC(2026, 9, 1) + this.#next() * 60_000).toISOString();

  #enter(line: Omit<Line, 'id'>): Line {
    const made = { ...line, id: `L${this.#next()}` };
    this.#saleOf.set(made.id, made.sale);
    this.#lines.push(made);
    return made;
  }

  /** True where these lines may have this trouble. */
  #mayTrouble(lines: readonly Line[], kind: 'figures' | 'lines'): boolean {
    if (lines.some(({ sale }) => (this.#trouble.get(sale) ?? kind) !== kind)) return false;
    for (const { sale } of lines) this.#trouble.set(sale, kind);
    return true;
  }

  do([deed, which, much]: Step): void {
    const line = this.#lines[which % Math.max(1, this.#lines.length)];
    if (deed === 'sell') this.#sell(which, much);
    else if (deed === 'sell by hand') this.#sellByHand(which);
    else if (deed === 'delete in AMIS') this.#deleteInAmis(which);
    else if (deed === 'replace') this.#replace(which);
    else if (deed === 'import') this.#import(much % 2 === 0);
    else if (deed === 'report') this.report();
    else if (deed === 'hand over') this.handOver();
    else if (line && (deed === 'enter anew' || deed === 'divide' || deed === 'renumber'))
      this.#moveLine(deed, line, much);
    else if (line) this.#changeFigures(deed, line, much);
  }

  #sell(which: number, much: number): void {
    const price = 1000 * (10 + (which % 90));
    const [partner, item] = [PARTNERS[much % 4]!, ITEMS[which % 3]!];
    const date = `2026-09-${String(1 + (much % 25)).padStart(2, '0')}`;
    this.#enter({ sale: this.#next(), doc: `PX${this.#next()}`, date, partner, item, quantity: 1 + (much % 9), price });
  }

  #changeFigures(deed: Deed, line: Line, much: number): void {
    const ofDocument =
      deed === 'date' || deed === 'customer' ? this.#lines.filter(({ doc }) => doc === line.doc) : [line];
    if (!this.#mayTrouble(ofDocument, 'figures')) return;
    if (deed === 'delete') this.#lines = this.#lines.filter((one) => one !== line);
    if (deed === 'price') line.price += 1000 * ((much % 5) - 2);
    if (deed === 'quantity') line.quantity = 1 + (much % 9);
    if (deed === 'item') line.item = ITEMS[much % 3]!;
    for (const one of ofDocument) {
      if (deed === 'date') one.date = `2026-09-${String(1 + (much % 25)).padStart(2, '0')}`;
      if (deed === 'customer') one.partner = PARTNERS[much % 4]!;
    }
  }

  #moveLine(deed: Deed, line: Line, much: number): void {
    const doc = much % 2 === 0 ? line.doc : `PX${this.#next()}`;
    if (deed === 'renumber') {
      for (const one of this.#lines.filter((other) => other.doc === line.doc)) one.doc = doc;
      return;
    }
    if (!this.#mayTrouble([line], 'lines')) return;
    const moved = deed === 'divide' ? much % line.quantity : line.quantity;
    if (moved === 0) return;
    line.quantity -= moved;
    if (line.quantity === 0) this.#lines = this.#lines.filter((one) => one !== line);
    this.#enter({ ...line, doc, quantity: moved });
  }

  /** A clerk invoices a sale of which neither side has anything yet. */
  #sellByHand(which: number): void {
    const known = this.#stated();
    const free = this.#lines.filter(({ sale }) => !known.has(sale) && !this.#trouble.has(sale));
    const line = free[which % Math.max(1, free.length)];
    if (!line || this.#draftedOf(line.sale) > 0) return;
    const voucherNumber = `TAY${this.#next()}`;
    const customer = isCompany(line.partner) ? { customerCode: `C${line.partner}` } : { customerName: 'Khách lẻ' };
    const amount = amountOf(line);
    this.#ledger.push({
      ...{ id: voucherNumber, voucherNumber, documentDate: line.date, ...customer },
      ...{ invoiceNumber: String(this.#next()), invoiceDate: '2026-09-30', product: line.item },
      ...{ quantity: String(line.quantity), amount, vatAmount: amount / 10, of: new Map([[line.sale, amount]]) },
    });
  }

  /** A voucher may go as long as it has no number. */
  #deleteInAmis(which: number): void {
    const vouchers = [...new Set(this.#ledger.flatMap((row) => (row.invoiceNumber ? [] : row.voucherNumber)))];
    const gone = vouchers[which % Math.max(1, vouchers.length)];
    this.#ledger = this.#ledger.filter(({ voucherNumber }) => voucherNumber !== gone);
  }

  /** The same goods on a new invoice, which carries their sales from then on. */
  #replace(which: number): void {
    const ours = this.#ledger.filter(
      (row) => row.invoiceNumber && row.voucherNumber.startsWith('BH') && row.of.size > 0,
    );
    const old = ours[which % Math.max(1, ours.length)];
    if (!old) return;
    const voucherNumber = `TT${this.#next()}`;
    const invoiceNumber = String(this.#next());
    const rows = this.#ledger.filter((row) => row.voucherNumber === old.voucherNumber);
    this.#ledger.push(
      ...rows.map((row, index) => ({
        ...{ ...row, id: `${voucherNumber}#${index}`, voucherNumber, invoiceNumber, of: new Map(row.of) },
        description: `Thay thế cho hóa đơn số ${old.invoiceNumber} ký hiệu 1C26TYY`,
      })),
    );
    for (const row of rows) row.of.clear();
  }

  #import(isIssued: boolean): void {
    for (const invoice of this.#waiting.splice(0))
      for (const [index, { product, quantity, amount, vatAmount, allocations }] of invoice.items.entries()) {
        const of = new Map<number, Vnd>();
        for (const one of allocations) addTo(of, this.#saleOf.get(one.line)!, one.amount);
        const { voucherNumber, documentDate, buyer } = invoice;
        const id = `${voucherNumber}#${index}`;
        const customer = { customerCode: buyer.customerCode, customerName: buyer.name };
        const row = { id, voucherNumber, documentDate, ...customer, product, quantity: formatQuantity(quantity) };
        this.#ledger.push({ ...row, amount, vatAmount, of });
      }
    if (!isIssued) return;
    const numbers = new Map<string, string>();
    this.#ledger = this.#ledger.map((row) => {
      if (row.invoiceNumber) return row;
      const invoiceNumber = numbers.get(row.voucherNumber) ?? String(this.#next());
      numbers.set(row.voucherNumber, invoiceNumber);
      return { ...row, invoiceNumber, invoiceDate: '2026-09-30' };
    });
  }

  /** All of AMIS is issued and read, some days later. */
  end(): void {
    this.#import(true);
    this.issueDay = '2026-10-06';
    this.#isAllRead = true;
    this.report();
  }

  /** Reads stock and ledger of AMIS, and plans. */
  report(): void {
    const at = this.#now();
    for (const { id } of this.#ledger)
      if (!this.#seen.has(id)) this.#seen.set(id, { first: at, ...(this.#readAt && { absent: this.#readAt }) });
    this.#readAt = at;
    this.#read = this.#ledger.map((row) => ({ ...row, of: new Map(row.of) }));
    this.#generate();
  }

  #input = (): IssuanceInput =>
    inputOf({
      ...{ issueDay: this.issueDay, kept: this.#kept, vouchers: this.#vouchers, decisions: this.#decisions },
      ...{ lines: this.#lines, rows: this.#read, readAt: this.#readAt, exports: this.#exports, seen: this.#seen },
    });

  /** Plans, and decides what the plan asks about as it was. */
  #generate(): void {
    this.#planOnce();
    const asked = this.#plan!.review.filter(({ entry }) => !this.#decisions.some((one) => one.entry === entry));
    if (asked.length === 0) return;
    for (const { entry, candidates } of asked) {
      const [sale] = this.#read.find(({ id }) => id === entry)!.of.keys();
      const line = candidates.find((id) => this.#saleOf.get(id) === sale) ?? null;
      this.#decisions.push({ profile: 'P', entry, line });
    }
    this.#planOnce();
  }

  #planOnce(): void {
    const plan = planInvoices(this.#input());
    const told = new Map(plan.settled.map((one) => [one.key, one]));
    this.#plan = plan;
    this.#kept = this.#kept.map((invoice) => {
      const { status = invoice.status, invoiceNumber = '' } = told.get(invoice.key) ?? {};
      return { ...invoice, status, ...(invoiceNumber !== '' && { invoiceNumber }) };
    });
    for (const { key, voucherNumber } of plan.invoices) this.#vouchers[key] = voucherNumber;
  }

  /** Plans, and hands the drafts over unless something stops them. @returns what is wrong. */
  handOver(): void {
    this.#generate();
    this.broken.push(...this.faults());
    const drafts = this.#drafts();
    if (drafts.length === 0 || this.#isStopped()) return;
    this.#exports.push(this.#now());
    this.#waiting.push(...drafts);
    this.#kept = [...this.#kept, ...drafts.map((invoice) => ({ ...invoice, status: 'exported' as const }))];
  }

  /** The faults that hand-overs on the way would have had. */
  readonly broken: string[] = [];

  #drafts = (): PlannedInvoice[] => this.#plan?.invoices.filter(({ status }) => status === 'draft') ?? [];

  #isStopped = (): boolean =>
    preflight(this.#input(), this.#plan).some(
      ({ severity, code }) => severity === 'block' && BLOCKS[code]?.stops === 'export',
    );

  /**
   * The money of each sale on invoices, as far as Khớp may know: those that have left, and what it has read in AMIS; once all is read,
   * what AMIS has.
   */
  #stated(): Map<number, Vnd> {
    const sums = new Map<number, Vnd>();
    const live = this.#isAllRead ? [] : this.#kept.filter(({ status }) => HOLDING.has(status));
    for (const { items } of live)
      for (const { allocations } of items)
        for (const { line, amount } of allocations) addTo(sums, this.#saleOf.get(line)!, amount);
    const ours = new Set(this.#isAllRead ? [] : this.#kept.map(({ voucherNumber }) => voucherNumber));
    for (const { voucherNumber, of } of this.#read)
      if (!ours.has(voucherNumber)) for (const [sale, amount] of of) addTo(sums, sale, amount);
    return sums;
  }

  #draftedOf = (sale: number): Vnd =>
    sumVndOf(
      this.#drafts().flatMap(({ items }) => items.flatMap(({ allocations }) => allocations)),
      ({ line, amount }) => (this.#saleOf.get(line) === sale ? amount : 0),
    );

  /**
   * Sales of which more than there is would leave with nothing to stop it, and those of which more or less is invoiced without a word
   * that names them.
   */
  faults(): string[] {
    const plan = this.#plan!;
    const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = plan.tieOut;
    // The findings of time name invoices that are right as well.
    const findings = preflight(this.#input(), plan).filter(({ code }) => code !== 'WRONG_TIME' && code !== 'SIGN_BY');
    const words = JSON.stringify([plan.warnings, plan.shortages, plan.review, findings], (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    const stated = this.#stated();
    const sales = new Set([...this.#saleOf.values()]);
    return [
      ...(ledger === invoiced + alreadyInvoiced + unallocated + excluded ? [] : ['the tie-out is broken']),
      ...[...sales].flatMap((sale) => this.#faultOf(sale, stated.get(sale) ?? 0, words)),
    ];
  }

  #faultOf(sale: number, stated: Vnd, words: string): string[] {
    const due = sumVndOf(this.#lines, (line) => (line.sale === sale ? amountOf(line) : 0));
    const drafted = this.#draftedOf(sale);
    const all = stated + drafted;
    if (all === due) return [];
    const said = `sale ${sale}: ${stated} and ${drafted} of ${due}`;
    if (!this.#namesOf(sale).some((name) => words.includes(name))) return [`${said}, without a word`];
    // Of other figures the words say by how much the invoice is to be adjusted; the rest may leave.
    const isDoubled = drafted > 0 && all > due && this.#trouble.get(sale) === 'lines';
    const leavesTwice = isDoubled && !TELL_PEOPLE.some((code) => words.includes(code));
    return leavesTwice && !this.#isStopped() ? [`${said}, and nothing stops it`] : [];
  }

  /** The lines of a sale, and the invoices that it is on. */
  #namesOf(sale: number): string[] {
    const lines = [...this.#saleOf].filter(([, one]) => one === sale).map(([id]) => `"${id}"`);
    const isOf = ({ items }: PlannedInvoice): boolean =>
      items.some(({ allocations }) => allocations.some(({ line }) => this.#saleOf.get(line) === sale));
    const invoices = this.#kept.filter(isOf).flatMap(({ key, voucherNumber }) => [key, voucherNumber]);
    const rows = this.#read.flatMap(({ voucherNumber, of }) => (of.has(sale) ? voucherNumber : []));
    return [...lines, ...invoices, ...rows];
  }
}
