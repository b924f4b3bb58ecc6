import { formatDay } from '../../day.ts';
import { Problem } from '../../problem.ts';
import { foldText } from '../../text/fold.ts';
import type { AmisCustomer, ProfileBooks } from '../books.ts';
import { isLocked } from '../rules/dates.ts';
import { namingOf } from '../rules/naming.ts';
import type { BravoBuyer, InvoiceBuyer, PlannedInvoice } from '../types.ts';
import { connectedCustomer, identityOf } from './buyers.ts';

/**
 * True when an AMIS customer is the same legal person as the ledger's buyer. With tax codes on both sides they decide
 * alone, branch suffix included: a branch is not its parent. Otherwise the connection decides, or the same name with no
 * tax code.
 */
export function isSameLegalPerson(
  customer: Pick<AmisCustomer, 'code' | 'name' | 'taxCode'>,
  ledgerBuyer: Pick<BravoBuyer, 'code' | 'name' | 'taxCode'>,
  connectedCode: string | undefined,
): boolean {
  if (customer.taxCode !== '' && ledgerBuyer.taxCode !== '') return customer.taxCode === ledgerBuyer.taxCode;
  if (connectedCode !== undefined && connectedCode === customer.code) return true;
  return customer.taxCode === ledgerBuyer.taxCode && foldText(customer.name) === foldText(ledgerBuyer.name);
}

/**
 * Puts another customer on a draft (product rule 4.7): the same legal person freely, another one only with a reason. The
 * ledger's own buyer stays on the invoice, which is pinned from now on. The caller writes the audit event.
 *
 * Throws INVOICE_NOT_DRAFT, PROFILE_LOCKED, CUSTOMER_NOT_FOUND, CUSTOMER_INTERNAL, CHANGE_REASON_REQUIRED, BUYER_INCOMPLETE.
 */
export function changeCustomer(
  invoice: PlannedInvoice,
  customerCode: string,
  reason: string,
  books: ProfileBooks,
  ledgerBuyer: Pick<BravoBuyer, 'code' | 'name' | 'taxCode'>,
): PlannedInvoice {
  if (invoice.status !== 'draft') {
    throw new Problem(
      'INVOICE_NOT_DRAFT',
      `Hóa đơn «${invoice.voucherNumber}» đã xuất: phải điều chỉnh hoặc thay thế ở AMIS, không đổi khách được.`,
    );
  }
  if (isLocked(invoice.date, invoice.documentDate, books.terms)) {
    const { code, lockedThrough } = books.terms;
    const until = lockedThrough === undefined ? '' : ` đến ${formatDay(lockedThrough)}`;
    throw new Problem('PROFILE_LOCKED', `Sổ của «${code}» đã khóa${until}.`);
  }
  const customer = books.customers.find((one) => one.code === customerCode);
  if (!customer) {
    throw new Problem('CUSTOMER_NOT_FOUND', `«${books.terms.code}» không có khách hàng mã «${customerCode}».`);
  }
  if (customer.isInternal) {
    throw new Problem('CUSTOMER_INTERNAL', `Khách «${customerCode}» là đối tượng nội bộ, không đứng tên hóa đơn được.`);
  }
  const connected = connectedCustomer(books)(ledgerBuyer.code)?.code;
  if (!isSameLegalPerson(customer, ledgerBuyer, connected) && reason.trim() === '') {
    throw new Problem(
      'CHANGE_REASON_REQUIRED',
      `Khách «${customer.name}» khác pháp nhân với khách trên sổ «${ledgerBuyer.name}»: cần ghi lý do.`,
    );
  }
  const buyer: InvoiceBuyer = {
    source: 'chosen',
    customerCode: customer.code,
    name: customer.name,
    address: customer.address,
    taxCode: customer.taxCode,
    phone: customer.phone,
    email: customer.email,
    ...identityOf(customer),
    bravoPartnerCode: invoice.buyer.bravoPartnerCode,
  };
  const found = { buyer, isOrganisation: customer.isOrganisation ?? null };
  const naming = namingOf(found, invoice.date);
  if (naming.as !== 'named') {
    const why = naming.as === 'blocked' ? naming.why : `thiếu ${naming.missing.join(', ')}`;
    throw new Problem('BUYER_INCOMPLETE', `Khách «${customer.name}» chưa đứng tên hóa đơn được: ${why}.`);
  }
  return { ...invoice, buyer, pinned: true };
}
