import { addDays, type Day } from '@khop/engine/day.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import { normaliseTaxCode } from '@khop/engine/tax-code.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import type { Trade } from '@khop/engine/three-sides/types.ts';
import { type SaleVoucher, standsAt } from '../amis-world/model.ts';
import type { Company } from '../company.ts';
import { hasWideLedger } from '../files/amis-sheets.ts';
import { type PurchaseVoucher, purchaseVouchers } from '../files/purchase-ledger.ts';
import type { AmisPartner, AmisProduct } from '../model.ts';
import { randomOf } from '../random.ts';
import { inventTaxCode } from '../words/tax-codes.ts';
import type { Deal, DealLine, Party, Voucher } from './deal.ts';
import { type Hand, ownHand, supplierHand } from './seller-hand.ts';

export const TRADES: readonly Trade[] = ['sale', 'purchase'];
export const CHANNELS: readonly TaxChannel[] = ['coded', 'uncoded', 'register'];

/** The profile whose sales ledger has a column for symbols. */
export const PROFILE_WITH_SYMBOLS = 0;

/** First day of the month before. */
export const monthBeforeOf = (fromDate: Day): Day => `${addDays(fromDate, -1).slice(0, 7)}-01`;

/** False for the ledger whose columns of VAT the third profile never chose. */
export const tellsVat = (profile: number, trade: Trade): boolean => trade === 'purchase' || !hasWideLedger(profile);

/** The second profile's software sends its invoices without a code of the tax authority. */
const UNCODED_PROFILE = 1;

/** The vouchers of one ledger in the order of its report. */
export function* vouchersOf(company: Company, profile: number, trade: Trade): Generator<Voucher> {
  if (trade === 'purchase') yield* purchaseVouchers(company, profile);
  else yield* salesVouchers(company, profile);
}

function salesVouchers(company: Company, profile: number): SaleVoucher[] {
  const moment = company.moments[profile]!.sales;
  return company.books().amis[profile]!.sales.filter((voucher) => standsAt(voucher, moment));
}

/** Makes the deal of a voucher; undefined for a voucher that has no invoice. */
export function dealMaker(company: Company, profile: number): (voucher: Voucher) => Deal | undefined {
  const { seed } = company.options;
  const { name, taxCode, address } = company.period.profiles[profile]!;
  const own: Party = { name, taxCode, address };
  const customers = new Map(company.customers[profile]!.map((customer) => [customer.code, customer]));
  return (voucher) =>
    'supplier' in voucher
      ? bought({ seed, profile, own, year: yearOf(company) }, voucher)
      : sold({ company, profile, own }, voucher, customers.get(voucher.customerCode));
}

const yearOf = ({ options }: Company): string => options.month.slice(2, 4);

const listed = (partner: AmisPartner | undefined): string | null =>
  partner === undefined || partner.taxCode === '' ? null : normaliseTaxCode(partner.taxCode);

function sold(
  { company, profile, own }: { readonly company: Company; readonly profile: number; readonly own: Party },
  voucher: SaleVoucher,
  customer: AmisPartner | undefined,
): Deal | undefined {
  if (voucher.invoiceNumber === '') return undefined;
  const taxCode = normaliseTaxCode(customer?.partner?.taxCode ?? '');
  const number = String(Number(voucher.invoiceNumber));
  const channel = channelOf(profile, taxCode, Number(number));
  const letters = company.period.profiles[profile]!.invoiceSymbol.slice(4);
  return {
    trade: 'sale',
    ...{ profile, own, channel, number, voucher },
    partner: { taxCode, name: voucher.customerName, address: customer?.partner?.address ?? '' },
    listedTaxCode: listed(customer),
    symbol: symbolOf(channel, yearOf(company), letters),
    // A voucher with a number has its day.
    date: voucher.invoiceDate!,
    lines: voucher.lines.map(
      ({ product, quantity, amount, discount, vatRate, vatAmount }): DealLine => ({
        ...{ product, discount, rate: vatRate, vat: vatAmount, amount: amount - discount },
        ...{ ownUnit: product.unit, ownQuantity: quantity },
        ...ownHand(product, quantity),
      }),
    ),
    document: voucher.document,
  };
}

/** Buyers without a tax code get every second invoice from the cash register. */
function channelOf(profile: number, buyerTaxCode: string, number: number): TaxChannel {
  if (buyerTaxCode === '' && number % 2 === 0) return 'register';
  return profile === UNCODED_PROFILE ? 'uncoded' : 'coded';
}

const symbolOf = (channel: TaxChannel, year: string, letters: string): string =>
  `${channel === 'uncoded' ? 'K' : 'C'}${year}${channel === 'register' ? 'M' : 'T'}${letters}`;

const SUPPLIER_CHANNELS: readonly TaxChannel[] = ['coded', 'coded', 'uncoded', 'coded', 'register'];

type Buyer = {
  readonly seed: number;
  readonly profile: number;
  readonly own: Party;
  readonly year: string;
};

function bought({ seed, profile, own, year }: Buyer, voucher: PurchaseVoucher): Deal {
  const { supplier, lines } = voucher;
  const index = supplier.partner?.index ?? 0;
  const channel = SUPPLIER_CHANNELS[index % SUPPLIER_CHANNELS.length]!;
  const letter = (at: number): string => String.fromCharCode(65 + (at % 26));
  return {
    trade: 'purchase',
    ...{ profile, own, channel, voucher, document: undefined },
    partner: supplierParty(seed, supplier),
    listedTaxCode: listed(supplier),
    // Of each buyer a series of its own, so that two of the group's firms never have the same invoice.
    symbol: symbolOf(channel, year, `${letter(index)}${letter(profile)}`),
    number: String(Number(voucher.invoiceNumber)),
    date: voucher.invoiceDate,
    lines: lines.map(
      ({ product, quantity, value, vatAmount }): DealLine => ({
        ...{ product, discount: 0, amount: value, vat: vatAmount, rate: product.vatRate === 'KCT' ? 'KCT' : '8' },
        ...{ ownUnit: product.unit, ownQuantity: quantity },
        ...supplierHand(seed, index, product, quantity),
      }),
    ),
  };
}

/** Goods in the hand of a voucher's supplier. */
export const supplierWrites = (
  { options }: Company,
  { supplier }: PurchaseVoucher,
  product: AmisProduct,
  quantity: Quantity,
): Hand => supplierHand(options.seed, supplier.partner?.index ?? 0, product, quantity);

/** A supplier signs with a tax code, also one whose code the profile never wrote down. */
function supplierParty(seed: number, { partner, name, address }: AmisPartner): Party {
  const known = normaliseTaxCode(partner?.taxCode ?? '');
  return {
    taxCode: known || inventTaxCode(randomOf(seed, `supplier-tax-code-${partner?.index ?? 0}`)),
    name: partner?.name ?? name,
    address: partner?.address ?? address,
  };
}
