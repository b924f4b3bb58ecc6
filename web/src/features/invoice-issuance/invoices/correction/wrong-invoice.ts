import type { WrongOne } from '@khop/engine/invoice-issuance/issued/corrected-together.ts';
import type { WrongInvoice } from '@khop/engine/invoice-issuance/issued/correction-advice.ts';
import type { ErrorKind } from '@khop/engine/invoice-issuance/issued/error-kinds.ts';
import type { ItemOf } from '../../../../api/operations.ts';
import type { Invoice } from '../invoice.ts';

type Listed = ItemOf<'listAmisInvoices'>;

const ISSUED: readonly Invoice['status'][] = ['issued', 'adjusted', 'replaced'];

/** The invoice as the law of corrections sees it; undefined for one that AMIS has not issued. */
export function wrongInvoice({ status, seller, buyer, ...invoice }: Invoice): WrongInvoice | undefined {
  if (!ISSUED.includes(status) || !invoice.invoiceNumber) return undefined;
  return {
    form: seller.invoiceForm,
    symbol: seller.invoiceSymbol,
    number: invoice.invoiceNumber,
    date: invoice.invoiceDate ?? invoice.date,
    buyer: buyer.source === 'consumer' ? 'unnamed' : isBusiness(buyer) ? 'business' : 'person',
    before: status === 'issued' ? null : (status as 'adjusted' | 'replaced'),
  };
}

/** A tax code of twelve digits is that of a person. */
const isBusiness = ({ taxCode, budgetCode }: Invoice['buyer']): boolean =>
  budgetCode !== '' || (taxCode !== '' && taxCode.length !== 12);

/** The invoice and others of its buyer, all with that error. */
export const wrongOnes = (invoice: Invoice, others: readonly Listed[], error: ErrorKind): WrongOne[] =>
  [invoice, ...others.filter(({ id }) => id !== invoice.id)]
    .filter(({ invoiceNumber, buyer }) => invoiceNumber && buyer.customerCode === invoice.buyer.customerCode)
    .map(({ invoiceNumber, invoiceDate, date, buyer }) => ({
      ...{ number: invoiceNumber ?? '', date: invoiceDate ?? date, buyer: buyer.customerCode, error },
    }));
