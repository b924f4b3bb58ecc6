import type { BooksEntry, Delivery, SidesInput, TaxSideInvoice } from './types.ts';

/** An invoice of 1,080,000 đ at 8 % on the tenth, in XML and in the list, and what is changed in it. */
export function taxInvoice(change: Partial<TaxSideInvoice> = {}): TaxSideInvoice {
  const number = change.number ?? '7';
  const symbol = change.symbol ?? 'C26TAA';
  return {
    key: `0100000001|1|${symbol}|${number}`,
    symbol,
    number,
    date: '2026-10-10',
    partnerTaxCode: '0312345678',
    partnerName: 'Công ty An Phát',
    amounts: { beforeVat: 1_000_000, vat: 80_000, total: 1_080_000 },
    currency: 'VND',
    foreignTotal: null,
    rates: [{ rate: '8', amount: 1_000_000, vat: 80_000 }],
    goods: [{ product: 'SP01', unit: 'Hộp', quantity: 40_000_000n }],
    inXml: true,
    inList: true,
    proof: 'intact',
    hasOtherVersions: false,
    addsUp: true,
    state: 'new',
    processing: 'coded',
    fate: stands,
    ...change,
  };
}

export const stands: TaxSideInvoice['fate'] = {
  counts: true,
  replacedBy: null,
  corrects: null,
  relation: 'new',
  isOriginalMissing: false,
  originMonth: '2026-10',
};

/** The same invoice in the ledger. */
export const booksEntry = (change: Partial<BooksEntry> = {}): BooksEntry => ({
  voucher: 'BH0007',
  number: '00000007',
  symbol: '1C26TAA',
  invoiceDate: '2026-10-10',
  day: '2026-10-10',
  partnerCode: 'KH01',
  partnerTaxCode: '0312345678',
  partnerName: 'Cty An Phát',
  product: 'sp01',
  unit: 'hộp',
  quantity: 40_000_000n,
  amount: 1_000_000,
  vat: 80_000,
  rate: '8',
  isVoid: false,
  ...change,
});

/** Its delivery. */
export const delivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 'invoice-7',
  invoiceId: null,
  stage: 'invoiced',
  documents: ['CN01 HD0007'],
  day: '2026-10-10',
  voucher: 'BH0007',
  number: '7',
  symbol: 'C26TAA',
  settledKey: null,
  partnerTaxCode: '0312345678',
  partnerName: 'An Phát',
  amounts: { beforeVat: 1_000_000, vat: 80_000, total: 1_080_000 },
  rates: [{ rate: '8', amount: 1_000_000, vat: 80_000 }],
  goods: [{ product: 'SP01', unit: 'Hộp', quantity: 40_000_000n }],
  reason: '',
  ...change,
});

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** October, fully covered on every side. */
export const sides = (input: Partial<SidesInput> = {}): SidesInput => ({
  profile: 'A',
  trade: 'sale',
  days: { from: '2026-10-01', to: '2026-11-30' },
  tax: [],
  books: [],
  deliveries: [],
  cover: {
    tax: (['coded', 'uncoded', 'register'] as const).map((channel) => ({ channel, ...OCTOBER })),
    books: [OCTOBER],
    deliveries: OCTOBER,
  },
  asOf: '2026-11-05',
  ...input,
});
