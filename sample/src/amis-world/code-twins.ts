import type { AmisProduct } from '../model.ts';

/** Of so many goods one is typed in small letters somewhere. */
const GOODS_PER_TWIN = 13;
/** Of so many customer numbers one is. */
const CUSTOMERS_PER_TWIN = 7;

/**
 * AMIS compares codes without case, so its lists hold a code once, but a code typed or imported elsewhere keeps its
 * letters: «NRCLVL0012» of the list is «nrclvl0012» in a report. Undefined for codes that are written alike everywhere.
 */
export const productTwin = ({ kind, good, code }: AmisProduct): string | undefined =>
  kind === 'Hàng hóa' && good.index % GOODS_PER_TWIN === 4 ? small(code) : undefined;

/** The same for a customer's code: «KH00022» and «kh00022». */
export const customerTwin = (code: string): string | undefined =>
  Number(/\d+$/.exec(code)?.[0] ?? 0) % CUSTOMERS_PER_TWIN === 5 ? small(code) : undefined;

function small(code: string): string | undefined {
  const twin = code.toLowerCase();
  return twin === code ? undefined : twin;
}

/** As the stock report spells a product: half of those with a twin. */
export const codeInStock = (product: AmisProduct): string =>
  (product.good.index % 2 === 0 ? productTwin(product) : undefined) ?? product.code;

/** As the purchase ledger does: the other half. */
export const codeInPurchases = (product: AmisProduct): string =>
  (product.good.index % 2 === 1 ? productTwin(product) : undefined) ?? product.code;

/** The spelling of codes on one voucher of the sales ledger: every second voucher has them from a clerk's own sheet. */
export function codesInSales(voucher: string): {
  readonly product: (product: AmisProduct) => string;
  readonly customer: (code: string) => string;
} {
  const isTyped = Number(voucher.at(-1)) % 2 === 0;
  return {
    product: (product) => (isTyped ? productTwin(product) : undefined) ?? product.code,
    customer: (code) => (isTyped ? customerTwin(code) : undefined) ?? code,
  };
}
