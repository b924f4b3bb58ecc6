import { amountInWords } from '@khop/engine/amount-in-words.ts';
import { randomOf } from '../random.ts';
import { brands, categories } from '../words/vocabulary-goods.ts';
import { places, streets } from '../words/vocabulary-people.ts';
import type { InvoiceToWrite, LineToWrite } from './invoice-to-write.ts';
import type { Firm } from './test-authority.ts';

/** The facts that an invoice is made of; all else is drawn from the seed. */
export type MadeUp = {
  readonly seed: number;
  readonly seller: Firm;
  readonly buyer: Firm;
  readonly number: number;
  readonly date: string;
  readonly lines: number;
};

const RATES = ['10%', '8%', '5%', 'KCT'] as const;

/** A purchase or sale of made-up goods whose totals add up to the đồng. */
export function madeUpInvoice({ seed, seller, buyer, number, date, lines: count }: MadeUp): InvoiceToWrite {
  const random = randomOf(seed, `tax-invoice-${number}`);
  const address = `${random.pick(streets)}, ${random.pick(places)}`;
  const lines = Array.from({ length: count }, (): LineToWrite & { readonly value: number } => {
    const [quantity, price] = [random.int(1, 400), random.int(10, 9_000) * 100];
    const category = random.pick(categories);
    return {
      kind: '1',
      code: `SP${random.digits(6)}`,
      name: `${category.noun} ${random.pick(brands)} ${random.int(1, 99)}`,
      unit: 'Cái',
      quantity: String(quantity),
      unitPrice: String(price),
      amount: String(quantity * price),
      rate: random.pick(RATES),
      value: quantity * price,
    };
  });
  const rates = RATES.flatMap((rate) => {
    const own = lines.filter((line) => line.rate === rate);
    if (own.length === 0) return [];
    const amount = own.reduce((sum, { value }) => sum + value, 0);
    const percent = rate === 'KCT' ? 0 : Number.parseInt(rate, 10);
    return [{ rate, amount, vat: Math.round((amount * percent) / 100) }];
  });
  const [beforeVat, vat] = [
    rates.reduce((sum, one) => sum + one.amount, 0),
    rates.reduce((sum, one) => sum + one.vat, 0),
  ];
  return {
    version: '2.0.1',
    title: 'Hóa đơn giá trị gia tăng',
    form: '1',
    symbol: `C${date.slice(2, 4)}TAA`,
    number: String(number),
    date,
    currency: 'VND',
    exchangeRate: '1',
    paymentMethod: 'TM/CK',
    providerTaxCode: '0100000009',
    seller: { name: seller.name, taxCode: seller.taxCode, address },
    buyer: { name: buyer.name, taxCode: buyer.taxCode, address },
    lines: lines.map(({ value: _, ...line }) => line),
    rates: rates.map(({ rate, amount, vat: tax }) => ({ rate, amount: String(amount), vat: String(tax) })),
    beforeVat: String(beforeVat),
    vat: String(vat),
    total: String(beforeVat + vat),
    inWords: amountInWords(beforeVat + vat),
    authorityCode: `00${random.digits(32)}`,
    lookup: [{ name: 'Fkey', value: `KEY${random.digits(9)}` }],
  };
}
