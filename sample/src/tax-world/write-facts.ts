import { amountInWords } from '@khop/engine/amount-in-words.ts';
import { divideRounded } from '@khop/engine/money.ts';
import { formatQuantity, ONE } from '@khop/engine/quantity.ts';
import { randomOf } from '../random.ts';
import type { InvoiceToWrite, LineToWrite, PartyToWrite } from '../tax-invoices/invoice-to-write.ts';
import { buyerOf, type DealLine, FORM, keyOf, type Party, sellerOf, type TaxFacts } from './deal.ts';

/** The firm whose software writes the invoices; it is no firm. */
const PROVIDER = '0100000009';

/** The texts of an invoice as its seller's software writes them. */
export function invoiceToWrite(facts: TaxFacts): InvoiceToWrite {
  const { symbol, number, date, currency, exchangeRate, said, original } = facts;
  const random = randomOf(0, keyOf(facts));
  const isForeign = currency !== 'VND';
  return {
    ...{ version: '2.1.0', title: 'Hóa đơn giá trị gia tăng', form: FORM, symbol, date, currency },
    number: String(number).padStart(Number(number) % 2 === 0 ? 8 : 1, '0'),
    exchangeRate: String(exchangeRate),
    ...{ paymentMethod: 'TM/CK', providerTaxCode: PROVIDER },
    seller: partyToWrite(sellerOf(facts)),
    buyer: buyerToWrite(buyerOf(facts)),
    lines: facts.lines.map(lineToWrite),
    rates: facts.rates.map(({ rate, amount, vat }) => ({
      ...{ rate: rateText(rate), amount: String(amount), vat: String(vat) },
    })),
    ...{ beforeVat: String(said.beforeVat), vat: String(said.vat), total: String(said.total) },
    ...(isForeign ? {} : { inWords: amountInWords(said.total) }),
    ...(original && { related: [{ relation: '1', form: FORM, ...original, note: 'Sai thông tin người mua' }] }),
    ...codeOf(facts, random.digits(32)),
    lookup: [{ name: 'Fkey', value: `KEY${random.digits(9)}` }],
  };
}

/** The tax authority's code: 34 characters, 23 of a cash register, none for a seller who sends without. */
function codeOf({ channel, number, date }: TaxFacts, digits: string): Pick<InvoiceToWrite, 'authorityCode'> {
  if (channel === 'coded') return { authorityCode: `00${digits}` };
  if (channel === 'uncoded') return {};
  return { authorityCode: `M1-${date.slice(2, 4)}-KHOPA-${number.padStart(11, '0')}` };
}

const rateText = (rate: string): string => (/^\d+$/.test(rate) ? `${rate}%` : rate);

const partyToWrite = ({ taxCode, name, address }: Party): PartyToWrite => ({
  name,
  ...(taxCode !== '' && { taxCode }),
  ...(address !== '' && { address }),
});

/** A buyer without a tax code is a person. */
const buyerToWrite = ({ taxCode, name, address }: Party): PartyToWrite =>
  taxCode === '' ? { person: name, ...(address !== '' && { address }) } : partyToWrite({ taxCode, name, address });

function lineToWrite({ code, name, unit, quantity, amount, discount, rate }: DealLine): LineToWrite {
  const price = divideRounded(BigInt(amount + discount) * ONE * ONE, quantity);
  return {
    ...{ kind: '1', code, name: name.trim(), amount: String(amount), rate: rateText(rate) },
    ...(unit !== '' && { unit }),
    ...{ quantity: formatQuantity(quantity), unitPrice: formatQuantity(price) },
    ...(discount !== 0 && { discount: String(discount) }),
  };
}
