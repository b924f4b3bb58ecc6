import { compareTaxCodes, readTaxCode } from '../../../tax-code.ts';
import { foldText } from '../../../text/fold.ts';
import { haveSameWords } from '../../../text/same-words.ts';
import { buyerFinder, identityOf } from '../../invoices/buyers.ts';
import { ruleOn } from '../../rules/invoice-rules.ts';
import type { InvoiceBuyer, IssuanceInput, PlannedInvoice } from '../../types.ts';

/** The buyer of an invoice as the catalogues have it today; undefined for a consumer, and for one whom they have no more. */
export type BuyerToday = (invoice: PlannedInvoice) => InvoiceBuyer | undefined;

export function buyersToday({ profiles, bravoPartners, invoiceRules, period }: IssuanceInput): BuyerToday {
  const { last } = ruleOn(invoiceRules.branchCodes, period.toDate)!;
  const partners = new Map(bravoPartners.map((partner) => [partner.code, partner]));
  const books = new Map(
    profiles.map((own) => [
      own.terms.code,
      { of: buyerFinder(own, last), customers: new Map(own.customers.map((customer) => [customer.code, customer])) },
    ]),
  );
  return ({ profile, buyer }) => {
    const own = books.get(profile);
    if (!own || buyer.source === 'consumer') return undefined;
    if (buyer.source === 'chosen') {
      const customer = own.customers.get(buyer.customerCode);
      if (!customer) return undefined;
      const { identity: _old, ...before } = buyer;
      const { name, address, taxCode } = customer;
      return { ...before, name, address, taxCode, ...identityOf(customer) };
    }
    const partner = partners.get(buyer.bravoPartnerCode);
    return partner && own.of(partner).buyer;
  };
}

/**
 * The number by which the law knows a buyer, where the catalogues have another one than an invoice: tax code, personal number, passport or
 * code of a budget unit. A number that the catalogues have lost says nothing; an old code of a household and its personal number are one.
 * In words; undefined where none differs.
 */
export function numberDifference(was: InvoiceBuyer, now: InvoiceBuyer): string | undefined {
  if (isOtherTaxCode(was, now)) {
    const [before, today] = [numberInWords(was.taxCode), numberInWords(now.taxCode)];
    if (was.taxCode === '') return `không ghi mã số thuế, danh mục nay ghi ${today}`;
    return before === today ? `ghi ${before} khác với danh mục nay` : `ghi ${before}, danh mục nay ghi ${today}`;
  }
  for (const [field, name] of NUMBERS) {
    const [before, today] = [was.identity?.[field] ?? '', now.identity?.[field] ?? ''];
    if (before !== '' && today !== '' && foldText(before) !== foldText(today))
      return `ghi ${name} khác với danh mục nay`;
  }
  return undefined;
}

/** Data of a person are not spelt out in lists (Luật 91/2025/QH15). */
const numberInWords = (taxCode: string): string =>
  readTaxCode(taxCode).kind === 'person' ? 'số định danh cá nhân' : `mã số thuế ${taxCode}`;

const NUMBERS = [
  ['personalId', 'số định danh cá nhân'],
  ['passport', 'số hộ chiếu'],
  ['budgetCode', 'mã ĐVQHNS'],
] as const;

function isOtherTaxCode(was: InvoiceBuyer, now: InvoiceBuyer): boolean {
  if (now.taxCode === '' || now.taxCode === was.taxCode) return false;
  if (readTaxCode(now.taxCode).code === readTaxCode(was.taxCode).code) return false;
  // A person's number may be in either place.
  if (was.taxCode === '' && readTaxCode(now.taxCode).base === (was.identity?.personalId ?? '')) return false;
  const relation = compareTaxCodes(was.taxCode, now.taxCode);
  if (relation === 'renumbered') return foldText(was.name) !== foldText(now.name) && !haveSameWords(was.name, now.name);
  return relation !== 'same';
}

/**
 * Name and address, where the catalogues say something else than an invoice, in words; another spelling is none, and what another list
 * or customer says of the same number was never put right.
 */
export function nameDifference(was: InvoiceBuyer, now: InvoiceBuyer): string | undefined {
  if (was.customerCode !== now.customerCode) return undefined;
  const found = (['name', 'address'] as const).flatMap((field) =>
    now[field] === '' || haveSameWords(was[field], now[field])
      ? []
      : `${FIELD_NAMES[field]} «${was[field]}», danh mục nay ghi «${now[field]}»`,
  );
  return found.length === 0 ? undefined : `ghi ${found.join('; ')}`;
}

const FIELD_NAMES = { name: 'tên', address: 'địa chỉ' } as const;
