import { describe, expect, test } from 'vitest';
import { changeCustomer, isSameLegalPerson } from './change-of-customer.ts';
import { compareInvoices } from './compare.ts';
import { BLOCKS } from './finding.ts';
import { closingNeedsAcknowledgement, PERIOD_PERMISSIONS, periodCan } from './period-can.ts';
import { planInvoices } from './plan.ts';
import { type GivenPeriod, issuanceInput } from './plan-fixture.ts';
import { preflight } from './preflight.ts';
import type { PlannedInvoice } from './types.ts';

const given = (more: Partial<GivenPeriod> = {}): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      customers: [
        { code: 'C1', name: 'Công ty An', taxCode: '0101243150' },
        { code: 'C2', name: 'Công ty Bình', taxCode: '0316520076' },
        { code: 'CN', name: 'Công ty An - Chi nhánh', taxCode: '0101243150-001' },
        { code: 'NB', name: 'Nội bộ', isInternal: true },
      ],
      partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
      stock: [{ product: 'SP1', opening: '10' }],
    },
  ],
  partners: [
    { code: 'KH1', name: 'Cty An', requirement: 'required', taxCode: '0101243150' },
    { code: 'KH2', requirement: 'required', taxCode: '0316520076' },
  ],
  lines: [
    { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 },
    { id: '2', date: '2026-09-06', partner: 'KH2', item: 'VT1', quantity: '4', amount: 400000 },
  ],
  ...more,
});

const invoicesOf = (period: GivenPeriod): readonly PlannedInvoice[] => planInvoices(issuanceInput(period)).invoices;

describe('comparing two plans', () => {
  test('says nothing about what stayed the same', () => {
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

  test('names what is added, removed and changed, and in which part', () => {
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

  describe('a pinned draft that is no longer right stays, but must not leave', () => {
    const first = invoicesOf(given());
    const pinned = { ...first[0]!, pinned: true };
    const [line, other] = given().lines;
    const profile = given().profiles[0]!;
    const sale = { id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1' };
    const inAmis = { profiles: [{ ...profile, sales: [{ ...sale, quantity: '4', amount: 400000 }] }] };
    const found = (more: Partial<GivenPeriod>, kept: PlannedInvoice = pinned) => {
      const input = issuanceInput(given({ kept: [kept], ...more }));
      const plan = planInvoices(input);
      expect(plan.invoices).toContainEqual(kept);
      return preflight(input, plan).filter(({ code }) => code === 'KEPT_DRAFT_OUTDATED');
    };
    const chosen = { ...pinned, buyer: { ...pinned.buyer, source: 'chosen' as const, customerCode: 'C2' } };

    test.each<[string, Partial<GivenPeriod>, RegExp, PlannedInvoice?]>([
      ['beyond the ledger', { lines: [{ ...line!, quantity: '2', amount: 200000 }, other!] }, /nhiều hơn sổ/],
      ['with a deleted line', { lines: [other!] }, /không còn trên sổ/],
      ['with an excluded line', { exclusions: [{ line: '1', reason: 'not_a_sale', note: 'x' }] }, /loại ra/],
      ['that AMIS has invoiced', inAmis, /chứng từ «TAY1»/],
      ['decided to be invoiced', { ...inAmis, decisions: [{ profile: 'A', entry: 'a', line: '1' }] }, /«TAY1»/],
      [
        'that AMIS has invoiced to the chosen customer',
        { profiles: [{ ...profile, sales: [{ ...inAmis.profiles[0]!.sales[0]!, customerCode: 'C2' }] }] },
        /«TAY1»/,
        chosen,
      ],
    ])('%s', (_, more, why, kept) => {
      const [one, ...rest] = found(more, kept);
      expect(rest).toEqual([]);
      expect(one).toMatchObject({ severity: 'block', profile: 'A', invoices: [pinned.key] });
      expect(one!.message).toMatch(why);
      expect(one!.remedy).toMatch(/Bỏ ghim/);
      expect(BLOCKS[one!.code]).toEqual({ stops: 'export', canOverride: false });
      expect(found(more, { ...pinned, status: 'exported' })).toEqual([]);
    });

    test('and one that is right leaves freely, also beside an entry of another sale', () => {
      expect(found({})).toEqual([]);
      expect(found({ ...inAmis, decisions: [{ profile: 'A', entry: 'a', line: null }] })).toEqual([]);
    });
  });

  test('never gives one number to two invoices, whatever was remembered', () => {
    const [one, two] = invoicesOf(given());
    const kept: PlannedInvoice[] = [{ ...one!, status: 'exported' }];
    const previousVouchers = { [one!.key]: one!.voucherNumber, [two!.key]: one!.voucherNumber };
    const numbers = invoicesOf(given({ kept, previousVouchers })).map((invoice) => invoice.voucherNumber);
    expect(numbers).toEqual([one!.voucherNumber, 'BHA202609-00002']);
  });

  test('sets free what a cancelled invoice held', () => {
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

  describe('reads its own vouchers back from AMIS', () => {
    const first = invoicesOf(given());
    const kept = first.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const entry = { documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1', quantity: '4', amount: 400000 };
    const back = { quantity: '-4', amount: -400000 };
    const [one, two] = first.map((invoice) => invoice.voucherNumber);
    const planWith = (sales: NonNullable<GivenPeriod['profiles'][number]['sales']>, outgoing: string) => {
      const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '10', outgoing }], sales }];
      return planInvoices(issuanceInput(given({ kept, profiles })));
    };
    const statuses = (plan: ReturnType<typeof planInvoices>) =>
      plan.settled.map(({ voucherNumber, status, invoiceNumber }) => [voucherNumber, status, invoiceNumber]);

    test('as issued with their number; one not imported yet still reserves its goods', () => {
      const plan = planWith([{ ...entry, id: 'a', voucherNumber: one!, invoiceNumber: '00000007' }], '4');
      expect(statuses(plan)).toEqual([[one, 'issued', '00000007']]);
      expect(plan.alreadyInvoiced).toEqual([]);
      expect(plan.invoices).toEqual(kept);
      expect(plan.tieOut.invoiced).toBe(800000);
    });

    test('as adjusted when a numbered invoice was returned: it stands, and its sale is not invoiced again', () => {
      const numbered = { ...entry, voucherNumber: two!, invoiceNumber: '00000008' };
      const plan = planWith(
        [
          { ...numbered, id: 'b' },
          { ...numbered, ...back, id: 'c' },
        ],
        '4',
      );
      expect(statuses(plan)).toEqual([[two, 'adjusted', '00000008']]);
      expect(plan.invoices).toEqual(kept);
      expect(plan.warnings.map((warning) => warning.code)).toEqual(['AMIS_DIFFERS_FROM_OURS']);
    });

    test('as cancelled when it came to nothing before it had a number: its sale is free again', () => {
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
    expect(() => changeCustomer(invoice, 'C1', '', locked, input.bravoPartners[0]!)).toThrow(/khóa/);
  });

  test('without tax codes the same name or the connection decides', () => {
    const ledger = { code: 'KH9', name: 'Nguyễn Văn A', taxCode: '' };
    expect(isSameLegalPerson({ code: 'X', name: 'NGUYEN VAN A', taxCode: '' }, ledger, undefined)).toBe(true);
    expect(isSameLegalPerson({ code: 'X', name: 'Trần B', taxCode: '' }, ledger, 'X')).toBe(true);
    expect(isSameLegalPerson({ code: 'X', name: 'Nguyễn Văn A', taxCode: '0101243150' }, ledger, undefined)).toBe(
      false,
    );
  });
});

test('what a period allows depends on its status alone', () => {
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
    'close',
  ]);
  expect(allowed('closed')).toEqual(['reopen']);
  expect(closingNeedsAcknowledgement({ unallocated: 0 }, 0)).toBe(false);
  expect(closingNeedsAcknowledgement({ unallocated: 0 }, 1)).toBe(true);
});
