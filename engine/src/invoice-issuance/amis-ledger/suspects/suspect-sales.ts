import { documentKeyOf, documentKeys, netAmountOf, type SalesLine } from '../../../bravo/sales-line.ts';
import { addDays, type Day, daysBetween, formatDay } from '../../../day.ts';
import { formatVnd, sumVndOf, type Vnd } from '../../../money.ts';
import { by } from '../../../order.ts';
import { firstNamed } from '../../../text/first-named.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { IssuanceInput, PlannedInvoice, Shortage, Warning } from '../../types.ts';
import type { Reconciliation } from '../reconcile.ts';
import { ofAnotherBuyer } from './another-buyer.ts';
import { draftedLinesFinder } from './drafted-lines.ts';
import { gatheredSales } from './gathered-sales.ts';
import { likeness } from './likeness.ts';
import { type Loose, type LooseVoucher, looseVouchers, spokenVoucher } from './loose-vouchers.ts';
import { DAYS_NEAR, sameGoodsFinder } from './same-goods.ts';
import { OF_ANOTHER_BUYER, OF_OWN_LEDGER, type Telling } from './telling.ts';

/** A sale by hand follows the sale itself by so many days, when it names the document; in the ledger of another month it is within so many. */
export const DAYS_FAR = 31;
/** As many vouchers of one sale are named. */
const VOUCHERS_NAMED = 3;
/** A number of a document that is shorter may be any number. */
const SHORTEST_NAME = 4;

/** The drafts of one document for one buyer: of one day, for Bravo may give its number anew. */
type Sale = {
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  readonly invoices: PlannedInvoice[];
};

/** A document as the ledger has it. */
type Document = { docNo: string; amount: Vnd; vatAmount: Vnd; readonly vouchers: ReadonlySet<LooseVoucher> };

type Suspicion = { readonly voucher: LooseVoucher; readonly why: string };

/** The ledger of a plan, and what of it is not among its lines since it has left. */
type Sold = {
  readonly ledger: LedgerIndex;
  readonly gone: {
    readonly linesOfDocument: (document: string) => readonly SalesLine[];
    readonly hasPartner: (partner: string) => boolean;
  };
};

/**
 * Sales that get an invoice although AMIS may have issued them by hand, under other goods or in other quantities: then no line
 * is like an entry (AMIS_ENTRIES_UNMATCHED). One warning per sale names the vouchers: of the same buyer and within three days with
 * the same total or the amount of one item, or naming the document, or having issued other lines of it; and one per voucher that
 * may be several sales at once, or the same goods in another quantity, or of another buyer. Nothing is held back, since a customer may
 * well buy twice for the same money.
 */
export function suspectSales(
  input: Pick<IssuanceInput, 'lines' | 'bravoPartners'> & Parameters<typeof looseVouchers>[0],
  drafts: readonly PlannedInvoice[],
  {
    loose,
    alreadyInvoiced,
    shortages,
  }: Pick<Reconciliation, 'alreadyInvoiced'> & {
    readonly loose: readonly Loose[];
    readonly shortages: readonly Shortage[];
  },
  { ledger, gone }: Sold,
  telling: Telling = OF_OWN_LEDGER,
): Warning[] {
  const vouchers = drafts.length === 0 ? [] : looseVouchers(input, loose);
  if (vouchers.length === 0) return [];
  const sales = salesOf(drafts);
  const near = byBuyerAndDay(vouchers);
  const naming = byWord(vouchers);
  const beside = issuedBeside(ledger, vouchers, alreadyInvoiced);
  const endings = new Set([...naming.keys()].map(endingOf));
  const isAsked = ({ document, day, partner }: Sale): boolean =>
    near.has(partner) || beside.has(ofDay(document, day)) || endings.has(endingOf(document).toLowerCase());
  const asked = sales.filter(isAsked);
  const documents = documentsOf(ledger, asked, beside);
  for (const key of new Set(asked.map(({ document }) => document)))
    for (const line of gone.linesOfDocument(key)) {
      const document = documents.get(ofDay(key, line.docDate));
      if (document) addLine(document, line);
    }
  const names = new Map(input.bravoPartners.map(({ code, name }) => [code, name]));
  const tell = (sale: Sale, found: ReadonlyMap<LooseVoucher, string>, as = telling): Warning[] =>
    found.size === 0 ? [] : [told(sale, found, names.get(sale.partner) ?? '', as)];
  const seen = new Set<LooseVoucher>();
  const single = sales.flatMap((sale): Warning[] => {
    const found = new Map<LooseVoucher, string>();
    const document = documents.get(ofDay(sale.document, sale.day));
    const suspicions = [
      ...ofSameBuyer(sale, document, near.get(sale.partner)),
      ...(document ? ofDocument(sale, document, naming) : []),
    ];
    for (const { voucher, why } of suspicions) if (!found.has(voucher)) found.set(voucher, why);
    for (const voucher of found.keys()) seen.add(voucher);
    return tell(sale, found);
  });
  const rest = vouchers.filter((one) => !seen.has(one));
  const gathered = gatheredSales(rest, { ...input, drafts, shortages }, telling);
  const ofNone = rest.filter((one) => !gathered.has(one));
  const linesOf = draftedLinesFinder(ledger);
  const sameGoods = sameGoodsFinder(ofNone, loose, linesOf);
  const alike = sales.flatMap((sale) => tell(sale, byVoucher(sameGoods(sale.invoices, sale.day))));
  const isSoldTo = (partner: string): boolean => ledger.hasPartner(partner) || gone.hasPartner(partner);
  const ofOthers = ofAnotherBuyer(ofNone, loose, { isSoldTo, linesOf }, sales);
  const another = [...ofOthers].flatMap(([sale, suspicions]) =>
    tell(sale, byVoucher(suspicions), telling === OF_OWN_LEDGER ? OF_ANOTHER_BUYER : telling),
  );
  return [...single, ...gathered.values(), ...alike, ...another];
}

const byVoucher = (suspicions: readonly Suspicion[]): Map<LooseVoucher, string> =>
  new Map(suspicions.map(({ voucher, why }) => [voucher, why]));

function salesOf(drafts: readonly PlannedInvoice[]): Sale[] {
  const sales = new Map<string, Sale>();
  for (const invoice of drafts) {
    const { bravoDocument: document, documentDate: day, buyer } = invoice;
    const key = `${ofDay(document, day)}\u0000${buyer.bravoPartnerCode}`;
    const known = sales.get(key);
    if (known) known.invoices.push(invoice);
    else sales.set(key, { document, day, partner: buyer.bravoPartnerCode, invoices: [invoice] });
  }
  return [...sales.values()];
}

/** The documents of some sales by their days, from the lines of their buyers. */
function documentsOf(
  ledger: LedgerIndex,
  sales: readonly Sale[],
  beside: ReadonlyMap<string, ReadonlySet<LooseVoucher>>,
): Map<string, Document> {
  const wanted = new Set(sales.map(({ document, day }) => ofDay(document, day)));
  const documents = new Map<string, Document>();
  const keyOf = documentKeys();
  for (const place of ledger.placesOf(new Set(sales.map(({ partner }) => partner)))) {
    const line = ledger.lines[place]!;
    const key = ofDay(keyOf(line), line.docDate);
    if (!wanted.has(key)) continue;
    const document = documents.get(key) ?? {
      ...{ docNo: line.docNo, amount: 0, vatAmount: 0, vouchers: beside.get(key) ?? NO_VOUCHERS },
    };
    documents.set(key, document);
    addLine(document, line);
  }
  return documents;
}

const NO_VOUCHERS: ReadonlySet<LooseVoucher> = new Set();

/** Key of a document of one day. */
const ofDay = (document: string, day: Day): string => `${document}\u0000${day}`;

/** A text from its last slash on: the key of a document ends as its number does. */
const endingOf = (text: string): string => text.slice(text.lastIndexOf('/') + 1);

function addLine(document: Document, line: SalesLine): void {
  document.amount += netAmountOf(line);
  document.vatAmount += line.vatAmount;
}

/** Documents of one day with the vouchers that have issued lines of them. */
function issuedBeside(
  ledger: LedgerIndex,
  vouchers: readonly LooseVoucher[],
  issued: Reconciliation['alreadyInvoiced'],
): ReadonlyMap<string, ReadonlySet<LooseVoucher>> {
  const keyOf = (profile: string, voucher: string) => `${profile}\u0000${voucher}`;
  const byNumber = new Map(vouchers.map((one) => [keyOf(one.profile, one.voucherNumber), one]));
  const found = new Map<string, Set<LooseVoucher>>();
  for (const { line: id, profile, voucherNumber } of issued) {
    const voucher = byNumber.get(keyOf(profile, voucherNumber));
    const line = voucher && ledger.lineOf(id);
    if (!line) continue;
    const document = ofDay(documentKeyOf(line), line.docDate);
    found.set(document, (found.get(document) ?? new Set()).add(voucher));
  }
  return found;
}

/** In the order of the days. */
type ByDay = Map<Day, LooseVoucher[]>;

function byBuyerAndDay(vouchers: readonly LooseVoucher[]): Map<string, ByDay> {
  const index = new Map<string, ByDay>();
  for (const voucher of vouchers.toSorted(by((one) => one.day)))
    for (const partner of [...voucher.partners, ...voucher.walkIns]) {
      const days = index.get(partner) ?? new Map<Day, LooseVoucher[]>();
      index.set(partner, days);
      const own = days.get(voucher.day);
      if (own) own.push(voucher);
      else days.set(voucher.day, [voucher]);
    }
  return index;
}

function byWord(vouchers: readonly LooseVoucher[]): Map<string, LooseVoucher[]> {
  const index = new Map<string, LooseVoucher[]>();
  for (const voucher of vouchers)
    for (const word of voucher.words) {
      const own = index.get(word);
      if (own) own.push(voucher);
      else index.set(word, [voucher]);
    }
  return index;
}

/** Vouchers of the same buyer and the same money. In the name of any buyer, day and total have to be alike. */
function* ofSameBuyer(
  { day, partner, invoices }: Sale,
  document: Document | undefined,
  near: ByDay | undefined,
): Generator<Suspicion> {
  if (!near) return;
  const drafted = moneyOf(invoices);
  for (const [on, ofThatDay] of near) {
    const after = daysBetween(day, on);
    if (Math.abs(after) > DAYS_FAR) continue;
    const isNear = Math.abs(after) <= DAYS_NEAR;
    for (const voucher of ofThatDay) {
      if (!isNear && voucher.period === undefined) continue;
      const isKnown = voucher.partners.has(partner);
      if (!isKnown && after !== 0) continue;
      const like = likeness(voucher, drafted, 1) ?? (document && likeness(voucher, document, 1));
      if (like !== undefined) yield { voucher, why: `cùng khách, ${like}` };
      else if (isKnown && isNear && voucher.entries.some(({ amount }) => hasItemOf(invoices, amount)))
        yield { voucher, why: 'cùng khách, cùng tiền của một dòng' };
    }
  }
}

const moneyOf = (invoices: readonly PlannedInvoice[]) => ({
  amount: sumVndOf(invoices, (one) => one.amount),
  vatAmount: sumVndOf(invoices, (one) => one.vatAmount),
});

const hasItemOf = (invoices: readonly PlannedInvoice[], amount: Vnd): boolean =>
  invoices.some(({ items }) => items.some((item) => item.amount === amount));

/** Vouchers that name the document, and those that have issued other lines of it. */
function* ofDocument(
  { day }: Sale,
  { docNo, vouchers }: Document,
  naming: ReadonlyMap<string, readonly LooseVoucher[]>,
): Generator<Suspicion> {
  for (const voucher of vouchers) yield { voucher, why: 'đã xuất những dòng khác của chứng từ này' };
  if (docNo.length < SHORTEST_NAME || !/\d/.test(docNo)) return;
  const [from, to] = [addDays(day, -DAYS_NEAR), addDays(day, DAYS_FAR)];
  for (const voucher of naming.get(docNo.toLowerCase()) ?? [])
    if (voucher.day >= from && voucher.day <= to) yield { voucher, why: 'diễn giải nêu số chứng từ này' };
}

function told(
  { document, day, partner, invoices }: Sale,
  found: ReadonlyMap<LooseVoucher, string>,
  name: string,
  { code, ending }: Telling,
): Warning {
  const [first] = invoices;
  const drafts = invoices.map((one) => `«${one.voucherNumber}»`).join(', ');
  const vouchers = [...found].map(([voucher, why]) => spokenVoucher(voucher, why));
  const message = `Chứng từ Bravo «${document}» ngày ${formatDay(day)} (khách «${partner}» ${name}) được lập hóa đơn nháp ${drafts}, ${formatVnd(sumVndOf(invoices, (one) => one.amount))} đồng trước thuế, mà AMIS có thể đã xuất rồi: ${firstNamed(vouchers, VOUCHERS_NAMED, 'chứng từ', '; ')}. ${ending}`;
  return {
    code,
    message,
    profile: first!.profile,
    invoice: first!.key,
    ...(found.size === 1 && { voucher: [...found.keys()][0]!.voucherNumber }),
    about: invoices.map(({ key, profile }) => ({ kind: 'invoice', id: key, profile, detail: message })),
  };
}
