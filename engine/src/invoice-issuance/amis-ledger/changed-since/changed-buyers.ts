import { documentKeyOf, type SalesLine } from '../../../bravo/sales-line.ts';
import { compareTaxCodes } from '../../../tax-code.ts';
import { foldText } from '../../../text/fold.ts';
import { isConsolidated } from '../../rules/consolidation.ts';
import { foldCode } from '../../stock-keys.ts';
import type { BravoBuyer, InvoiceBuyer, IssuanceInput, PlannedInvoice } from '../../types.ts';
import type { TellOfLeft } from './left-invoices.ts';
import type { Remedies } from './remedies.ts';

/** The buyer that a partner is on the invoices of a profile. */
type BuyerOf = (profile: string, partner: BravoBuyer) => { readonly buyer: InvoiceBuyer };
/** The buyer of a line, where it is another one than an invoice names: in words, and as the profile's books have it. */
export type OtherBuyer = (
  invoice: PlannedInvoice,
  line: SalesLine,
) => { readonly words: string; readonly buyer: InvoiceBuyer | undefined } | undefined;

/**
 * True when the ledger writes another customer at a line than at the sale of the invoice that holds it. A consumer has no name, a
 * consolidated invoice is of many, and a discount of the invoice's own document is where its goods are, also with the name of another.
 */
export function hasOtherPartner(invoice: PlannedInvoice, line: SalesLine): boolean {
  const { partnerCode } = line;
  const { source, bravoPartnerCode } = invoice.buyer;
  if (partnerCode === bravoPartnerCode || source === 'consumer' || bravoPartnerCode === '') return false;
  if (isConsolidated(invoice) || foldCode(partnerCode) === foldCode(bravoPartnerCode)) return false;
  return line.kind !== 'discount' || documentKeyOf(line) !== invoice.bravoDocument;
}

/** Finds the lines whose customer is another buyer by now than their invoice names, by the books of its profile. */
export function otherBuyers({ bravoPartners, profiles }: IssuanceInput, buyerOf: BuyerOf): OtherBuyer {
  const known = new Set(profiles.map(({ terms }) => terms.code));
  const partners = new Map(bravoPartners.map((partner) => [partner.code, partner]));
  return (invoice, line) => {
    if (!hasOtherPartner(invoice, line)) return undefined;
    const partner = partners.get(line.partnerCode);
    const buyer = partner && known.has(invoice.profile) ? buyerOf(invoice.profile, partner).buyer : undefined;
    if (buyer && isSameBuyer(invoice.buyer, buyer)) return undefined;
    return { words: `«${partner?.name || line.partnerCode}» (${line.partnerCode})`, buyer };
  };
}

/** An old code of a household may be of any personal number: the name says whether it is of this one. */
function isSameBuyer(was: InvoiceBuyer, now: InvoiceBuyer): boolean {
  if (now.customerCode === was.customerCode) return true;
  const relation = compareTaxCodes(was.taxCode, now.taxCode);
  return relation === 'same' || (relation === 'renumbered' && foldText(was.name) === foldText(now.name));
}

/**
 * An invoice that has left in the name of one customer, and whose sale the ledger writes for another one by now. The books balance, so
 * that nothing else tells of it. Where AMIS has adjusted the invoice to the one buyer that all of its goods are of by now, all is done.
 */
export const changedBuyer =
  (otherOf: OtherBuyer, { isOfBuyer }: Pick<Remedies, 'isOfBuyer'>): TellOfLeft =>
  (invoice, lines) => {
    // Hardly any: the rest is looked at for these alone.
    if (!lines.some((line) => hasOtherPartner(invoice, line))) return undefined;
    const { profile, voucherNumber, key, buyer } = invoice;
    const others = lines.flatMap((line) => otherOf(invoice, line) ?? []);
    if (others.length === 0) return undefined;
    const goods = lines.filter(({ kind }) => kind !== 'discount').length;
    const buyers = others.map(({ buyer }) => buyer);
    if (others.length >= goods && isOfBuyer(invoice, buyers)) return undefined;
    const was = `«${buyer.name || buyer.customerCode}» (${buyer.bravoPartnerCode})`;
    const now = [...new Set(others.map(({ words }) => words))].join(', ');
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao cho ${was}, mà Bravo nay ghi ${others.length} dòng bán của nó cho ${now}.`;
    return { code: 'KEPT_INVOICE_BUYER', message, profile, invoice: key };
  };
