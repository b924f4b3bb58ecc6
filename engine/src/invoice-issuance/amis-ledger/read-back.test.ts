import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

describe('a voucher of ours in the AMIS ledger', () => {
  const first = invoicesOf(given());
  const kept = first.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
  const entry = { documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1', quantity: '4', amount: 400000 };
  const back = { quantity: '-4', amount: -400000 };
  const [one, two] = first.map((invoice) => invoice.voucherNumber);
  const planWith = (sales: NonNullable<GivenPeriod['profiles'][number]['sales']>, outgoing: string) => {
    const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '20', outgoing }], sales }];
    return planInvoices(issuanceInput(given({ kept, profiles })));
  };
  const statuses = (plan: ReturnType<typeof planInvoices>) =>
    plan.settled.map(({ voucherNumber, status, invoiceNumber }) => [voucherNumber, status, invoiceNumber]);

  test('is issued with its number; one not imported yet still reserves its goods', () => {
    const plan = planWith([{ ...entry, id: 'a', voucherNumber: one!, invoiceNumber: '00000007' }], '4');
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
    expect(plan.alreadyInvoiced).toEqual([]);
    expect(plan.invoices).toEqual(kept);
    expect(plan.tieOut.invoiced).toBe(800000);
  });

  test('is issued at another amount when its numbered invoice was returned: it keeps its sale, which is not invoiced again', () => {
    const numbered = { ...entry, voucherNumber: two!, invoiceNumber: '00000008' };
    const plan = planWith(
      [
        { ...numbered, id: 'b' },
        { ...numbered, ...back, id: 'c' },
      ],
      '4',
    );
    expect(statuses(plan)).toEqual([[two, 'issued', '00000008']]);
    expect(plan.settled[0]).toMatchObject({ difference: -400000 });
    expect(plan.invoices).toEqual(kept);
    expect(plan.warnings.map((warning) => warning.code)).toEqual(['INVOICE_DIFFERS_FROM_AMIS']);
  });

  test('is cancelled when it came to nothing before it had a number: its sale is free again', () => {
    const unnumbered = { ...entry, voucherNumber: two! };
    const plan = planWith(
      [
        { ...unnumbered, id: 'b' },
        { ...unnumbered, ...back, id: 'c' },
      ],
      '0',
    );
    expect(statuses(plan)).toEqual([[two, 'cancelled', '']]);
    expect(plan.invoices.map((invoice) => invoice.status).sort()).toEqual(['draft', 'exported']);
    expect(plan.tieOut.invoiced).toBe(800000);
  });

  test.each([
    ['another customer', { customerCode: 'C9' }, /khách «C9» \(Khớp: «C1»\)/],
    [
      'another product',
      { product: 'SP9' },
      /mã hàng «SP1» số lượng 0 \(Khớp: 4\); mã hàng «SP9» số lượng 4 \(Khớp: 0\)/,
    ],
    ['another quantity', { quantity: '5' }, /mã hàng «SP1» số lượng 5 \(Khớp: 4\)/],
    ['another VAT', { vatAmount: 1 }, /thuế GTGT 1 đồng/],
  ])('is issued, with a remark, when AMIS has %s for the same amount', (_, changed, words) => {
    const plan = planWith(
      [{ ...entry, id: 'a', voucherNumber: one!, invoiceNumber: '00000007', ...changed }],
      'quantity' in changed ? '5' : '4',
    );
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
    expect(plan.warnings.filter(({ code }) => code === 'AMIS_DIFFERS_FROM_OURS')).toEqual([
      expect.objectContaining({ message: expect.stringMatching(words) }),
    ]);
  });

  const numbered = (invoiceNumber: string) => ({ ...entry, id: 'a', voucherNumber: one!, invoiceNumber });
  const other = {
    id: 'r',
    voucherNumber: 'TAY9',
    invoiceNumber: '00000009',
    documentDate: '2026-09-20',
    product: 'SP1',
  };
  const codes = (plan: ReturnType<typeof planInvoices>) => plan.warnings.map((warning) => warning.code);
  const again = (plan: ReturnType<typeof planInvoices>, sales: Parameters<typeof planWith>[0]) => {
    const known = new Map(plan.settled.map((settled) => [settled.key, settled]));
    const now = kept.map((invoice): PlannedInvoice => {
      const { status = invoice.status, invoiceNumber = '' } = known.get(invoice.key) ?? {};
      return { ...invoice, status, ...(invoiceNumber !== '' && { invoiceNumber }) };
    });
    const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '20', outgoing: '8' }], sales }];
    return planInvoices(issuanceInput(given({ kept: now, profiles })));
  };

  test('is replaced when another voucher names its number: that one carries its sale, and nothing is invoiced again', () => {
    const sales = [
      numbered('00000007'),
      {
        ...other,
        quantity: '4',
        amount: 380000,
        description: 'Thay thế cho hóa đơn điện tử mẫu số 1, ký hiệu C26TYY, số 7',
      },
    ];
    const plan = planWith(sales, '4');
    expect(statuses(plan)).toEqual([[one, 'replaced', '00000007']]);
    expect(plan.invoices.map((invoice) => invoice.voucherNumber)).toEqual([two]);
    expect(plan.alreadyInvoiced).toMatchObject([
      { line: '1', voucherNumber: 'TAY9', invoiceNumber: '00000009', amount: 400000, signals: ['replacement'] },
    ]);
    expect(plan.tieOut).toMatchObject({ invoiced: 400000, alreadyInvoiced: 400000, unallocated: 0 });
    expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
    expect(plan.warnings[0]!.message).toMatch(/«TAY9».*«00000009».*380\.000.*400\.000/);
    expect(again(plan, sales).tieOut).toEqual(plan.tieOut);
    // Gone from a later ledger, the new invoice leaves the sale waiting, never free.
    const without = again(plan, [numbered('00000007')]);
    expect(without.shortages).toMatchObject([{ line: '1', reason: 'NEEDS_REVIEW', amount: 400000 }]);
    expect(codes(without)).toEqual(['AMIS_STATUS_UNCLEAR']);
  });

  test('is followed through a chain of replacements to its end', () => {
    const plan = planWith(
      [
        numbered('00000007'),
        { ...other, quantity: '4', amount: 380000, description: 'Thay thế hóa đơn số 00000007' },
        {
          ...other,
          id: 's',
          voucherNumber: 'TAY10',
          invoiceNumber: '10',
          quantity: '4',
          amount: 390000,
          description: 'Thay thế hóa đơn số 9',
        },
      ],
      '4',
    );
    expect(plan.alreadyInvoiced).toMatchObject([{ line: '1', voucherNumber: 'TAY10', amount: 400000 }]);
    expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
  });

  test('is adjusted when another voucher adjusts its number: it keeps its sale, and the adjustment is no sale', () => {
    const adjusting = {
      ...other,
      quantity: '0',
      amount: -50000,
      description: 'Điều chỉnh giảm cho hóa đơn số 00000007',
    };
    const plan = planWith([numbered('00000007'), adjusting], '4');
    expect(plan.settled).toMatchObject([{ status: 'adjusted', invoiceNumber: '00000007', difference: -50000 }]);
    expect(plan.invoices).toEqual(kept);
    expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
  });

  test.each([
    ['Hóa đơn đã bị điều chỉnh', 'adjusted', 800000, ['AMIS_DIFFERS_FROM_OURS']],
    ['Đã hủy', 'issued', 800000, ['CANCEL_NOT_LAWFUL']],
    ['Hóa đơn bị thay thế', 'issued', 800000, ['AMIS_STATUS_UNCLEAR']],
    ['Hóa đơn thay thế', 'issued', 800000, []],
    ['Hóa đơn mới', 'issued', 800000, []],
  ])('has the state of an added column: «%s» is %s', (invoiceState, status, invoiced, told) => {
    const plan = planWith([{ ...numbered('00000007'), invoiceState }], '4');
    expect(statuses(plan)).toEqual([[one, status, '00000007']]);
    expect(plan.tieOut.invoiced).toBe(invoiced);
    expect(plan.invoices.some((invoice) => invoice.key === kept[0]!.key)).toBe(true);
    expect(codes(plan)).toEqual(told);
  });

  describe('that AMIS calls cancelled', () => {
    const cancelled = { ...numbered('00000007'), invoiceDate: '2026-08-10', invoiceState: 'Đã hủy' };

    test('keeps its sale and its goods, for the law cancels no invoice with a number, and the finding says what to do', () => {
      const plan = planWith([cancelled], '4');
      expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
      expect(plan.invoices).toEqual(kept);
      expect(plan.warnings).toMatchObject([{ code: 'CANCEL_NOT_LAWFUL', profile: 'A', invoice: kept[0]!.key }]);
      expect(plan.warnings[0]!.message).toMatch(/số «00000007».*không còn hủy hóa đơn đã lập; kiểm tra thay thế/);
    });

    test('keeps its sale when its amounts are gone as well, and tells both', () => {
      const plan = planWith([{ ...cancelled, quantity: '0', amount: 0 }], '0');
      expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
      expect(plan.tieOut).toMatchObject({ invoiced: 800000, unallocated: 0 });
      expect(codes(plan).toSorted()).toEqual(['CANCEL_NOT_LAWFUL', 'INVOICE_DIFFERS_FROM_AMIS']);
    });

    test('gives its sale to the invoice that replaces it, and nothing is told any more', () => {
      const replacing = { ...other, quantity: '4', amount: 400000, description: 'Thay thế cho hóa đơn số 7' };
      const plan = planWith([cancelled, replacing], '4');
      expect(statuses(plan)).toEqual([[one, 'replaced', '00000007']]);
      expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
    });

    test('is adjusted when an adjustment names it', () => {
      const adjusting = { ...other, quantity: '0', amount: -400000, description: 'Điều chỉnh giảm cho hóa đơn số 7' };
      const plan = planWith([cancelled, adjusting], '4');
      expect(statuses(plan)).toEqual([[one, 'adjusted', '00000007']]);
      expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
    });

    test('is void as long as it has no number, and was so before 01/06/2025 with one', () => {
      const draft = planWith([{ ...cancelled, invoiceNumber: '' }], '0');
      expect(statuses(draft)).toEqual([[one, 'cancelled', '']]);
      const before = planWith([{ ...cancelled, invoiceDate: '2025-05-31' }], '0');
      expect(statuses(before)).toEqual([[one, 'cancelled', '00000007']]);
      expect(before.invoices.some(({ key }) => key === kept[0]!.key)).toBe(false);
    });

    test('stays cancelled where it was taken for that before', () => {
      const known = given({ kept: [{ ...kept[0]!, status: 'cancelled', invoiceNumber: '00000007' }] });
      const profiles = [{ ...known.profiles[0]!, sales: [cancelled] }];
      const plan = planInvoices(issuanceInput({ ...known, profiles }));
      expect(codes(plan)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
      expect(plan.alreadyInvoiced).toEqual([]);
      expect(plan.tieOut.invoiced).toBe(800000);
    });
  });

  describe('that one invoice corrects together with others', () => {
    const both = [numbered('00000007'), { ...entry, id: 'b', voucherNumber: two!, invoiceNumber: '00000008' }];
    const list = 'kèm theo bảng kê số 01 ngày 30/09/2026';

    test('is adjusted by its part: the parts of all come to the amount, once', () => {
      const description = `Điều chỉnh giảm cho các hóa đơn số 7, 8 ${list}`;
      const plan = planWith([...both, { ...other, quantity: '0', amount: -100001, description }], '8');
      expect(plan.settled.map(({ status, difference }) => [status, difference])).toEqual([
        ['adjusted', -50001],
        ['adjusted', -50000],
      ]);
      expect(plan.invoices).toEqual(kept);
      expect(plan.alreadyInvoiced).toEqual([]);
      expect(plan.tieOut).toMatchObject({ invoiced: 800000, unallocated: 0 });
    });

    test('hands its sale to it, each sale once', () => {
      const description = `Thay thế cho các hóa đơn số 7 và 8 ${list}`;
      const sales = [...both, { ...other, quantity: '8', amount: 790000, description }];
      const plan = planWith(sales, '8');
      expect(statuses(plan)).toEqual([
        [one, 'replaced', '00000007'],
        [two, 'replaced', '00000008'],
      ]);
      expect(plan.invoices).toEqual([]);
      expect(plan.alreadyInvoiced).toMatchObject([
        { line: '1', voucherNumber: 'TAY9', amount: 400000 },
        { line: '2', voucherNumber: 'TAY9', amount: 400000 },
      ]);
      expect(plan.tieOut).toMatchObject({ invoiced: 0, alreadyInvoiced: 800000, unallocated: 0 });
      expect(plan.warnings[0]!.message).toMatch(/790\.000 đồng trước thuế cho 2 hóa đơn, của Khớp 400\.000/);
    });
  });

  test('is not touched by a reference with the date of another year, whose numbers began anew', () => {
    const description = 'Thay thế cho hóa đơn số 7 ngày 05/09/2025';
    const plan = planWith([numbered('00000007'), { ...other, quantity: '4', amount: 380000, description }], '4');
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
  });

  test('is left to an accountant when it has two numbers, unless its rows say which replaces which', () => {
    const second = { ...numbered('00000008'), id: 'b' };
    const plan = planWith([numbered('00000007'), second], '8');
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
    expect(codes(plan)).toEqual(['AMIS_STATUS_UNCLEAR']);
    expect(plan.warnings[0]!.message).toMatch(/«00000007», «00000008»/);
    const told = planWith([numbered('00000007'), { ...second, description: 'Thay thế cho hóa đơn số 00000007' }], '4');
    expect(statuses(told)).toEqual([[one, 'issued', '00000008']]);
    expect(codes(told)).toEqual([]);
  });

  test('stays issued, with a warning, when a later ledger no longer has it', () => {
    const issued = planWith([numbered('00000007')], '4');
    const later = again(issued, [{ ...other, quantity: '1', amount: 90000 }]);
    expect(later.settled).toEqual([]);
    expect(later.invoices).toHaveLength(2);
    expect(later.warnings).toContainEqual(
      expect.objectContaining({ code: 'AMIS_STATUS_UNCLEAR', invoice: kept[0]!.key }),
    );
    expect(codes(again(issued, []))).not.toContain('AMIS_STATUS_UNCLEAR');
  });

  test('never has its sale invoiced again when it was cancelled and is back in AMIS', () => {
    const back = given({
      kept: [{ ...kept[0]!, status: 'cancelled' }],
      profiles: [{ ...given().profiles[0]!, sales: [{ ...numbered('00000007'), customerCode: 'C1' }] }],
    });
    const plan = planInvoices(issuanceInput(back));
    expect(plan.alreadyInvoiced).toMatchObject([{ line: '1', voucherNumber: one, amount: 400000 }]);
    expect(codes(plan)).toContain('AMIS_STATUS_UNCLEAR');
  });

  test('is not touched by a reference to another symbol', () => {
    const profile = { ...given().profiles[0]!, terms: { invoiceSymbol: 'C26TYY' } };
    const sales = [
      numbered('00000007'),
      { ...other, quantity: '4', amount: 380000, description: 'Thay thế hóa đơn ký hiệu 1C26TAA số 7' },
    ];
    const plan = planInvoices(issuanceInput(given({ kept, profiles: [{ ...profile, sales }] })));
    expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
  });
});
