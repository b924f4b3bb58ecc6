import type { TaxInvoiceRow } from '@khop/contract/tax-invoices/resources.ts';
import { expect, test } from 'vitest';
import {
  numberOf,
  otherSide,
  type Signature,
  sidesOf,
  signatureSentence,
  signatureWord,
  stateWord,
  symbolOf,
  titleOf,
} from './words.ts';

const row = (...sides: ('purchase' | 'sale')[]) =>
  ({
    ...{ sellerName: 'Công ty Bán', sellerTaxCode: '0100000001', buyerName: 'Công ty Mua', buyerTaxCode: '0100000002' },
    own: sides.map((side) => ({ profileId: side, code: side === 'sale' ? 'AP' : 'BP', side })),
  }) as unknown as TaxInvoiceRow;

const seller = { name: 'Công ty Bán', taxCode: '0100000001' };
const buyer = { name: 'Công ty Mua', taxCode: '0100000002' };

test('the other side is the seller of a purchase and the buyer of a sale, whatever the list is narrowed to', () => {
  expect(otherSide(row('purchase'))).toEqual(seller);
  expect(otherSide(row('purchase'), { side: 'sale' })).toEqual(seller);
  expect(otherSide(row('sale'))).toEqual(buyer);
  expect(otherSide(row('sale'), { side: 'purchase' })).toEqual(buyer);
  expect(otherSide(row())).toEqual(seller);
});

test('between two profiles both sides are named, until the list shows one of them', () => {
  const both = row('sale', 'purchase');
  expect(otherSide(both, { side: '', profileId: '' })).toEqual({
    name: 'Công ty Bán → Công ty Mua',
    taxCode: '0100000001 → 0100000002',
  });
  expect(otherSide(both, { side: 'purchase' })).toEqual(seller);
  expect(otherSide(both, { profileId: 'sale' })).toEqual(buyer);
  expect(sidesOf(both)).toBe('Mua vào, Bán ra');
});

test('names of others turn nothing around', () => {
  expect(otherSide({ ...row('purchase'), sellerName: 'Bán\u202Enáb' }).name).toBe('Bán\ufffdnáb');
});

const signature = (changes: Partial<Signature>): Signature => ({
  ...{ place: 'seller', verdict: 'intact', signer: 'seller', trust: 'notAnchored', signerTaxCode: '0100000001' },
  ...{ name: 'CÔNG TY BÁN', issuer: 'CA', validFrom: null, validTo: null, fingerprint: null, signedAt: null },
  ...{ algorithm: 'rsa-sha256', reason: null },
  ...changes,
});

test.each([
  [{}, 'Chữ ký toàn vẹn, người ký: CÔNG TY BÁN, MST 0100000001.'],
  [{ signerTaxCode: null }, 'Chữ ký toàn vẹn, người ký: CÔNG TY BÁN.'],
  [{ name: null, signerTaxCode: null }, 'Chữ ký toàn vẹn.'],
  [{ verdict: 'intact_weak' }, 'Chữ ký toàn vẹn nhưng ký theo cách cũ nên yếu, người ký: CÔNG TY BÁN, MST 0100000001.'],
  [{ verdict: 'broken', reason: 'Dữ liệu đã đổi.' }, 'Chữ ký đã bị phá vỡ. Dữ liệu đã đổi.'],
  [{ verdict: 'unreadable' }, 'Chữ ký không kiểm tra được.'],
] as const)('a signature %j is said as «%s»', (changes, sentence) => {
  expect(signatureSentence(signature(changes))).toBe(sentence);
});

test('the chip of an intact signature warns when the certificate is of another one', () => {
  expect(signatureWord({ verdict: 'intact', signer: 'seller' })).toEqual({ label: 'Toàn vẹn', tone: 'green' });
  expect(signatureWord({ verdict: 'intact', signer: 'other' })).toEqual({
    label: 'Người khác ký',
    tone: 'amber',
  });
  expect(signatureWord({ verdict: 'unsigned', signer: 'unknown' }).tone).toBe('grey');
});

test('an invoice is named by what it has', () => {
  expect(symbolOf({ form: '1', symbol: 'C26TAA' })).toBe('1C26TAA');
  expect(symbolOf({ form: '01GTKT0/001', symbol: 'AA/20E' })).toBe('01GTKT0/001 AA/20E');
  expect([numberOf({ number: '123' }), numberOf({ number: null })]).toEqual(['123', 'Chưa có số']);
  expect(titleOf({ title: ' ', form: '2' })).toBe('Hóa đơn bán hàng');
  expect(titleOf({ title: 'Hóa đơn GTGT', form: '1' })).toBe('Hóa đơn GTGT');
  expect(titleOf({ title: '', form: '9' })).toBe('Hóa đơn điện tử');
});

test('an invoice without XML has no word about its signature; one that no list has, none about its state', () => {
  expect(signatureWord({ verdict: null, signer: null }).label).toBe('Thiếu XML');
  expect(stateWord({ state: 'replaced', relation: 'new' }).label).toBe('Bị thay thế');
  expect(stateWord({ state: null, relation: 'adjusts' }).label).toBe('Điều chỉnh');
  expect(stateWord({ state: null, relation: 'new' }).label).toBe('–');
});
