import { parseQuantity } from '@khop/engine/quantity.ts';
import type { TaxInvoice } from '@khop/engine/tax-invoices/tax-invoice.ts';
import type { InvoiceToWrite, PartyToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyInvoice, anyStyle } from './testing/arbitrary.ts';
import { oneIn, sellerSigner, taxSigner } from './testing/made-up.ts';

const KINDS: Readonly<Record<string, string>> = { 1: 'goods', 2: 'promotion', 3: 'discount', 4: 'note', 5: 'special' };

const partyOf = ({ citizenId, passport, ...party }: PartyToWrite) => ({
  ...Object.fromEntries(
    ['name', 'taxCode', 'address', 'code', 'person', 'budgetCode', 'email', 'phone', 'bankAccount', 'bankName'].map(
      (field) => [
        field,
        // The names are those of its fields.
        party[field as keyof typeof party] ?? null,
      ],
    ),
  ),
  personal:
    citizenId === undefined && passport === undefined
      ? null
      : { citizenId: citizenId ?? null, passport: passport ?? null },
});

/** The things that the reader has to say of what was written. */
const saidOf = (one: InvoiceToWrite) => ({
  identity: { sellerTaxCode: one.seller.taxCode, form: one.form, symbol: one.symbol, number: one.number ?? null },
  version: one.version,
  title: one.title,
  date: one.date,
  currency: one.currency,
  // No other currency is worth one đồng.
  exchangeRate: one.currency === 'VND' ? '1' : one.exchangeRate === '1' ? null : one.exchangeRate,
  paymentMethod: one.paymentMethod ?? null,
  providerTaxCode: one.providerTaxCode ?? null,
  seller: partyOf(one.seller),
  buyer: partyOf(one.buyer),
  lines: one.lines.map((line) => ({
    kind: KINDS[line.kind],
    code: line.code ?? null,
    name: line.name,
    unit: line.unit ?? null,
    quantity: line.quantity === undefined ? null : parseQuantity(line.quantity),
    unitPrice: line.unitPrice ?? null,
    discountPercent: line.discountPercent ?? null,
    discount: line.discount ?? null,
    amount: line.amount ?? null,
    rate: line.kind === '4' ? null : (line.rate ?? null),
    vatSaid: line.vatSaid ?? null,
  })),
  rates: one.rates.map(({ rate, amount, vat }) => ({ rate, amount, vat })),
  beforeVat: one.beforeVat ?? null,
  vat: one.vat ?? null,
  discount: one.discount ?? null,
  deduction: one.deduction ?? null,
  total: one.total,
  inWords: one.inWords ?? null,
  related: (one.related ?? []).map(({ relation, number, note }) => ({
    relation: relation === '1' ? 'replaces' : 'adjusts',
    key: `${one.seller.taxCode}|1|C26TAA|${number}`,
    note: note ?? null,
  })),
  authorityCode: one.authorityCode ?? null,
  qr: one.qr ?? null,
  lookup: (one.lookup ?? []).map(({ name, value }) => ({ name, value })),
});

/** The same of what was read. */
const readOf = (one: TaxInvoice) => ({
  identity: one.identity,
  version: one.version,
  title: one.title,
  date: one.date,
  currency: one.currency,
  exchangeRate: one.exchangeRate,
  paymentMethod: one.paymentMethod,
  providerTaxCode: one.providerTaxCode,
  seller: one.seller,
  buyer: one.buyer,
  lines: one.lines.map(
    ({ kind, code, name, unit, quantity, unitPrice, discountPercent, discount, amount, rate, vatSaid }) => ({
      ...{ kind, code, name, unit, quantity, unitPrice, discountPercent, discount, amount },
      ...{ rate: rate?.text ?? null, vatSaid },
    }),
  ),
  rates: one.rates.map(({ rate, amount, vat }) => ({ rate: rate?.text, amount, vat })),
  beforeVat: one.totals.beforeVat,
  vat: one.totals.vat,
  discount: one.totals.discount,
  deduction: one.totals.deduction,
  total: one.totals.total,
  inWords: one.totals.inWords,
  related: one.related.map(({ relation, key, note }) => ({ relation, key, note })),
  authorityCode: one.authorityCode,
  qr: one.qr,
  lookup: one.lookup.map(({ name, value }) => ({ name, value })),
});

/** Repeated fields that a builder may write in any order. */
const sorted = <T extends { related: readonly object[]; lookup: readonly object[] }>(one: T) => {
  const text = (value: object): string => JSON.stringify(value);
  const byText = (a: object, b: object): number => (text(a) < text(b) ? -1 : 1);
  return { ...one, related: [...one.related].sort(byText), lookup: [...one.lookup].sort(byText) };
};

it('reads any invoice back as it was written and signed, however its supplier writes', () => {
  fc.assert(
    fc.property(anyInvoice, anyStyle, fc.boolean(), (invoice, style, hasAuthority) => {
      const signers = { seller: sellerSigner, ...(hasAuthority ? { authority: taxSigner } : {}) };
      const read = oneIn(writeTaxInvoice(invoice, signers, style));
      expect(sorted(readOf(read.invoice))).toEqual(sorted(saidOf(invoice)));
      expect(read.signature.verdict).toBe(style.hash === 'sha1' ? 'intact_weak' : 'intact');
      expect(read.signature).toMatchObject({ signer: 'seller', trust: 'anchored' });
      expect(read.invoice.unknownElements).toBe(0);
    }),
    { numRuns: 300 },
  );
});
