import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { ShortageReason } from '../types.ts';
import { REMEDIES } from './remedies.ts';

const base: GivenPeriod = {
  issuers: { HN: ['A'] },
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '5' }],
    },
    {
      code: 'B',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '50' }],
    },
  ],
  partners: [{ code: 'KH1' }],
  lines: [{ id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300000 }],
};
const a = base.profiles[0]!;
const withA = (more: Partial<typeof a>): GivenPeriod => ({ ...base, profiles: [{ ...a, ...more }, base.profiles[1]!] });
const line = base.lines[0]!;

/** The trouble, and the same period after an accountant has followed the remedy. */
const cases: readonly [ShortageReason, string, GivenPeriod, GivenPeriod][] = [
  ['ITEM_NOT_CONNECTED', 'connect the item', withA({ links: [] }), base],
  ['FACTOR_MISSING', 'enter the factor', withA({ links: [{ product: 'SP1', item: 'VT1', factor: '' }] }), base],
  ['NO_STOCK', 'complete the receipts', withA({ stock: [] }), base],
  [
    'NO_STOCK',
    'declare the profile that has stock',
    withA({ stock: [] }),
    { ...withA({ stock: [] }), issuers: { HN: ['A', 'B'] } },
  ],
  [
    'STOCK_AFTER_SALE',
    'give the receipt its true day',
    withA({
      stock: [{ product: 'SP1', incoming: '5' }],
      purchases: [{ date: '2026-09-06', voucherNumber: 'NK', product: 'SP1', quantity: '5' }],
    }),
    withA({
      stock: [{ product: 'SP1', incoming: '5' }],
      purchases: [{ date: '2026-09-04', voucherNumber: 'NK', product: 'SP1', quantity: '5' }],
    }),
  ],
  [
    'TAKEN_BY_OTHERS',
    'declare another profile that may issue',
    { ...base, lines: [line, { ...line, id: '2', doc: '2' }] },
    { ...base, issuers: { HN: ['A', 'B'] }, lines: [line, { ...line, id: '2', doc: '2' }] },
  ],
  ['ISSUER_NOT_DECLARED', 'declare the issuer', { ...base, issuers: {} }, base],
  [
    'INVOICE_REQUIREMENT_UNSET',
    'mark the partner',
    { ...base, partners: [{ code: 'KH1', requirement: 'unset' }] },
    base,
  ],
  [
    'BUYER_INCOMPLETE',
    'write the tax code of the firm',
    { ...base, partners: [{ code: 'KH1', name: 'Công ty TNHH Hoa Mai', requirement: 'required' }] },
    {
      ...base,
      partners: [{ code: 'KH1', name: 'Công ty TNHH Hoa Mai', requirement: 'required', taxCode: '0316520076' }],
    },
  ],
  ['PROFILE_LOCKED', 'unlock the books', withA({ terms: { lockedThrough: '2026-09-05' } }), base],
  [
    'VAT_RATE_UNKNOWN',
    'give the product its rate',
    { ...base, lines: [{ ...line, vatRate: null }] },
    { ...withA({ products: [{ code: 'SP1', vatRate: '10' }] }), lines: [{ ...line, vatRate: null }] },
  ],
  [
    'NEEDS_REVIEW',
    'correct the product’s reduction',
    withA({ products: [{ code: 'SP1', vatReduction: 'reduced' }] }),
    base,
  ],
];

describe('following a remedy and planning again covers the line', () => {
  test.each(cases)('%s: %s', (reason, _, trouble, remedied) => {
    const before = planInvoices(issuanceInput(trouble));
    expect(before.shortages.map((one) => one.reason)).toContain(reason);
    for (const shortage of before.shortages) {
      expect(shortage.message).toMatch(/\d.*\.$/);
      expect(shortage.remedy.length).toBeGreaterThan(20);
    }
    const after = planInvoices(issuanceInput(remedied));
    expect(after.shortages).toEqual([]);
    expect(after.tieOut.invoiced).toBe(after.tieOut.ledger);
  });
});

test('a shortage names the stock of an undeclared profile, and the declaration as its remedy', () => {
  const [shortage] = planInvoices(issuanceInput(withA({ stock: [] }))).shortages;
  expect(shortage!.message).toBe(
    'Cần 3, cấp 0, thiếu 3. Tồn của «SP1» (A): 0. Còn 50 ở hồ sơ không được xuất cho chi nhánh này.',
  );
  expect(shortage!.remedy).toContain('khai báo hồ sơ đó trong kỳ');
});

test('a shortage names the documents that received the stock', () => {
  const plan = planInvoices(
    issuanceInput({ ...base, lines: [line, { ...line, id: '2', doc: '2', date: '2026-09-06' }] }),
  );
  expect(plan.shortages[0]).toMatchObject({
    line: '2',
    message: expect.stringContaining('đã cấp cho HN/HD/1'),
    competitors: [{ document: 'HN/HD/1', line: '1' }],
  });
});

test('what an adjusting invoice is needed for names the workbook that lists it', () => {
  expect(REMEDIES.RETURN_UNMATCHED).toContain('DieuChinhTraLai.xlsx');
  expect(REMEDIES.DISCOUNT_TO_ADJUST).toContain('DieuChinhChietKhau.xlsx');
});

test('goods that came back are adjusted for: the law knows no replacing invoice of a return', () => {
  expect(REMEDIES.RETURN_UNMATCHED).not.toContain('thay thế');
});
