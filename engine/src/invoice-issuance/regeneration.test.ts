import { describe, expect, test } from 'vitest';
import { compareInvoices } from './changes/compare.ts';
import { changeCustomer, isSameLegalPerson } from './invoices/change-of-customer.ts';
import { memoryOf } from './memory-fixture.ts';
import { closingNeedsAcknowledgement, PERIOD_PERMISSIONS, periodCan } from './period-can.ts';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { given, invoicesOf } from './regeneration-fixture.ts';
import type { PlannedInvoice } from './types.ts';

describe('comparing two plans', () => {
  test('says nothing about unchanged invoices', () => {
    const invoices = invoicesOf(given());
    expect(compareInvoices(invoices, invoicesOf(given()))).toEqual({
      added: [],
      removed: [],
      changed: [],
      unchanged: 2,
    });
    expect(
      compareInvoices(
        invoices,
        invoices.map((one): PlannedInvoice => ({ ...one, status: 'exported' })),
      ),
    ).toMatchObject({ unchanged: 2 });
  });

  test('names the added, removed and changed invoices, with the changed parts', () => {
    const before = invoicesOf(given());
    const lines = given().lines;
    const after = invoicesOf(
      given({
        lines: [
          { ...lines[0]!, quantity: '3', amount: 300000 },
          { id: '3', date: '2026-09-07', partner: 'KH2', item: 'VT1', quantity: '1', amount: 100000 },
        ],
      }),
    );
    const changes = compareInvoices(before, after);
    expect(changes.added.map((one) => one.key)).toEqual(['A/HN/HD/3/KH2/1']);
    expect(changes.removed.map((one) => one.key)).toEqual(['A/HN/HD/2/KH2/1']);
    expect(changes.changed.map((one) => one.fields)).toEqual([['items', 'amount', 'vatAmount', 'allocations']]);
  });
});

describe('regenerating', () => {
  test('keeps a hand-edited invoice, its stock and its number, and plans the rest around it', () => {
    const first = invoicesOf(given());
    const kept = [{ ...first[0]!, pinned: true }];
    const input = issuanceInput(
      given({ kept, lines: given().lines.map((line) => ({ ...line, quantity: '8', amount: 800000 })) }),
    );
    const plan = planInvoices(input);
    expect(plan.invoices.find((one) => one.key === first[0]!.key)).toEqual(kept[0]);
    // 10 in stock, 4 kept: 6 are left for 4 more of line 1 and 8 of line 2.
    const drawn = plan.invoices.flatMap((one) => one.items).reduce((sum, item) => sum + item.quantity, 0n);
    expect(drawn).toBe(10_000_000n);
    expect(new Set(plan.invoices.map((one) => one.key)).size).toBe(plan.invoices.length);
    expect(plan.tieOut.ledger).toBe(1_600_000);
  });

  test('leaves a draft as it was beside an invoice that holds another part of its sale', () => {
    const stocked = (k1: string, k2: string, more: Partial<GivenPeriod> = {}) =>
      given({
        profiles: given().profiles.map((books) => ({
          ...books,
          stock: [
            { product: 'SP1', warehouse: 'K1', opening: k1 },
            { product: 'SP1', warehouse: 'K2', opening: k2 },
          ],
        })),
        lines: given().lines.slice(0, 1),
        ...more,
      });
    const kept = invoicesOf(stocked('1', '0')).map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const before = invoicesOf(stocked('2', '2', { kept }));
    expect(before.map(({ items }) => items.map(({ warehouse, quantity }) => [warehouse, quantity]))).toEqual([
      [['K1', 1_000_000n]],
      [
        ['K1', 1_000_000n],
        ['K2', 2_000_000n],
      ],
    ]);
    const again = { ...issuanceInput(stocked('9', '2', { kept })), ...memoryOf(before) };
    expect(planInvoices(again).invoices).toEqual(before);
  });

  test('nets the returns of sales whose rest has left as before, to the đồng of VAT', () => {
    // A quarter of 978 đ of VAT is 244.5: the return takes 734 of three quarters, which leaves 244 for the unit that is sold.
    const lines = [
      { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 9784, vatAmount: 978 },
      { id: '2', date: '2026-09-06', partner: 'KH1', item: 'VT1', quantity: '-3', amount: -7338, vatAmount: -734 },
    ];
    const first = planInvoices(issuanceInput(given({ lines })));
    expect(first.netted).toMatchObject([{ amount: 7338, vatAmount: 734 }]);
    expect([first.invoices.length, first.shortages.length]).toEqual([1, 0]);
    const kept = first.invoices.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const { netted, shortages, tieOut, vatTieOut, vatRounding } = planInvoices(issuanceInput(given({ lines, kept })));
    expect({ netted, shortages, tieOut, vatTieOut, vatRounding }).toEqual({
      netted: first.netted,
      shortages: [],
      tieOut: first.tieOut,
      vatTieOut: first.vatTieOut,
      vatRounding: first.vatRounding,
    });
  });

  test('never gives one number to two invoices, whatever was remembered', () => {
    const [one, two] = invoicesOf(given());
    const kept: PlannedInvoice[] = [{ ...one!, status: 'exported' }];
    const previousVouchers = { [one!.key]: one!.voucherNumber, [two!.key]: one!.voucherNumber };
    const numbers = invoicesOf(given({ kept, previousVouchers })).map((invoice) => invoice.voucherNumber);
    expect(numbers).toEqual([one!.voucherNumber, 'BHA202609-00002']);
  });

  test('sets the sales and goods of a cancelled invoice free', () => {
    const first = invoicesOf(given());
    const kept: PlannedInvoice[] = [{ ...first[0]!, status: 'cancelled' }];
    const plan = planInvoices(issuanceInput(given({ kept })));
    expect(plan.tieOut.invoiced).toBe(800000);
    expect(plan.invoices.map((one) => one.voucherNumber)).not.toContain(first[0]!.voucherNumber);
  });

  test('shows an excess when the ledger has become smaller than an exported invoice', () => {
    const first = invoicesOf(given());
    const kept = first.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const plan = planInvoices(
      issuanceInput(given({ kept, lines: [{ ...given().lines[0]!, quantity: '3', amount: 300000 }] })),
    );
    expect(plan.tieOut).toEqual({
      ledger: 300000,
      invoiced: 800000,
      alreadyInvoiced: 0,
      unallocated: -500000,
      excluded: 0,
    });
    expect(plan.shortages.map((one) => [one.line, one.reason, one.amount])).toEqual([
      ['2', 'NEEDS_REVIEW', -400000],
      ['1', 'NEEDS_REVIEW', -100000],
    ]);
  });
});

describe('changing the customer of an invoice', () => {
  const input = issuanceInput(given());
  const invoice = planInvoices(input).invoices[0]!;
  const change = (code: string, reason = '', more: Partial<PlannedInvoice> = {}) =>
    changeCustomer({ ...invoice, ...more }, code, reason, input.profiles[0]!, input.bravoPartners[0]!);

  test('is free within one legal person, and pins the invoice beside the ledger’s own buyer', () => {
    expect(change('C1')).toMatchObject({
      pinned: true,
      buyer: { source: 'chosen', customerCode: 'C1', bravoPartnerCode: 'KH1' },
    });
  });

  test('needs a reason for another person; a branch is another person', () => {
    expect(() => change('C2')).toThrow(/khác pháp nhân/);
    expect(() => change('CN', '  ')).toThrow(/khác pháp nhân/);
    expect(change('C2', 'Khách đề nghị').buyer.customerCode).toBe('C2');
  });

  test('is refused for exported invoices, locked books, unknown and internal customers', () => {
    expect(() => change('C1', '', { status: 'exported' })).toThrow(/đã xuất/);
    expect(() => change('XX')).toThrow(/không có khách hàng/);
    expect(() => change('NB', 'vì thế')).toThrow(/nội bộ/);
    const books = input.profiles[0]!;
    const locked = { ...books, terms: { ...books.terms, lockedThrough: '2026-09-05' } };
    expect(() => changeCustomer(invoice, 'C1', '', locked, input.bravoPartners[0]!)).toThrow(
      /^Sổ của «.+» đã khóa đến 05\/09\/2026\.$/,
    );
  });

  test('follows the same name or the connection when there are no tax codes', () => {
    const ledger = { code: 'KH9', name: 'Nguyễn Văn A', taxCode: '' };
    expect(isSameLegalPerson({ code: 'X', name: 'NGUYEN VAN A', taxCode: '' }, ledger, undefined)).toBe(true);
    expect(isSameLegalPerson({ code: 'X', name: 'Trần B', taxCode: '' }, ledger, 'X')).toBe(true);
    expect(isSameLegalPerson({ code: 'X', name: 'Nguyễn Văn A', taxCode: '0101243150' }, ledger, undefined)).toBe(
      false,
    );
  });
});

test('the actions that a period allows depend on its status alone', () => {
  const allowed = (status: string) =>
    Object.keys(PERIOD_PERMISSIONS).filter((action) => periodCan[action as keyof typeof periodCan]({ status }));
  expect(allowed('open')).toEqual(['edit', 'load', 'exclude', 'reconcile', 'generate', 'delete']);
  expect(allowed('generated')).toEqual([
    'edit',
    'load',
    'exclude',
    'reconcile',
    'generate',
    'regenerate',
    'editInvoice',
    'export',
    'download',
    'delete',
  ]);
  expect(allowed('exported')).toEqual([
    'edit',
    'load',
    'exclude',
    'reconcile',
    'regenerate',
    'editInvoice',
    'export',
    'download',
    'close',
  ]);
  expect(allowed('closed')).toEqual(['download', 'reopen']);
  expect(closingNeedsAcknowledgement({ unallocated: 0 }, 0)).toBe(false);
  expect(closingNeedsAcknowledgement({ unallocated: 0 }, 1)).toBe(true);
});
