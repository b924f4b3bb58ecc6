import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import { Remembered } from '../handed-over/remembered.ts';
import { foldCode } from '../stock-keys.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';
import { CodesByDigits } from './lost-zeros.ts';
import type { ZerosRead } from './zeros-read.ts';

/**
 * The same input with every AMIS code as the profile's catalogue spells it. AMIS compares codes without case, its files
 * do not: «sp01» of a ledger is «SP01» of the catalogue, and a stage that compares texts would lose its goods. Of two
 * spellings within a catalogue, or of a code that no catalogue has, the first by code unit counts: capitals, as a rule. A code
 * of digits that no list has is the one of the catalogue that differs from it in zeros alone, which is told (`zerosRead`).
 */
export const inCatalogueSpelling = (input: IssuanceInput): IssuanceInput => spellCodes(input).input;

/** The same, with a test of goods that are not in the input: true where they are spelt like the catalogue. */
export function spellCodes(
  given: IssuanceInput,
  remembered = new Remembered(),
): {
  readonly input: IssuanceInput;
  readonly isSpelt: (profile: string, own: Goods) => boolean;
} {
  const spellings = new Map(given.profiles.map((books) => [books.terms.code, spellingOf(books, remembered)]));
  const of = (profile: string) => spellings.get(profile) ?? asWritten;
  const { otherPeriods } = given;
  const zeros = given.profiles.flatMap(({ terms }) => {
    const read = zerosIn(of(terms.code));
    return read.length > 0 ? [[terms.code, read] as const] : [];
  });
  const input = {
    ...given,
    // Codes that were read so before are spelt like the catalogue by now, and are still told.
    ...(zeros.length > 0 && { zerosRead: { ...given.zerosRead, ...Object.fromEntries(zeros) } }),
    profiles: given.profiles.map((books) => respelt(books, of(books.terms.code), remembered)),
    kept: given.kept.map((invoice) => withItems(invoice, of(invoice.profile))),
    ...(otherPeriods && {
      otherPeriods: {
        reserved: otherPeriods.reserved.map((one) => goods(of(one.profile))(one)),
        later: otherPeriods.later.map((one) => ({
          ...one,
          books: stockOf(one.books, of(one.profile)),
          held: one.held.map(goods(of(one.profile))),
        })),
      },
    }),
  };
  return { input, isSpelt: (profile, own) => goods(of(profile))(own) === own };
}

type Speller = ((code: string) => string) & {
  readonly knows: (code: string) => boolean;
  /** Codes that differ from those of an earlier list in zeros alone, with these. */
  readonly zeros: ReadonlyMap<string, string>;
};
type Spelling = { readonly product: Speller; readonly customer: Speller; readonly warehouse: Speller };
type Goods = { readonly product: string; readonly warehouse: string };
type Stock = Pick<ProfileBooks, 'inventory' | 'purchases' | 'salesLedger'>;

/** Spells codes as the first of the lists that has them does. The first is a catalogue, of which two codes never are one for their zeros. */
function speller(...lists: readonly (readonly string[])[]): Speller {
  const spellings = new Map<string, string>();
  const folded = new Map<string, string>();
  const zeros = new Map<string, string>();
  const byDigits = new CodesByDigits();
  lists.forEach((codes, place) => {
    const own = [...new Set(codes)].sort().filter((code) => !spellings.has(code));
    for (const code of own) {
      const key = foldCode(code);
      const isNew = !folded.has(key);
      const other = isNew ? byDigits.find(code) : undefined;
      if (other !== undefined) zeros.set(code, other);
      const first = folded.get(key) ?? other ?? code;
      folded.set(key, first);
      spellings.set(code, first);
      if (place > 0 && first === code) byDigits.add(code);
    }
    if (place === 0) for (const code of own) byDigits.add(code);
  });
  const spell = (code: string): string =>
    spellings.get(code) ?? folded.get(foldCode(code)) ?? byDigits.find(code) ?? code;
  return Object.assign(spell, { knows: (code: string): boolean => spellings.has(code), zeros });
}

const plain: Speller = Object.assign((code: string): string => code, { knows: () => true, zeros: new Map() });
const asWritten: Spelling = { product: plain, customer: plain, warehouse: plain };

const zerosIn = ({ product, customer, warehouse }: Spelling): ZerosRead[] => [
  ...[...product.zeros].map(([written, code]) => ({ what: 'mã hàng', written, code }) as const),
  ...[...customer.zeros].map(([written, code]) => ({ what: 'mã khách', written, code }) as const),
  ...[...warehouse.zeros].map(([written, code]) => ({ what: 'mã kho', written, code }) as const),
];

/** The ledger comes last and changes from day to day: where it names no code that the other lists lack, it decides nothing. */
function spellingOf(books: ProfileBooks, remembered: Remembered): Spelling {
  const { terms, products, customers, productConnections, partnerConnections, inventory, purchases, salesLedger } =
    books;
  const from = [terms, products, customers, productConnections, partnerConnections, inventory, purchases];
  const own = remembered.of(`spelling ${terms.code}`, from, () => spellingFrom({ ...books, salesLedger: [] }));
  const isKnown = ({ product, warehouse, customerCode }: AmisSalesEntry): boolean =>
    own.product.knows(product) && own.warehouse.knows(warehouse) && own.customer.knows(customerCode);
  return salesLedger.every(isKnown) ? own : spellingFrom(books);
}

function spellingFrom(books: ProfileBooks): Spelling {
  const { terms, products, customers, productConnections, partnerConnections, inventory, purchases, salesLedger } =
    books;
  const rows = [...inventory, ...purchases, ...salesLedger];
  return {
    product: speller(
      products.map(({ code }) => code),
      rows.map(({ product }) => product),
      productConnections.map(({ product }) => product),
    ),
    customer: speller(
      customers.map(({ code }) => code),
      salesLedger.map(({ customerCode }) => customerCode),
      partnerConnections.map(({ customer }) => customer),
    ),
    warehouse: speller(
      [terms.defaultWarehouseCode, ...terms.excludedWarehouseCodes],
      products.map(({ defaultWarehouseCode }) => defaultWarehouseCode),
      rows.map(({ warehouse }) => warehouse),
    ),
  };
}

function respelt(books: ProfileBooks, spelling: Spelling, remembered: Remembered): ProfileBooks {
  const { terms, products, customers, productConnections, partnerConnections, inventory, purchases } = books;
  const from = [spelling, products, customers, productConnections, partnerConnections, inventory, purchases];
  const lists = remembered.of(`spelt ${terms.code}`, from, () => listsIn(books, spelling));
  return { ...books, ...lists, salesLedger: ledgerIn(books.salesLedger, spelling) };
}

/** The lists that do not change from day to day. */
function listsIn(books: ProfileBooks, spelling: Spelling) {
  const { product, customer, warehouse } = spelling;
  const spelt = goods(spelling);
  return {
    products: books.products
      .filter(({ code }) => product(code) === code)
      .map((one) => ({ ...one, defaultWarehouseCode: warehouse(one.defaultWarehouseCode) })),
    customers: books.customers.filter(({ code }) => customer(code) === code),
    productConnections: once(
      books.productConnections.map((connection) => ({ ...connection, product: product(connection.product) })),
      (connection) => `${connection.product}\u0000${connection.item}`,
    ),
    partnerConnections: once(
      books.partnerConnections.map((connection) => ({ ...connection, customer: customer(connection.customer) })),
      (connection) => `${connection.customer}\u0000${connection.partner}`,
    ),
    inventory: books.inventory.map(spelt),
    purchases: books.purchases.map(spelt),
  };
}

const goods =
  ({ product, warehouse }: Spelling) =>
  <T extends Goods>(row: T): T => {
    if (product(row.product) === row.product && warehouse(row.warehouse) === row.warehouse) return row;
    return { ...row, product: product(row.product), warehouse: warehouse(row.warehouse) };
  };

function stockOf({ inventory, purchases, salesLedger }: Stock, spelling: Spelling): Stock {
  const spelt = goods(spelling);
  return {
    inventory: inventory.map(spelt),
    purchases: purchases.map(spelt),
    salesLedger: ledgerIn(salesLedger, spelling),
  };
}

function ledgerIn(salesLedger: readonly AmisSalesEntry[], spelling: Spelling): readonly AmisSalesEntry[] {
  return salesLedger.map(goods(spelling)).map((entry) => {
    const customerCode = spelling.customer(entry.customerCode);
    return customerCode === entry.customerCode ? entry : { ...entry, customerCode };
  });
}

function withItems(invoice: PlannedInvoice, spelling: Spelling): PlannedInvoice {
  const spelt = goods(spelling);
  // A month that has left has a million items: those that are spelt so already stay as they are.
  if (invoice.items.every((item) => spelt(item) === item)) return invoice;
  return { ...invoice, items: invoice.items.map(spelt) };
}

function once<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const seen = new Set<string>();
  return rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
}
