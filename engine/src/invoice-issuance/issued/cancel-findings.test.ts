import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

const kept = invoicesOf(given()).map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
const [ours] = kept.map(({ voucherNumber }) => voucherNumber);
const entry = {
  ...{ id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', product: 'SP1', customerCode: 'C9' },
  ...{ quantity: '1', amount: 90_000, invoiceNumber: '7', invoiceDate: '2026-08-10', invoiceState: 'Đã hủy' },
};
const found = (...sales: NonNullable<GivenProfile['sales']>) => {
  const input = issuanceInput(given({ kept, profiles: [{ ...given().profiles[0]!, sales }] }));
  const plan = planInvoices(input);
  const [before, after] = [preflight(input), preflight(input, plan)].map((findings) =>
    findings.filter(({ code }) => code === 'CANCEL_NOT_LAWFUL'),
  );
  expect(after).toEqual(before);
  return after!;
};

describe('«Đã hủy» of an invoice dated 10/08/2026, read back', () => {
  test('is told as soon as the ledger is there, once, of an invoice made outside Khớp as well', () => {
    const [finding, ...rest] = found(entry, { ...entry, id: 'b' });
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warn', profile: 'A', count: 1, about: [{ kind: 'entry', id: 'a' }] });
    expect(finding!.message).toMatch(/số «7»: không còn hủy hóa đơn đã lập; kiểm tra thay thế\/điều chỉnh/);
    expect(finding!.remedy).toMatch(/thay thế hoặc điều chỉnh/);
  });

  test('leads to the invoice where it is ours', () => {
    expect(found({ ...entry, voucherNumber: ours! })[0]!.about).toMatchObject([{ kind: 'invoice', id: kept[0]!.key }]);
  });

  test.each(['Thay thế cho hóa đơn số 7', 'Điều chỉnh giảm cho hóa đơn số 7'])(
    'is told no more once the ledger has «%s»',
    (description) => {
      const by = { ...entry, id: 'c', voucherNumber: 'TAY2', invoiceNumber: '8', invoiceState: '', description };
      expect(found(entry, by)).toEqual([]);
    },
  );

  test('is nothing of a voucher without a number, nor of a day before 01/06/2025', () => {
    expect(found({ ...entry, invoiceNumber: '' })).toEqual([]);
    expect(found({ ...entry, invoiceDate: '2025-05-31' })).toEqual([]);
    expect(found({ ...entry, invoiceDate: '2025-06-01' })).toHaveLength(1);
  });
});
