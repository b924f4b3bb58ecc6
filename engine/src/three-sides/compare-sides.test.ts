import { describe, expect, it } from 'vitest';
import { compareSides } from './compare-sides.ts';
import { KINDS, type KindOfDifference } from './kinds.ts';
import { booksEntry, delivery, sides, stands, taxInvoice } from './sides-fixture.ts';
import type { SidesInput } from './types.ts';

const kindsOf = (input: Partial<SidesInput>): string[][] =>
  compareSides(sides(input)).map(({ differences }) => differences.map(({ kind }) => kind));

const purchase = (input: Partial<SidesInput>): Partial<SidesInput> => ({ trade: 'purchase', ...input });
const half = { beforeVat: 500_000, vat: 40_000, total: 540_000 };
const original = taxInvoice({
  fate: { ...stands, counts: false, replacedBy: '0100000001|1|C26TAA|8' },
  state: 'replaced',
});

/** For each kind the sides that have it, and it alone or first. */
const PLANTED: Readonly<Record<KindOfDifference, Partial<SidesInput>>> = {
  NOT_RECEIVED: purchase({ tax: [taxInvoice()] }),
  RECEIVED_NO_INVOICE: purchase({ books: [booksEntry()] }),
  TAX_ONLY: { tax: [taxInvoice()], deliveries: [delivery()] },
  BOOKS_ONLY: { books: [booksEntry()], deliveries: [delivery()] },
  BOOKS_NO_INVOICE: { books: [booksEntry({ number: '', symbol: '' })], deliveries: [delivery({ number: null })] },
  DELIVERY_ONLY: { deliveries: [delivery({ stage: 'waiting', voucher: null, number: null, reason: 'NO_STOCK' })] },
  NO_DELIVERY: { tax: [taxInvoice()], books: [booksEntry()] },
  DUPLICATE: {
    tax: [taxInvoice()],
    books: [booksEntry(), booksEntry({ voucher: 'BH0008' })],
    deliveries: [delivery()],
  },
  NUMBER: { tax: [taxInvoice()], books: [booksEntry({ number: '70' })], deliveries: [delivery()] },
  PARTNER: {
    tax: [taxInvoice()],
    books: [booksEntry({ partnerTaxCode: '0312345679' })],
    deliveries: [delivery()],
  },
  FATE: { tax: [original], books: [booksEntry()] },
  PERIOD: { tax: [taxInvoice()], books: [booksEntry({ invoiceDate: '2026-09-30' })], deliveries: [delivery()] },
  DATE: { tax: [taxInvoice()], books: [booksEntry({ invoiceDate: '2026-10-11' })], deliveries: [delivery()] },
  ITEM: { tax: [taxInvoice()], books: [booksEntry({ product: 'SP02' })], deliveries: [delivery()] },
  QUANTITY: { tax: [taxInvoice()], books: [booksEntry({ quantity: 41_000_000n })], deliveries: [delivery()] },
  UNIT: { tax: [taxInvoice()], books: [booksEntry({ unit: 'Thùng' })], deliveries: [delivery()] },
  VAT_RATE: { tax: [taxInvoice()], books: [booksEntry({ rate: '10', vat: 100_000 })], deliveries: [delivery()] },
  CURRENCY: {
    tax: [
      taxInvoice({
        currency: 'USD',
        foreignTotal: 1_080,
        amounts: { beforeVat: 25_000_000, vat: 2_000_000, total: 27_000_000 },
        rates: [{ rate: '8', amount: 25_000_000, vat: 2_000_000 }],
      }),
    ],
    books: [booksEntry({ amount: 1_000, vat: 80 })],
    deliveries: [
      delivery({
        amounts: { beforeVat: 25_000_000, vat: 2_000_000, total: 27_000_000 },
        rates: [{ rate: '8', amount: 25_000_000, vat: 2_000_000 }],
      }),
    ],
  },
  GOODS: { tax: [taxInvoice()], books: [booksEntry({ amount: 999_000 })], deliveries: [delivery()] },
  VAT: { tax: [taxInvoice()], books: [booksEntry({ vat: 79_000 })], deliveries: [delivery()] },
  TOTAL: {
    tax: [taxInvoice({ amounts: { beforeVat: 1_000_000, vat: 80_000, total: 1_090_000 } })],
    books: [booksEntry()],
    deliveries: [delivery({ amounts: { beforeVat: 1_000_000, vat: 80_000, total: 1_090_000 } })],
  },
  ROUNDING: { tax: [taxInvoice()], books: [booksEntry({ vat: 80_001 })], deliveries: [delivery()] },
  RELATED_MISSING: {
    tax: [taxInvoice({ fate: { ...stands, relation: 'replaces', isOriginalMissing: true } })],
    books: [booksEntry()],
    deliveries: [delivery()],
  },
  REFUSED_BY_TAX: { tax: [taxInvoice({ processing: 'refused' })], books: [booksEntry()], deliveries: [delivery()] },
  LIST_ONLY: {
    tax: [taxInvoice({ inXml: false, proof: null, rates: [], goods: null })],
    books: [booksEntry()],
    deliveries: [delivery()],
  },
  XML_ONLY: { tax: [taxInvoice({ inList: false, state: null })], books: [booksEntry()], deliveries: [delivery()] },
  XML_TWO_VERSIONS: { tax: [taxInvoice({ hasOtherVersions: true })], books: [booksEntry()], deliveries: [delivery()] },
  XML_TOTALS: { tax: [taxInvoice({ addsUp: false })], books: [booksEntry()], deliveries: [delivery()] },
  SIGNATURE: { tax: [taxInvoice({ proof: 'unsigned' })], books: [booksEntry()], deliveries: [delivery()] },
  OTHER_MONTH: { tax: [taxInvoice()], books: [booksEntry({ day: '2026-09-30' })], deliveries: [delivery()] },
};

describe('three sides', () => {
  it('agree where they say the same, whatever zeros, capitals and names', () => {
    const [row, ...others] = compareSides(
      sides({ tax: [taxInvoice()], books: [booksEntry()], deliveries: [delivery()] }),
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ state: 'equal', differences: [], key: '0100000001|1|C26TAA|7', vouchers: ['BH0007'] });
    expect(row!.deliveries.map(({ id }) => id)).toEqual(['invoice-7']);
  });

  it.each(Object.keys(KINDS) as KindOfDifference[])('tell %s where it was planted, on one row', (kind) => {
    const rows = kindsOf(PLANTED[kind]);
    expect(rows.length).toBe(1);
    expect(rows[0]![0]).toBe(kind);
    // All that hangs below a kind is a consequence of it.
    const consequences: Partial<Record<KindOfDifference, string[]>> = {
      VAT_RATE: ['VAT'],
      DUPLICATE: ['QUANTITY', 'GOODS', 'VAT'],
    };
    expect(rows[0]!.slice(1)).toEqual(consequences[kind] ?? []);
  });

  it('sum up what the books split by voucher and by rate', () => {
    const books = [
      booksEntry({ amount: 500_000, vat: 40_000, quantity: 20_000_000n }),
      booksEntry({ voucher: 'BH0008', amount: 500_000, vat: 40_000, quantity: 20_000_000n }),
    ];
    expect(kindsOf({ tax: [taxInvoice()], books, deliveries: [delivery()] })).toEqual([[]]);
  });

  it('find the invoice of a ledger without symbols among two of the same number', () => {
    const other = taxInvoice({
      symbol: 'C26TBB',
      amounts: half,
      rates: [{ rate: '8', amount: 500_000, vat: 40_000 }],
      partnerTaxCode: '',
      goods: null,
    });
    const books = [
      booksEntry({ symbol: '' }),
      booksEntry({
        symbol: '',
        voucher: 'BH0009',
        amount: 500_000,
        vat: 40_000,
        partnerTaxCode: '',
        partnerCode: 'KL',
      }),
    ];
    const rows = compareSides(
      sides({ tax: [taxInvoice(), other], books, cover: { ...sides().cover, deliveries: null } }),
    );
    expect(rows.map(({ symbol, vouchers, state }) => [symbol, vouchers, state])).toEqual([
      ['C26TAA', ['BH0007'], 'equal'],
      ['C26TBB', ['BH0009'], 'equal'],
    ]);
  });

  it('keep the numbers of two suppliers apart', () => {
    const other = taxInvoice({ number: '7', symbol: 'C26TZZ', partnerTaxCode: '0399999999' });
    const rows = compareSides(
      sides(
        purchase({
          tax: [taxInvoice(), { ...other, key: '0399999999|1|C26TZZ|7' }],
          books: [booksEntry({ symbol: '' })],
        }),
      ),
    );
    expect(rows.map(({ key, differences }) => [key, differences.map(({ kind }) => kind)])).toEqual([
      ['0100000001|1|C26TAA|7', []],
      ['0399999999|1|C26TZZ|7', ['NOT_RECEIVED']],
    ]);
  });

  it('know the invoice of a supplier that the books do not name by its number and total', () => {
    const books = [booksEntry({ symbol: '', partnerTaxCode: null, invoiceDate: null, day: '2026-10-14' })];
    const kinds = (amount: number) => kindsOf(purchase({ tax: [taxInvoice()], books: [{ ...books[0]!, amount }] }));
    expect(kinds(1_000_000)).toEqual([[]]);
    expect(kinds(900_000).flat().sort()).toEqual(['NOT_RECEIVED', 'RECEIVED_NO_INVOICE']);
  });

  it('ask the day too where a purchase of the same number and total is in the books of another supplier', () => {
    const books = (day: string) => [booksEntry({ symbol: '', partnerTaxCode: '0399999999', invoiceDate: null, day })];
    const kinds = (day: string) => kindsOf(purchase({ tax: [taxInvoice()], books: books(day) })).flat();
    expect(kinds('2026-10-10')).toEqual(['PARTNER']);
    expect(kinds('2026-10-14').sort()).toEqual(['NOT_RECEIVED', 'RECEIVED_NO_INVOICE']);
  });

  it('guess no number where two of one day, partner and sum have none in common', () => {
    const tax = ['21', '22'].map((number) => taxInvoice({ number }));
    const books = ['31', '32'].map((number) => booksEntry({ number, voucher: `BH${number}` }));
    const cover = { ...sides().cover, deliveries: null };
    expect(kindsOf({ tax, books, cover }).flat().sort()).toEqual(['BOOKS_ONLY', 'BOOKS_ONLY', 'TAX_ONLY', 'TAX_ONLY']);
  });

  it('give a delivery of one voucher with two equal invoices to the same of them, however the files came', () => {
    const tax = ['21', '22'].map((number) => taxInvoice({ number }));
    const books = ['21', '22'].map((number) => booksEntry({ number, voucher: 'BH21' }));
    const given = [delivery({ voucher: 'BH21', number: null })];
    const carrier = (of: typeof tax) =>
      compareSides(sides({ tax: of, books, deliveries: given })).find(({ deliveries }) => deliveries.length > 0)!
        .number;
    expect(carrier(tax.toReversed())).toBe(carrier(tax));
  });

  it('hand what was delivered on to the invoice that replaces its own', () => {
    const next = taxInvoice({ number: '8', fate: { ...stands, relation: 'replaces', corrects: original.key } });
    const rows = compareSides(
      sides({
        tax: [original, next],
        books: [booksEntry({ number: '8', voucher: 'BH0008' })],
        deliveries: [delivery()],
      }),
    );
    expect(rows.map(({ number, state, deliveries }) => [number, state, deliveries.length])).toEqual([
      ['7', 'equal', 0],
      ['8', 'equal', 1],
    ]);
  });

  it('keep an adjustment beside its original without a delivery of its own', () => {
    const less = { beforeVat: -100_000, vat: -8_000, total: -108_000 };
    const adjusting = taxInvoice({
      ...{ number: '9', amounts: less, rates: [{ rate: '8', amount: -100_000, vat: -8_000 }], goods: [] },
      fate: { ...stands, relation: 'adjusts', corrects: taxInvoice().key, originMonth: '2026-09' },
    });
    const books = [
      booksEntry(),
      booksEntry({ voucher: 'DC1', number: '9', amount: -100_000, vat: -8_000, quantity: 0n }),
    ];
    const rows = compareSides(sides({ tax: [taxInvoice(), adjusting], books, deliveries: [delivery()] }));
    expect(rows.map(({ number, state, originMonth }) => [number, state, originMonth])).toEqual([
      ['7', 'equal', '2026-10'],
      ['9', 'equal', '2026-09'],
    ]);
  });

  it('claim no absence for days that no full file covers, and name the file', () => {
    const cover = { ...sides().cover, tax: sides().cover.tax.filter(({ channel }) => channel !== 'register') };
    const [covered] = compareSides(sides({ cover, books: [booksEntry()], deliveries: [delivery()] }));
    expect(covered).toMatchObject({ state: 'different' });
    const [unmarked] = compareSides(sides({ cover, books: [booksEntry({ symbol: '' })], deliveries: [delivery()] }));
    expect(unmarked).toMatchObject({ state: 'uncovered', differences: [] });
    expect(unmarked!.missing).toContain('máy tính tiền');
    const noLedger = { ...cover, books: [{ from: '2026-10-11', to: '2026-10-31' }] };
    const [early] = compareSides(sides({ cover: noLedger, tax: [taxInvoice()], deliveries: [delivery()] }));
    expect(early).toMatchObject({ state: 'uncovered' });
    expect(early!.missing).toContain('Sổ chi tiết bán hàng của ngày 10/10/2026');
  });

  it('give a fresh voucher three days for its invoice', () => {
    const fresh = { books: [booksEntry({ number: '', symbol: '' })], deliveries: [delivery({ number: null })] };
    expect(compareSides(sides({ ...fresh, asOf: '2026-10-13' }))[0]!.state).toBe('uncovered');
    expect(compareSides(sides({ ...fresh, asOf: '2026-10-14' }))[0]!.state).toBe('different');
  });

  it('leave out what has nothing in the days, and keep an invoice of another month that the books have in it', () => {
    const days = { from: '2026-10-01', to: '2026-10-31' };
    const later = taxInvoice({ date: '2026-11-01' });
    expect(
      compareSides(sides({ days, tax: [later], books: [booksEntry({ invoiceDate: null, day: '2026-11-01' })] })),
    ).toEqual([]);
    const kinds = kindsOf({ days, tax: [later], books: [booksEntry()], deliveries: [delivery()] });
    expect(kinds).toEqual([['PERIOD', 'OTHER_MONTH']]);
  });

  it('compare no tax with a ledger that has no column of it', () => {
    const books = [booksEntry({ vat: 0, rate: null })];
    expect(kindsOf({ tax: [taxInvoice()], books, deliveries: [delivery()] })).toEqual([[]]);
  });

  it('tell a voucher without a number beside the one invoice of its day, partner and sum', () => {
    const books = [booksEntry({ number: '', symbol: '' })];
    const rows = compareSides(sides({ tax: [taxInvoice()], books, deliveries: [delivery()] }));
    expect(rows.map(({ differences }) => differences.map(({ kind, says }) => [kind, says]))).toEqual([
      [['NUMBER', { left: 'chưa ghi số', right: 'C26TAA 7' }]],
    ]);
  });
});

describe('numbers that begin anew with the year', () => {
  const january = { symbol: '', invoiceDate: '2027-01-10', day: '2027-01-10' } as const;
  const told = (entry: Parameters<typeof booksEntry>[0]) =>
    compareSides(
      sides({
        days: { from: '2026-10-01', to: '2027-01-31' },
        ...{ tax: [taxInvoice()], books: [booksEntry({ ...january, ...entry })] },
      }),
    ).map(({ tax, books }) => [tax !== null, books !== null]);

  it('keep an entry of January from the invoice of its number in the symbol of the year before', () => {
    expect(told({ amount: 49_000, vat: 3_920 })).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(told({ amount: 49_000, vat: 3_920, invoiceDate: '2026-10-11' })).toEqual([[true, true]]);
    // Partner and total agree: the day was written wrongly.
    expect(told({})).toEqual([[true, true]]);
  });

  it('are two invoices of a ledger without symbols, which the invoice of the first year alone has a part in', () => {
    const plain = { symbol: '', day: '2026-10-10' } as const;
    const late = booksEntry({ ...plain, voucher: 'BH0099', invoiceDate: '2027-01-10', amount: 49_000, vat: 3_920 });
    const both = [booksEntry(plain), late];
    const first = (tax: Parameters<typeof sides>[0]) =>
      compareSides(sides({ ...tax, books: both })).map((row) => [row.books?.total ?? null, row.differences[0]?.kind]);
    const rows = first({ tax: [taxInvoice()], deliveries: [delivery()] });
    expect(rows[0]).toEqual([1_080_000, undefined]);
    // The invoice of January came too: each entry is still counted once.
    const january = taxInvoice({
      symbol: 'C27TAA',
      date: '2027-01-10',
      amounts: { beforeVat: 49_000, vat: 3_920, total: 52_920 },
    });
    const sums = first({ tax: [taxInvoice(), january], deliveries: [delivery()] }).map(([total]) => total);
    expect(sums.filter((total) => total === 1_080_000)).toHaveLength(1);
    expect(sums.filter((total) => total === 52_920).length).toBeLessThanOrEqual(1);
  });
});
