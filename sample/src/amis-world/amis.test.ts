import { describe, expect, it } from 'vitest';
import { generateCompany } from '../company.ts';
import { salesSheetRows } from '../files/amis-ledgers.ts';
import { Amis } from './amis.ts';
import type { ImportRow } from './import-rows.ts';
import { closingOf, stockRowsOf } from './stock-report.ts';
import { beyondStock } from './witness.ts';

const company = generateCompany({ seed: 11, lines: 1500 });
const { fromDate, toDate } = company.period;
const [books] = company.books().amis as [ReturnType<typeof company.books>['amis'][number]];
const later = '2026-10-03T03:00:00.000Z';

/** A product that has lain in the first warehouse all month. */
const steady = (() => {
  const rows = stockRowsOf(books, { fromDate, toDate }, later);
  const row = rows.find((one) => one.warehouse === 'KHO1' && one.out === 0n && one.opening > 9_000_000n)!;
  return { code: row.product.code, opening: row.opening, closing: closingOf(row) };
})();

const rowOf = (voucherNumber: string, quantity: bigint, date = '2026-09-30'): ImportRow => ({
  ...{ voucherNumber, date, invoiceDate: date, customerCode: 'KHACHLE', customerName: 'Khách lẻ' },
  ...{ description: 'Bán hàng theo chứng từ Bravo CN01/HD/HD1', productCode: steady.code, warehouse: 'KHO1', quantity },
  ...{ amount: 100_000, vatRate: '8', vatAmount: 8000, isPromotion: false },
});

describe('the simulated AMIS', () => {
  it('takes in what its stock allows, and refuses the first piece beyond it', () => {
    const amis = new Amis(books);
    expect(amis.importVouchers([rowOf('K-1', steady.closing - 1_000_000n)], later)).toEqual([]);
    const refused = amis.importVouchers([rowOf('K-2', 2_000_000n), rowOf('K-3', 1_000_000n)], later);
    expect(refused).toEqual([
      {
        voucher: 'K-2',
        message: `Không thể xuất vật tư, hàng hóa ‹${steady.code}› quá số lượng tồn trong kho ‹KHO1›.`,
      },
    ]);
    expect(amis.importVouchers([rowOf('K-3', 1n)], later)[0]!.message).toContain('đã tồn tại');
    expect(amis.importVouchers([{ ...rowOf('K-4', 1n), productCode: 'LA' }], later)[0]!.message).toContain('LA');
    expect(amis.importVouchers([{ ...rowOf('K-5', 1n), customerCode: 'LA' }], later)[0]!.message).toContain('LA');
    expect(beyondStock(amis.books, [])).toEqual([]);
  });

  it('counts goods per day: later arrivals cannot leave earlier', () => {
    const amis = new Amis(books);
    if (steady.closing === steady.opening) return;
    const refused = amis.importVouchers([rowOf('K-1', steady.closing, fromDate)], later);
    expect(refused).toHaveLength(1);
  });

  it('numbers invoices in order of date, after those of its own', () => {
    const amis = new Amis(books);
    const last = amis.lastInvoiceDate!;
    const rows = [rowOf('K-1', 1_000_000n, '2026-10-02'), rowOf('K-2', 1_000_000n, '2026-10-01')];
    amis.importVouchers([...rows, rowOf('K-3', 1_000_000n, '2026-09-01')], later);
    expect(last > '2026-09-01').toBe(true);
    expect(amis.issueInvoices('2026-12-31').map(({ voucher }) => voucher)).toEqual(['K-3']);
    const numbers = new Map(amis.imported().map(({ number, invoiceNumber }) => [number, Number(invoiceNumber)]));
    expect(numbers.get('K-1')! - numbers.get('K-2')!).toBe(1);
    expect(amis.lastInvoiceDate).toBe('2026-10-02');
  });

  it('shows in a report only what was entered before it was made', () => {
    const amis = new Amis(books);
    amis.importVouchers([rowOf('K-1', 1_000_000n)], later);
    const closingAt = (moment: string) =>
      closingOf(
        stockRowsOf(amis.books, { fromDate, toDate }, moment).find(
          (row) => row.warehouse === 'KHO1' && row.product.code === steady.code,
        )!,
      );
    expect(closingAt('2026-10-03T02:59:59.000Z')).toBe(steady.closing);
    expect(closingAt(later)).toBe(steady.closing - 1_000_000n);
  });

  it('is a witness of invoices beyond its stock, on their day', () => {
    const draw = { warehouse: 'KHO1', product: steady.code, date: '2026-09-30' };
    expect(beyondStock(books, [{ ...draw, quantity: steady.closing }])).toEqual([]);
    const [found] = beyondStock(books, [{ ...draw, quantity: steady.closing + 1n }]);
    expect(found).toMatchObject({ product: steady.code, day: '2026-09-30', held: steady.closing });
    const amis = new Amis(books);
    amis.transfer({ product: steady.code, from: 'KHO1', to: 'KHO2', quantity: 1_000_000n, date: '2026-09-29' }, later);
    expect(beyondStock(amis.books, [{ ...draw, quantity: steady.closing }])).toHaveLength(1);
  });
});

describe('a void invoice', () => {
  const month = { fromDate, toDate };
  const closingAt = (amis: Amis, moment: string) =>
    closingOf(
      stockRowsOf(amis.books, month, moment).find(
        (row) => row.warehouse === 'KHO1' && row.product.code === steady.code,
      )!,
    );

  it('gives its sale to the one that replaces it and names it, and the goods leave once', () => {
    const amis = new Amis(books);
    amis.importVouchers([rowOf('K-1', 3_000_000n)], '2026-10-03T03:00:00.000Z');
    amis.issueInvoices('2026-12-31');
    const { invoiceNumber } = amis.imported()[0]!;
    const by = amis.replace('K-1', '2026-10-05', '2026-10-05T03:00:00.000Z');
    const rows = [...salesSheetRows(amis.books, '2026-10-06T03:00:00.000Z')];
    expect(rows.find((row) => row.voucherNumber === 'K-1')).toMatchObject({
      invoiceNumber,
      invoiceState: 'Hóa đơn đã bị thay thế',
    });
    expect(rows.find((row) => row.voucherNumber === by)).toMatchObject({
      ...{ accountingDate: '2026-09-30', invoiceDate: '2026-10-05', amount: 100_000, invoiceState: null },
      description: `Thay thế cho hóa đơn số ${invoiceNumber}`,
    });
    expect(closingAt(amis, '2026-10-04T03:00:00.000Z')).toBe(steady.closing - 3_000_000n);
    expect(closingAt(amis, '2026-10-06T03:00:00.000Z')).toBe(steady.closing - 3_000_000n);
    expect([...salesSheetRows(amis.books, '2026-10-04T03:00:00.000Z')].every((row) => row.invoiceState === null)).toBe(
      true,
    );
    expect(beyondStock(amis.books, [])).toEqual([]);
  });

  it('sets its goods free when it was cancelled, and gets no number', () => {
    const amis = new Amis(books);
    amis.importVouchers([rowOf('K-1', steady.closing)], '2026-10-03T03:00:00.000Z');
    expect(amis.importVouchers([rowOf('K-2', 1_000_000n)], later)).toHaveLength(1);
    amis.cancel('K-1', '2026-10-05T03:00:00.000Z');
    expect(amis.importVouchers([rowOf('K-2', 1_000_000n)], later)).toEqual([]);
    amis.issueInvoices('2026-12-31');
    expect(amis.imported().map(({ invoiceNumber }) => invoiceNumber === '')).toEqual([true, false]);
    expect(closingAt(amis, '2026-10-04T03:00:00.000Z')).toBe(-1_000_000n);
    expect(closingAt(amis, '2026-10-06T03:00:00.000Z')).toBe(steady.closing - 1_000_000n);
  });
});
