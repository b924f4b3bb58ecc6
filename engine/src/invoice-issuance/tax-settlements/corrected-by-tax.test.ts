import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

type Sale = NonNullable<GivenPeriod['profiles'][number]['sales']>[number];
type Corrects = NonNullable<ReturnType<typeof issuanceInput>['profiles'][number]['salesLedger'][number]['corrects']>;

const first = invoicesOf(given());
const [one, two] = first.map((invoice) => invoice.voucherNumber) as [string, string];
const entry = { documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1', quantity: '4', amount: 400000 };
const own = { ...entry, id: 'a', voucherNumber: one, invoiceNumber: '00000007' };
const other = { ...entry, id: 'r', voucherNumber: 'TAY9', invoiceNumber: '00000009' };

/** Number 7 as the tax invoice of number 9 names it. */
const corrects = (fate: Corrects['fate']): Corrects => ({
  ...{ fate, list: undefined, direction: undefined },
  invoices: [{ number: '7', symbol: undefined, form: '1', date: undefined }],
});

/** The plan of invoices that have left; `says` is what the tax invoice of entry `r` corrects. */
function planWith(sales: Sale[], tax?: PlannedInvoice['tax'], says?: Corrects) {
  const kept = first.map(
    (invoice): PlannedInvoice => ({
      ...{ ...invoice, status: 'exported' },
      ...(tax && invoice.voucherNumber === one && { status: 'issued', invoiceNumber: '7', tax }),
    }),
  );
  const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '20', outgoing: '8' }], sales }];
  const input = issuanceInput(given({ kept, profiles }));
  const withWord = input.profiles.map((books) => ({
    ...books,
    salesLedger: books.salesLedger.map((row) => (says && row.id === 'r' ? { ...row, corrects: says } : row)),
  }));
  return planInvoices({ ...input, profiles: withWord });
}
const statusOf = (plan: ReturnType<typeof planWith>) =>
  plan.settled.find(({ voucherNumber }) => voucherNumber === one)?.status;
const told = (plan: ReturnType<typeof planWith>) =>
  plan.warnings.map(({ code, message }) => `${code} ${message}`).join('\n');
const placed = ({ tieOut: { ledger: _, ...places } }: ReturnType<typeof planWith>) =>
  Object.values(places).reduce((sum, part) => sum + part, 0);

describe('an invoice of ours that a signed tax invoice corrects', () => {
  test('is replaced once the ledger has the number that replaces: its sales are there, each once', () => {
    expect(statusOf(planWith([own, other]))).toBe('issued');
    const plan = planWith([own, other], undefined, corrects('replaced'));
    expect(statusOf(plan)).toBe('replaced');
    expect(plan.alreadyInvoiced).toMatchObject([{ line: '1', voucherNumber: 'TAY9', amount: 400000 }]);
    expect(plan.invoices.map(({ voucherNumber }) => voucherNumber)).toEqual([two]);
    expect(placed(plan)).toBe(plan.tieOut.ledger);
  });

  test('keeps its sales and stock until then, and is told', () => {
    const plan = planWith([own], { isInAmis: true, replacedBy: '9' });
    expect(statusOf(plan)).toBe('issued');
    expect(plan.invoices).toHaveLength(2);
    expect(plan.alreadyInvoiced).toEqual([]);
    expect(told(plan)).toContain('AMIS_STATUS_UNCLEAR');
    expect(told(plan)).toContain('bị thay thế bởi hóa đơn điện tử số «9»');
    expect(placed(plan)).toBe(plan.tieOut.ledger);
  });

  test('is adjusted with the entries of the adjusting number, which are no sale of their own', () => {
    const adjusting = { ...other, quantity: '0', amount: -1000 };
    const plan = planWith([own, adjusting], undefined, corrects('adjusted'));
    expect(plan.settled).toMatchObject([{ status: 'adjusted', difference: -1000 }]);
    expect(plan.review).toEqual([]);
  });

  test('the ledger’s own words come first', () => {
    const worded = { ...other, quantity: '0', amount: -1000, description: 'Điều chỉnh giảm cho hóa đơn số 7' };
    expect(statusOf(planWith([own, worded], undefined, corrects('replaced')))).toBe('adjusted');
  });
});

describe('an invoice of ours whose number is known from its tax invoice', () => {
  test('is told as missing in AMIS, not as gone from it', () => {
    const elsewhere = { ...other, customerCode: 'C9', product: 'SP9' };
    expect(told(planWith([elsewhere], { isInAmis: false }))).toContain('nhưng sổ AMIS chưa có');
    expect(told(planWith([elsewhere], { isInAmis: true }))).toContain('nhưng sổ AMIS mới không còn');
  });

  test('is not set free by a ledger that calls it cancelled', () => {
    const cancelled = { ...own, documentDate: '2024-09-05', invoiceDate: '2024-09-05', invoiceState: 'Đã hủy' };
    expect(statusOf(planWith([cancelled]))).toBe('cancelled');
    const plan = planWith([cancelled], { isInAmis: true });
    expect(statusOf(plan)).toBe('issued');
    expect(plan.invoices).toHaveLength(2);
    expect(told(plan)).toContain('có hóa đơn điện tử đã ký');
  });
});
