import { addDays, type Day } from '@khop/engine/day.ts';
import type { IssuedEntry } from '../issued.ts';
import type { AmisPartner, AmisProduct } from '../model.ts';
import { randomOf } from '../random.ts';
import type { ProfileStock } from '../stock.ts';
import { type AmisBooks, eveningOf, type SaleLine, type SaleVoucher } from './model.ts';
import type { ReportMoments } from './moments.ts';
import { outsideVouchers, returnVouchers } from './outside-sales.ts';

export type ProfileFacts = {
  readonly seed: number;
  readonly profile: number;
  readonly products: readonly AmisProduct[];
  readonly customers: readonly AmisPartner[];
  /** Partner index → customer code. */
  readonly customerCodes: ReadonlyMap<number, string>;
  readonly stock: ProfileStock;
  readonly issued: readonly IssuedEntry[];
  readonly toDate: Day;
  readonly moments: ReportMoments;
};

/** The voucher of the walk-in buyer in every list. */
const consumer = { code: 'KHACHLE', name: 'Khách lẻ không lấy hóa đơn' };

/**
 * One profile's books at the end of the month as its clerks left them: sales of Bravo's documents invoiced by hand,
 * sales past Bravo, returns. Invoice numbers follow the invoices' dates.
 */
export function openBooks(facts: ProfileFacts): AmisBooks {
  const random = randomOf(facts.seed, `amis-sales-${facts.profile}`);
  const names = new Map(facts.customers.map(({ code, name }) => [code, name]));
  const { inventory, sales, lateRecordedAt } = facts.moments;
  const late = sales > inventory ? { fromDay: addDays(facts.toDate, -4), recordedAt: lateRecordedAt } : undefined;
  const outside = outsideVouchers(random, facts.stock.outside, facts.customers, late);
  const returned = returnVouchers(random, outside, addDays(facts.toDate, -2));
  return {
    products: facts.products,
    customers: facts.customers,
    movements: facts.stock.movements,
    sales: [
      ...numbered(random, [...handVouchers(facts, names), ...outside], facts.toDate.slice(0, 4)),
      ...returned.map((voucher, index) => ({ ...voucher, number: `BTL${String(index + 1).padStart(5, '0')}` })),
    ],
  };
}

/** One voucher per Bravo document that was invoiced by hand. */
function handVouchers({ issued, customerCodes }: ProfileFacts, names: ReadonlyMap<string, string>): SaleVoucher[] {
  const byDocument = new Map<number, IssuedEntry[]>();
  for (const entry of issued) byDocument.set(entry.document, [...(byDocument.get(entry.document) ?? []), entry]);
  return [...byDocument.values()].map((entries) => {
    const { document, documentDate, invoiceDate, isNumbered, partner } = entries[0]!;
    const customerCode = (partner && customerCodes.get(partner.index)) ?? consumer.code;
    const customerName = names.get(customerCode) ?? consumer.name;
    return {
      number: '',
      date: documentDate,
      recordedAt: eveningOf(documentDate),
      invoiceNumber: isNumbered ? 'yes' : '',
      invoiceDate: isNumbered ? invoiceDate : undefined,
      customerCode,
      customerName,
      description: `Bán hàng cho ${customerName}`,
      lines: entries.map(lineOf),
      document,
      isImported: false,
    };
  });
}

const lineOf = ({ product, quantity, amount, discount, vatRate, vatAmount }: IssuedEntry): SaleLine => ({
  product,
  warehouse: 'KHO1',
  quantity: BigInt(quantity) * 1000n,
  returned: 0n,
  amount,
  discount,
  returnAmount: 0,
  vatRate,
  vatAmount,
  isPromotion: false,
});

/** Gives vouchers their numbers in order of their days, and invoices theirs in order of their own dates. */
function numbered(
  random: { int: (from: number, to: number) => number },
  vouchers: readonly SaleVoucher[],
  year: string,
): SaleVoucher[] {
  let serial = 200;
  const ordered = vouchers
    .toSorted((a, b) => compare(a.date, b.date))
    .map((voucher) => {
      serial += random.int(1, 3);
      return { ...voucher, number: `BHHN${year}${String(serial).padStart(6, '0')}` };
    });
  const invoices = ordered.filter(({ invoiceDate }) => invoiceDate !== undefined);
  const numbers = new Map(
    invoices
      .toSorted((a, b) => compare(a.invoiceDate!, b.invoiceDate!))
      .map(({ number }, index) => [number, String(200 + index + 1).padStart(8, '0')]),
  );
  return ordered.map((voucher) => ({ ...voucher, invoiceNumber: numbers.get(voucher.number) ?? '' }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
