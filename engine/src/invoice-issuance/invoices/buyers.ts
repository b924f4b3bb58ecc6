import type { Day } from '../../day.ts';
import { compare } from '../../order.ts';
import { personalIdOf } from '../../personal-id.ts';
import { compareTaxCodes, readTaxCode, taxCodesOf } from '../../tax-code.ts';
import type { AmisCustomer, ProfileBooks } from '../books.ts';
import { type ConsumerText, ruleOn } from '../rules/invoice-rules.ts';
import { type BuyerToName, missingOf } from '../rules/naming.ts';
import type { BravoBuyer, BuyerIdentity, InvoiceBuyer, Warning } from '../types.ts';

/** The buyer's text for a consumer on an invoice of that date. */
export const consumerText = (invoiceDate: Day, texts: readonly ConsumerText[]): string =>
  ruleOn(texts, invoiceDate)?.text ?? '';

/**
 * The consumer of an invoice. `customerCode` is the AMIS customer under which the receivable is booked, if the partner
 * is connected; else empty.
 */
export function consumerBuyer(
  partner: string,
  customerCode: string,
  invoiceDate: Day,
  texts: readonly ConsumerText[],
): InvoiceBuyer {
  return {
    source: 'consumer',
    customerCode,
    name: consumerText(invoiceDate, texts),
    address: '',
    taxCode: '',
    phone: '',
    email: '',
    bravoPartnerCode: partner,
  };
}

/** The customer that a partner is connected to in these books: the default one first, then the first active code. */
export function connectedCustomer(books: ProfileBooks): (partner: string) => AmisCustomer | undefined {
  const customers = new Map(books.customers.map((customer) => [customer.code, customer]));
  const connected = new Map<string, { customer: AmisCustomer; isDefault: boolean }[]>();
  for (const connection of books.partnerConnections) {
    const customer = customers.get(connection.customer);
    if (!customer) continue;
    const known = connected.get(connection.partner);
    if (known) known.push({ customer, isDefault: connection.isDefault });
    else connected.set(connection.partner, [{ customer, isDefault: connection.isDefault }]);
  }
  for (const known of connected.values()) {
    known.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || byPreference(a.customer, b.customer));
  }
  return (partner) => connected.get(partner)?.[0]?.customer;
}

export type FoundBuyer = BuyerToName & { readonly warnings: readonly Warning[] };

/**
 * Finds the buyer of this profile's invoices for a partner that asked for an invoice: the connected AMIS customer (the
 * default one first); else the customer with exactly the same tax code (branch suffix included); else a new customer
 * from Bravo's details, with a code that is free in the profile. Internal customers are never chosen by tax code.
 * `lastBranch` is the last branch number of a tax code that is given on the day of the invoices.
 */
export function buyerFinder(books: ProfileBooks, lastBranch: number): (partner: BravoBuyer) => FoundBuyer {
  // Most buyers are connected, and a catalogue may be long.
  let byTaxCode: ReadonlyMap<string, readonly AmisCustomer[]> | undefined;
  const ofTaxCode = (code: string): readonly AmisCustomer[] => {
    if (code === '') return [];
    byTaxCode ??= customersByTaxCode(books);
    return byTaxCode.get(code)?.toSorted(byPreference) ?? [];
  };
  const connected = connectedCustomer(books);
  const taken = new Set(books.customers.map((customer) => customer.code));
  const found = new Map<string, FoundBuyer>();

  const find = (partner: BravoBuyer): FoundBuyer => {
    const customer = connected(partner.code);
    if (customer) return fromCustomer('connection', customer, partner, books.terms.code);
    const sameTaxCode = ofTaxCode(partner.taxCode);
    if (sameTaxCode[0]) {
      const chosen = fromCustomer('tax_code', sameTaxCode[0], partner, books.terms.code);
      if (sameTaxCode.length === 1) return chosen;
      const message = `Khách «${partner.code}» trùng mã số thuế với ${sameTaxCode.length} khách AMIS (${sameTaxCode.map((one) => one.code).join(', ')}): lấy «${sameTaxCode[0].code}», hãy nối khách để chọn.`;
      return {
        ...chosen,
        warnings: [
          ...chosen.warnings,
          { code: 'BUYER_AMBIGUOUS', message, profile: books.terms.code, ...of(partner.code, books.terms.code) },
        ],
      };
    }
    return newCustomer(partner, taken, books.terms.code);
  };
  return (partner) => {
    const known = found.get(partner.code) ?? withBranchWarning(find(partner), books.terms.code, lastBranch);
    found.set(partner.code, known);
    return known;
  };
}

function customersByTaxCode({ customers }: Pick<ProfileBooks, 'customers'>): Map<string, AmisCustomer[]> {
  const byTaxCode = new Map<string, AmisCustomer[]>();
  for (const customer of customers) {
    if (customer.isInternal) continue;
    for (const code of taxCodesOf(customer)) {
      const same = byTaxCode.get(code);
      if (same) same.push(customer);
      else byTaxCode.set(code, [customer]);
    }
  }
  return byTaxCode;
}

const byPreference = (a: AmisCustomer, b: AmisCustomer): number =>
  Number(b.isActive) - Number(a.isActive) || compare(a.code, b.code);

/**
 * The AMIS customer's details count; Bravo's only fill the ones that AMIS leaves blank. Of an old code of a household and
 * its personal number the invoice carries the latter (Luật 108/2025/QH15 Điều 11).
 */
function fromCustomer(
  source: 'connection' | 'tax_code',
  customer: AmisCustomer,
  partner: BravoBuyer,
  profile: string,
): FoundBuyer {
  const warnings: Warning[] = [];
  const isRenumbered = compareTaxCodes(customer.taxCode, partner.taxCode) === 'renumbered';
  if (customer.taxCode !== '' && partner.taxCode !== '' && customer.taxCode !== partner.taxCode && !isRenumbered) {
    warnings.push({
      code: 'BUYER_TAX_CODE_DIFFERS',
      message: `Khách AMIS «${customer.code}» có mã số thuế ${customer.taxCode}, khách Bravo «${partner.code}» có ${partner.taxCode}: kiểm tra lại việc nối khách.`,
      profile,
      ...of(partner.code, profile),
    });
  }
  if (!customer.isActive) {
    warnings.push({
      code: 'BUYER_INACTIVE',
      message: `Khách AMIS «${customer.code}» đã ngừng dùng nhưng vẫn được nối với «${partner.code}».`,
      profile,
      ...of(partner.code, profile),
    });
  }
  const buyer: InvoiceBuyer = {
    source,
    customerCode: customer.code,
    name: customer.name || partner.name,
    address: customer.address || partner.address,
    taxCode: (isRenumbered && personalOf(customer.taxCode, partner.taxCode)) || customer.taxCode || partner.taxCode,
    phone: customer.phone || partner.phone,
    email: customer.email || partner.email,
    ...identityOf(customer),
    bravoPartnerCode: partner.code,
  };
  const found = { buyer, isOrganisation: customer.isOrganisation ?? null };
  return { ...found, warnings: [...warnings, ...missingContents(found, profile)] };
}

/** The identity of a buyer beside the tax code, from the list of customers. */
export function identityOf({
  idNumber,
  passport = '',
  nationality = '',
  budgetCode = '',
}: Pick<AmisCustomer, 'idNumber' | 'passport' | 'nationality' | 'budgetCode'>): { readonly identity?: BuyerIdentity } {
  const personalId = personalIdOf(idNumber);
  const identity: BuyerIdentity = {
    ...(personalId !== '' && { personalId }),
    ...(passport !== '' && { passport }),
    ...(nationality !== '' && { nationality }),
    ...(budgetCode !== '' && { budgetCode }),
  };
  return Object.keys(identity).length > 0 ? { identity } : {};
}

const personalOf = (...codes: readonly string[]): string | undefined =>
  codes.find((code) => readTaxCode(code).kind === 'person');

function newCustomer(partner: BravoBuyer, taken: Set<string>, profile: string): FoundBuyer {
  let code = partner.code;
  for (let n = 1; taken.has(code); n++) code = `${partner.code}-BR${n === 1 ? '' : n}`;
  taken.add(code);
  const buyer: InvoiceBuyer = {
    source: 'new_customer',
    customerCode: code,
    name: partner.name,
    address: partner.address,
    taxCode: partner.taxCode,
    phone: partner.phone,
    email: partner.email,
    bravoPartnerCode: partner.code,
  };
  const found = { buyer, isOrganisation: null };
  return { ...found, warnings: missingContents(found, profile) };
}

/** A branch beyond those that are given is no mistake by itself: codes given before stay in use. */
function withBranchWarning(found: FoundBuyer, profile: string, lastBranch: number): FoundBuyer {
  const { buyer, warnings } = found;
  if (readTaxCode(buyer.taxCode, lastBranch).check !== 'branch_range') return found;
  const warning: Warning = {
    code: 'BUYER_TAX_CODE_BRANCH',
    message: `Khách «${buyer.customerCode}» (Bravo «${buyer.bravoPartnerCode}») có mã số thuế «${buyer.taxCode}» với đuôi chi nhánh ngoài 001–${lastBranch}.`,
    profile,
    ...of(buyer.bravoPartnerCode, profile),
  };
  return { ...found, warnings: [...warnings, warning] };
}

/** The customer of the ledger that a warning of this file is about. */
const of = (partner: string, profile: string): Pick<Warning, 'about'> => ({
  about: [{ kind: 'partner', id: partner, profile }],
});

/** Warns of the contents that a buyer who asked for an invoice lacks, and of a tax code that is none. */
function missingContents(found: BuyerToName, profile: string): Warning[] {
  const { buyer } = found;
  const missing = missingOf(found);
  const about = `Khách «${buyer.customerCode}» (Bravo «${buyer.bravoPartnerCode}») cần hóa đơn nhưng`;
  const check = readTaxCode(buyer.taxCode).check;
  return [
    ...(missing.length > 0
      ? [
          {
            code: 'BUYER_INCOMPLETE',
            message: `${about} thiếu ${missing.join(', ')}.`,
            profile,
            ...of(buyer.bravoPartnerCode, profile),
          },
        ]
      : []),
    ...(check === 'bad_format' || check === 'bad_checksum' || check === 'lost_zero'
      ? [
          {
            code: 'BUYER_TAX_CODE_INVALID',
            message: `${about} mã số thuế «${buyer.taxCode}» không đúng quy tắc.`,
            profile,
            ...of(buyer.bravoPartnerCode, profile),
          },
        ]
      : []),
  ];
}

/**
 * An invoice to a person whose data are not complete: it has the consumer's text, and the name stays beside it. That
 * something is missing is said by this warning alone.
 */
export function namedAsConsumer(
  { buyer, warnings }: FoundBuyer,
  missing: readonly string[],
  profile: string,
  consumer: InvoiceBuyer,
): { readonly buyer: InvoiceBuyer; readonly warnings: readonly Warning[] } {
  const warning: Warning = {
    code: 'BUYER_AS_CONSUMER',
    message: `Khách «${buyer.customerCode}» (Bravo «${buyer.bravoPartnerCode}») là cá nhân, thiếu ${missing.join(', ')}: hóa đơn ghi «${consumer.name}», tên «${buyer.name}» giữ ở ghi chú.`,
    profile,
    ...of(buyer.bravoPartnerCode, profile),
  };
  return {
    buyer: { ...consumer, phone: buyer.phone, email: buyer.email, realName: buyer.name || buyer.customerCode },
    warnings: [...warnings.filter(({ code }) => code !== 'BUYER_INCOMPLETE'), warning],
  };
}
