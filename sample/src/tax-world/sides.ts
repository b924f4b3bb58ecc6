import { addDays } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type {
  Amounts,
  BooksEntry,
  Delivery,
  SidesInput,
  TaxSideFate,
  TaxSideInvoice,
  Trade,
} from '@khop/engine/three-sides/types.ts';
import type { SaleVoucher } from '../amis-world/model.ts';
import type { PurchaseLine, PurchaseVoucher } from '../files/purchase-ledger.ts';
import type { SamplePeriod } from '../model.ts';
import { type Deal, keyOf, saidOf, sumsOf, type TaxFacts, type Voucher } from './deal.ts';
import { CHANNELS, monthBeforeOf, PROFILE_WITH_SYMBOLS, TRADES, tellsVat } from './deals.ts';
import { type TaxWorld, tellingsOf } from './plan.ts';
import type { Told, ToldFile, ToldInvoice } from './telling.ts';
import { differenceOf, keyOfDocument, type TrueDifference } from './truth.ts';
import { payable, type Waiting, waitingOf } from './waiting.ts';

/** One profile's sides of one trade, as the engine compares them, and the differences that are really there. */
export type TaxWorldSides = { readonly input: SidesInput; readonly truth: readonly TrueDifference[] };

/** The sides of every profile, sales before purchases, without a file in between: for comparisons of any size. */
export function* taxWorldSides(world: TaxWorld): Generator<TaxWorldSides> {
  const { period } = world.company;
  const waiting = Map.groupBy(waitingOf(world.company), ({ profile }) => profile);
  const documents = new Map<number, string>();
  for (const document of world.company.ledger())
    if (document.issued) documents.set(document.serial, keyOfDocument(document));
  for (const [profile, { code }] of period.profiles.entries())
    for (const trade of TRADES) {
      const left = trade === 'sale' ? (waiting.get(profile) ?? []) : [];
      yield sidesOf(world, { profile, code, trade, left, documents });
    }
}

type Part = {
  readonly profile: number;
  readonly code: string;
  readonly trade: Trade;
  readonly left: readonly Waiting[];
  /** Serial of a document that a clerk invoiced → its key. */
  readonly documents: ReadonlyMap<number, string>;
};

function sidesOf(world: TaxWorld, { profile, code, trade, left, documents }: Part): TaxWorldSides {
  const { period } = world.company;
  const [tax, books, deliveries, truth]: [TaxSideInvoice[], BooksEntry[], Delivery[], TrueDifference[]] = [
    [],
    [],
    [],
    [],
  ];
  for (const told of tellingsOf(world, profile, trade)) {
    for (const invoice of told.invoices) tax.push(taxSide(invoice));
    for (const voucher of told.vouchers) books.push(...entriesOf(voucher, told.deal, profile));
    const delivery = deliveryOf(told, documents);
    if (delivery) deliveries.push(delivery);
    const difference = differenceOf(told);
    if (difference) truth.push({ trade, profileCode: code, ...difference });
  }
  for (const one of left) {
    const delivery = waitingDelivery(one);
    deliveries.push(delivery);
    truth.push({
      ...{ trade, profileCode: code, kind: 'DELIVERY_ONLY', document: delivery.id },
      ...{ invoiceKey: null, voucher: null, taxTotal: null, booksTotal: null },
    });
  }
  const input: SidesInput = {
    ...{ profile: code, trade, tax, books, deliveries, cover: coverOf(period, trade) },
    days: { from: period.fromDate, to: period.toDate },
    asOf: addDays(period.toDate, 30),
  };
  return { input, truth };
}

/** Lists of the month and of the one before, for invoices that are of an earlier month than their posting. */
const coverOf = ({ fromDate, toDate }: SamplePeriod, trade: Trade): SidesInput['cover'] => ({
  tax: CHANNELS.flatMap((channel) => [
    { channel, from: fromDate, to: toDate },
    { channel, from: monthBeforeOf(fromDate), to: addDays(fromDate, -1) },
  ]),
  books: [{ from: fromDate, to: toDate }],
  deliveries: trade === 'sale' ? { from: fromDate, to: toDate } : null,
});

/** One invoice as reading its files and the list would give it: the XML is believed before the list. */
function taxSide({ files, row }: ToldInvoice): TaxSideInvoice {
  const [file] = files;
  // An invoice has one or the other.
  const facts = (file ?? row)!.facts;
  const { symbol, number, date, partner, currency, exchangeRate, said } = facts;
  const inDong = (amount: number): Vnd => Math.round(amount * exchangeRate);
  return {
    ...{ key: keyOf(facts), symbol, number, date, currency },
    ...{ partnerTaxCode: partner.taxCode, partnerName: partner.name },
    amounts: { beforeVat: inDong(said.beforeVat), vat: inDong(said.vat), total: inDong(said.total) },
    foreignTotal: currency === 'VND' ? null : Math.round(said.total),
    rates: file ? facts.rates.map(({ rate, amount, vat }) => ({ rate, amount: inDong(amount), vat: inDong(vat) })) : [],
    goods: file
      ? facts.lines.map(({ product, ownUnit, ownQuantity }) => ({
          ...{ product: product.code, unit: ownUnit, quantity: ownQuantity },
        }))
      : null,
    ...{ inXml: file !== undefined, inList: row !== undefined, proof: file ? PROOFS[file.signer] : null },
    hasOtherVersions: files.length > 1,
    addsUp: file === undefined || addsUp(facts),
    ...{ state: row?.state ?? null, processing: row?.processing ?? null, fate: fateOf(facts, row) },
  };
}

const PROOFS = {
  ...{ seller: 'intact', office: 'other_signer', other: 'other_signer', none: 'unsigned' },
} as const satisfies Record<ToldFile['signer'], TaxSideInvoice['proof']>;

function addsUp({ currency, lines, rates, said }: TaxFacts): boolean {
  // Dollars with cents are sums of doubles.
  if (currency !== 'VND') return true;
  const ofRates = saidOf(rates);
  return (
    sumsOf(lines).said.beforeVat === said.beforeVat &&
    ofRates.beforeVat === said.beforeVat &&
    ofRates.vat === said.vat &&
    said.beforeVat + said.vat === said.total
  );
}

const fateOf = ({ original, date }: TaxFacts, row: ToldInvoice['row']): TaxSideFate => ({
  counts: row?.state !== 'replaced' && row?.state !== 'cancelled',
  ...{ replacedBy: null, corrects: null, relation: original ? 'replaces' : 'new' },
  isOriginalMissing: original !== undefined,
  originMonth: date.slice(0, 7),
});

function entriesOf(voucher: Voucher, deal: Deal | undefined, profile: number): BooksEntry[] {
  const common = {
    ...{ voucher: voucher.number, number: voucher.invoiceNumber, day: voucher.date },
    symbol: deal?.trade === 'sale' && profile === PROFILE_WITH_SYMBOLS ? deal.symbol : '',
    invoiceDate: voucher.invoiceDate ?? null,
    partnerTaxCode: deal?.listedTaxCode ?? null,
    isVoid: false,
  };
  return 'supplier' in voucher
    ? voucher.lines.map((line) => ({ ...common, ...purchaseEntry(voucher, line) }))
    : voucher.lines.map((line) => ({ ...common, ...saleEntry(voucher, line, profile) }));
}

type Entry = Pick<
  BooksEntry,
  'partnerCode' | 'partnerName' | 'product' | 'unit' | 'quantity' | 'amount' | 'vat' | 'rate'
>;

const purchaseEntry = (
  { supplier }: PurchaseVoucher,
  { product, quantity, value, vatAmount }: PurchaseLine,
): Entry => ({
  ...{ partnerCode: supplier.code, partnerName: supplier.name, product: product.code, unit: product.unit },
  ...{ quantity, amount: value, vat: vatAmount, rate: null },
});

const saleEntry = (
  { customerCode, customerName }: SaleVoucher,
  line: SaleVoucher['lines'][number],
  profile: number,
): Entry => ({
  ...{ partnerCode: customerCode, partnerName: customerName, product: line.product.code, unit: line.product.unit },
  ...{ quantity: line.quantity - line.returned, amount: line.amount - line.discount - line.returnAmount },
  ...(tellsVat(profile, 'sale') ? { vat: line.vatAmount, rate: line.vatRate } : { vat: 0, rate: null }),
});

/** The part of a Bravo document that a clerk has invoiced, as far as Khớp knows it: by the entry of AMIS. */
function deliveryOf({ vouchers, deal }: Told, documents: ReadonlyMap<number, string>): Delivery | undefined {
  const [voucher] = vouchers;
  if (voucher === undefined || 'supplier' in voucher || voucher.document === undefined) return undefined;
  return {
    ...{ id: voucher.number, stage: 'invoiced_elsewhere', voucher: voucher.number },
    documents: [documents.get(voucher.document) ?? ''],
    ...{ day: voucher.date, number: voucher.invoiceNumber || null, symbol: null, settledKey: null, invoiceId: null },
    partnerTaxCode: deal?.listedTaxCode ?? null,
    partnerName: voucher.customerName,
    amounts: deal ? sumsOf(deal.lines).said : postedAmounts(voucher),
    ...{ rates: [], goods: null, reason: '' },
  };
}

function postedAmounts({ lines }: SaleVoucher): Amounts {
  const beforeVat = lines.reduce((sum, { amount, discount }) => sum + amount - discount, 0);
  const vat = lines.reduce((sum, { vatAmount }) => sum + vatAmount, 0);
  return { beforeVat, vat, total: beforeVat + vat };
}

function waitingDelivery({ document, lines }: Waiting): Delivery {
  const vat = lines.reduce((sum, { vatAmount }) => sum + vatAmount, 0);
  const total = lines.reduce((sum, line) => sum + payable(line), 0);
  return {
    ...{ id: keyOfDocument(document), stage: 'waiting', documents: [keyOfDocument(document)], day: document.docDate },
    ...{ voucher: null, number: null, symbol: null, settledKey: null, invoiceId: null },
    ...{ partnerTaxCode: document.partner.taxCode || null, partnerName: document.partner.name },
    amounts: { beforeVat: total - vat, vat, total },
    ...{ rates: [], goods: null, reason: 'Chưa lập hóa đơn' },
  };
}
