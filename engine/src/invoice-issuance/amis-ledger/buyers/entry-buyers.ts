import { taxCodesOf } from '../../../tax-code.ts';
import { foldText } from '../../../text/fold.ts';
import type { AmisSalesEntry, ProfileBooks } from '../../books.ts';
import type { BravoBuyer } from '../../types.ts';

const WALK_IN_NAMES = /\b(khach le|ban le|vang lai|nguoi tieu dung|nguoi mua khong lay hoa don)\b/;

/**
 * A partner that represents any buyer: it did not ask for invoices, and neither its name nor its details identify a
 * person.
 */
const isWalkIn = (partner: BravoBuyer): boolean =>
  partner.requirement !== 'required' &&
  partner.taxCode === '' &&
  (WALK_IN_NAMES.test(foldText(partner.name)) || (partner.address === '' && partner.phone === ''));

/** An AMIS customer connected to more Bravo partners than this is a collective one, and identifies none of them. */
const PARTNERS_OF_ONE_CUSTOMER = 5;

/** The Bravo partners that the buyer of an entry may be. */
export type EntryBuyers = { readonly partners: readonly string[]; readonly walkIns: readonly string[] };

/**
 * The Bravo partners that an entry's customer is: by connection, by exact tax code, by the same name. None for a
 * customer that represents any buyer: a walk-in by name, connected only to walk-ins, or to many partners at once.
 * Walk-in partners that it is connected to are listed separately.
 */
export function buyerFinder(
  books: ProfileBooks,
  partners: readonly BravoBuyer[],
): (entry: AmisSalesEntry) => EntryBuyers {
  const { walkIns, byTaxCode, byName } = partnersByDetails(partners);
  const connected = new Map<string, string[]>();
  const connectedWalkIns = new Map<string, string[]>();
  for (const connection of books.partnerConnections) {
    push(walkIns.has(connection.partner) ? connectedWalkIns : connected, connection.customer, connection.partner);
  }
  const customers = new Map(books.customers.map((customer) => [customer.code, customer]));
  const buyersOf = (customerCode: string, customerName: string): EntryBuyers => {
    const name = foldText(customerName);
    const ownWalkIns = connectedWalkIns.get(customerCode) ?? [];
    const own = connected.get(customerCode) ?? [];
    if (WALK_IN_NAMES.test(name) || own.length > PARTNERS_OF_ONE_CUSTOMER) return { partners: [], walkIns: ownWalkIns };
    const customer = customers.get(customerCode);
    const sameTaxCode = customer ? taxCodesOf(customer).flatMap((code) => byTaxCode.get(code) ?? []) : [];
    return { partners: [...new Set([...own, ...sameTaxCode, ...(byName.get(name) ?? [])])], walkIns: ownWalkIns };
  };
  const known = new Map<string, Map<string, EntryBuyers>>();
  return ({ customerCode, customerName }) => {
    const byCustomerName = known.get(customerCode) ?? new Map<string, EntryBuyers>();
    known.set(customerCode, byCustomerName);
    const buyers = byCustomerName.get(customerName) ?? buyersOf(customerCode, customerName);
    byCustomerName.set(customerName, buyers);
    return buyers;
  };
}

type ByDetails = {
  readonly walkIns: ReadonlySet<string>;
  readonly byTaxCode: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
};

const detailsOf = new WeakMap<readonly BravoBuyer[], ByDetails>();

/** The codes of partners by what may name them in AMIS; each profile asks the same list. */
function partnersByDetails(partners: readonly BravoBuyer[]): ByDetails {
  const known = detailsOf.get(partners);
  if (known) return known;
  const walkIns = new Set(partners.filter(isWalkIn).map((one) => one.code));
  const byTaxCode = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const partner of partners) {
    if (walkIns.has(partner.code)) continue;
    push(byTaxCode, partner.taxCode, partner.code);
    push(byName, foldText(partner.name), partner.code);
  }
  const made = { walkIns, byTaxCode, byName };
  detailsOf.set(partners, made);
  return made;
}

function push(map: Map<string, string[]>, key: string, code: string): void {
  if (key === '') return;
  const codes = map.get(key);
  if (codes) codes.push(code);
  else map.set(key, [code]);
}
