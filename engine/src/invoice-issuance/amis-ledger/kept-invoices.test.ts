import { describe, expect, test } from 'vitest';
import { ONE } from '../../quantity.ts';
import { BLOCKS } from '../findings/finding.ts';
import { HandedOver } from '../handed-over/handed-over.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

describe('a regeneration', () => {
  describe('keeps a pinned draft', () => {
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
      [
        'for another customer',
        { lines: [{ ...line!, partner: 'KH2' }, other!] },
        /cho khách khác: «Khách KH2» \(KH2\)/,
      ],
      ['of another day', { lines: [{ ...line!, date: '2026-09-08' }, other!] }, /ngày 08\/09\/2026.*ngày 05\/09\/2026/],
      ['that AMIS has invoiced', inAmis, /chứng từ «TAY1»/],
      [
        'below the ledger’s amount',
        { lines: [{ ...line!, amount: 500000 }, other!] },
        /ghi thiếu 100\.000 đồng .*sổ 500\.000, hóa đơn 400\.000/,
      ],
      [
        'of a part at another price',
        { lines: [{ ...line!, quantity: '8', amount: 720000 }, other!] },
        /«1» ghi thừa 40\.000 đồng/,
      ],
      [
        'of which AMIS has invoiced more than it leaves',
        {
          lines: [{ ...line!, quantity: '6', amount: 600000 }, other!],
          ...inAmis,
          decisions: [{ profile: 'A', entry: 'a', line: '1' }],
        },
        /AMIS đã xuất 4 ở chứng từ «TAY1» mà dòng bán chỉ còn 2/,
      ],
      ['decided to be invoiced', { ...inAmis, decisions: [{ profile: 'A', entry: 'a', line: '1' }] }, /«TAY1»/],
      [
        'that AMIS has invoiced to the chosen customer',
        { profiles: [{ ...profile, sales: [{ ...inAmis.profiles[0]!.sales[0]!, customerCode: 'C2' }] }] },
        /«TAY1»/,
        chosen,
      ],
    ])('that must not leave: %s', (_, more, why, kept) => {
      const [one, ...rest] = found(more, kept);
      expect(rest).toEqual([]);
      expect(one).toMatchObject({ severity: 'block', profile: 'A', about: [{ kind: 'invoice', id: pinned.key }] });
      expect(one!.message).toMatch(why);
      expect(one!.remedy).toMatch(/Bỏ ghim/);
      expect(BLOCKS[one!.code]).toEqual({ stops: 'export', canOverride: false });
      expect(found(more, { ...pinned, status: 'exported' })).toEqual([]);
    });

    test('that is right and may leave, also beside an entry of another sale', () => {
      expect(found({})).toEqual([]);
      expect(found({ ...inAmis, decisions: [{ profile: 'A', entry: 'a', line: null }] })).toEqual([]);
    });
  });

  test('tells of handed-over invoices with another price than the ledger’s of today, on the invoice and before the next export', () => {
    const kept = invoicesOf(given()).map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const [line, other] = given().lines;
    const input = issuanceInput(given({ kept, lines: [{ ...line!, amount: 450000 }, other!] }));
    const plan = planInvoices(input);
    expect(plan.warnings).toContainEqual(
      expect.objectContaining({ code: 'KEPT_INVOICE_AMOUNT_DIFFERS', invoice: kept[0]!.key, line: '1' }),
    );
    expect(preflight(input, plan).find(({ code }) => code === 'KEPT_INVOICE_AMOUNT_DIFFERS')).toMatchObject({
      ...{ severity: 'warn', message: expect.stringMatching(/sổ 450\.000, hóa đơn 400\.000/) },
    });
    expect(plan.shortages).toMatchObject([{ line: '1', reason: 'NEEDS_REVIEW', amount: 50000 }]);
    expect(plan.shortages[0]!.message).toMatch(/ghi thiếu 50\.000 đồng/);
    const same = given({ kept });
    expect(planInvoices(issuanceInput(same)).warnings).toEqual([]);
  });

  describe('of a line that has left in part, and that Bravo changes since', () => {
    const [line] = given().lines;
    const exported = { ...invoicesOf(given())[0]!, status: 'exported' as const };
    /** Four of VT1 for 400,000 đồng have left; what is drafted and what waits of the line as Bravo has it by now. */
    const after = (more: Partial<GivenPeriod['lines'][number]>) => {
      const input = issuanceInput(given({ issueDay: '2026-09-30', kept: [exported], lines: [{ ...line!, ...more }] }));
      const plan = planInvoices(input);
      const drafted = plan.invoices.flatMap(({ status, items }) =>
        status === 'draft' ? items.map(({ quantity, amount }) => [quantity / ONE, amount]) : [],
      );
      const waits = plan.shortages.map(({ reason, baseQuantity, amount }) => [reason, baseQuantity / ONE, amount]);
      const late = preflight(input, plan).some(({ code }) => code === 'NOT_ISSUED_IN_TIME');
      return { drafted, waits, late };
    };

    test('the rest has today’s price, and the difference of what has left waits for its adjusting invoice', () => {
      const [cheaper, dearer] = [
        { quantity: '6', amount: 300_000 },
        { quantity: '6', amount: 720_000 },
      ];
      expect(after(dearer)).toEqual({ drafted: [[2n, 240_000]], waits: [['NEEDS_REVIEW', 0n, 80_000]], late: false });
      expect(after(cheaper)).toEqual({
        drafted: [[2n, 100_000]],
        waits: [['NEEDS_REVIEW', 0n, -200_000]],
        late: false,
      });
      expect(after({ quantity: '6', amount: 600_000 })).toEqual({ drafted: [[2n, 200_000]], waits: [], late: false });
    });

    test('goods for which no money is left are on no draft, as those of a unit that was put right', () => {
      expect(after({ quantity: '8' })).toEqual({ drafted: [], waits: [['NEEDS_REVIEW', 4n, 0]], late: false });
    });

    test('the remedy of what is wrong on an invoice is that of the law, and of a pinned draft a new one', () => {
      const remedyOf = (more: Partial<GivenPeriod['lines'][number]>, kept: PlannedInvoice = exported) =>
        planInvoices(issuanceInput(given({ kept: [kept], lines: [{ ...line!, ...more }] }))).shortages[0]?.remedy;
      const lawful = expect.stringContaining('đã phát hành thì điều chỉnh hoặc thay thế');
      expect(remedyOf({ quantity: '3', amount: 300_000 })).toEqual(lawful);
      expect(remedyOf({ amount: 450_000 })).toEqual(lawful);
      expect(remedyOf({ quantity: '8' })).toEqual(lawful);
      const pinned = { ...exported, status: 'draft' as const, pinned: true };
      expect(remedyOf({ amount: 450_000 }, pinned)).not.toEqual(lawful);
    });

    test('a difference of price is no sale without an invoice', () => {
      expect(after({ amount: 450_000 })).toEqual({ drafted: [], waits: [['NEEDS_REVIEW', 0n, 50_000]], late: false });
    });
  });

  test('tells of handed-over invoices whose document Bravo has cancelled since, or whose line is left out', () => {
    const kept = invoicesOf(given()).map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
    const input = issuanceInput(given({ kept }));
    const [line, ...others] = input.lines;
    const rules = { ...input.period.rules, cancelledDocStatuses: ['9'] };
    const cancelled = {
      ...input,
      period: { ...input.period, rules },
      lines: [{ ...line!, docStatus: '9' }, ...others],
    };
    const plan = planInvoices(cancelled);
    const holder = kept.find(({ items }) =>
      items.some(({ allocations }) => allocations.some((one) => one.line === '1')),
    )!;
    expect(plan.warnings).toEqual([
      expect.objectContaining({ code: 'KEPT_INVOICE_EXCLUDED', profile: holder.profile, invoice: holder.key }),
    ]);
    expect(plan.warnings[0]!.message).toMatch(/1 dòng bán của nó nay đã được loại ra \(Chứng từ đã hủy ở Bravo\)/);
    expect(preflight(cancelled, plan).find(({ code }) => code === 'KEPT_INVOICE_EXCLUDED')).toMatchObject({
      ...{ severity: 'warn', remedy: expect.stringMatching(/điều chỉnh hoặc thay thế/) },
    });
    expect(plan.tieOut).toEqual(planInvoices(input).tieOut);
    const leftOut = { ...input, exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'nhập trùng' }] };
    expect(planInvoices(leftOut).warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/nhập trùng/)]);
    const drafts = kept.map((one): PlannedInvoice => ({ ...one, status: 'draft', pinned: true }));
    expect(planInvoices({ ...leftOut, kept: drafts }).warnings.map(({ code }) => code)).toEqual([
      'KEPT_DRAFT_OUTDATED',
    ]);
  });

  describe('tells of a handed-over invoice whose sale Bravo writes for another customer since', () => {
    const first = invoicesOf(given())[0]!;
    const [line, other] = given().lines;
    const profile = given().profiles[0]!;
    const left: PlannedInvoice = { ...first, status: 'exported' };
    const told = (more: Partial<GivenPeriod>, kept: PlannedInvoice = left) =>
      planInvoices(
        issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [kept], ...more })),
      ).warnings.filter(({ code }) => code.startsWith('KEPT_'));
    const of = (buyer: Partial<PlannedInvoice['buyer']>): PlannedInvoice => ({
      ...left,
      buyer: { ...left.buyer, ...buyer },
    });
    const newPartner = (own: object) => ({
      lines: [{ ...line!, partner: 'KH3' }, other!],
      partners: [...given().partners!, { code: 'KH3', requirement: 'required' as const, ...own }],
    });
    const message = `Hóa đơn «${left.voucherNumber}» đã bàn giao cho «Công ty An» (KH1), mà Bravo nay ghi 1 dòng bán của nó cho «Khách KH2» (KH2).`;
    const discount = { ...line!, id: 'ck', kind: 'discount' as const, quantity: '0', amount: -1000 };
    const [item] = left.items;
    const less = { ...item!, kind: 'discount' as const, amount: -1000, quantity: 0n };
    const share = { line: 'ck', lot: null, quantity: 0n, baseQuantity: 0n, amount: -1000 };
    const discounted = { ...left, amount: left.amount - 1000, items: [item!, { ...less, allocations: [share] }] };
    const withDiscount = (doc: string) => ({ lines: [line!, other!, { ...discount, partner: 'KH2', doc }] });

    test.each<[string, Partial<GivenPeriod>, PlannedInvoice?]>([
      ['exported', {}],
      ['issued', {}, { ...left, status: 'issued', invoiceNumber: '7' }],
      [
        'of a household’s old code, for another person',
        newPartner({ name: 'Bà Tư', taxCode: '079203001234' }),
        of({ taxCode: '8012345678' }),
      ],
      ['of a discount of another document', withDiscount('CK'), discounted],
    ])('%s', (_, more, kept) => {
      expect(told(more, kept)).toMatchObject([{ code: 'KEPT_INVOICE_BUYER', profile: 'A', invoice: left.key }]);
    });

    test('in words, as a warning that stops nothing', () => {
      expect(told({}).map((one) => one.message)).toEqual([message]);
      const input = issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [left] }));
      const found = preflight(input, planInvoices(input)).find(({ code }) => code === 'KEPT_INVOICE_BUYER');
      expect(found).toMatchObject({
        severity: 'warn',
        remedy: expect.stringMatching(/điều chỉnh hoặc thay thế.*04\/SS/),
      });
    });

    test.each<[string, Partial<GivenPeriod>, PlannedInvoice?]>([
      ['to a consumer', {}, of({ source: 'consumer' })],
      ['without a partner', {}, of({ bravoPartnerCode: '' })],
      ['on a consolidated invoice', {}, { ...left, bravoDocument: `HN/TONG-HOP/${left.documentDate}` }],
      ['in another case of letters', { lines: [{ ...line!, partner: 'kh1' }, other!] }],
      [
        'to the same AMIS customer',
        { profiles: [{ ...profile, partnerLinks: [{ customer: 'C1', partner: 'KH2' }] }] },
        of({ taxCode: '' }),
      ],
      ['of the same tax code', newPartner({ taxCode: '0101243150' }), of({ customerCode: 'cũ' })],
      [
        'renumbered',
        newPartner({ name: 'Ông Ba', taxCode: '079203001234' }),
        of({ name: 'Ông Ba', taxCode: '8012345678' }),
      ],
      ['by a discount of its own document', withDiscount('1'), discounted],
    ])('is silent of a buyer %s', (_, more, kept) => {
      expect(told(more, kept)).toEqual([]);
    });

    test('tells once of a line that is left out', () => {
      const out = { exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }] };
      expect(told(out).map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
    });

    test('calls a pinned draft outdated', () => {
      expect(told({}, { ...first, pinned: true }).map(({ code }) => code)).toEqual(['KEPT_DRAFT_OUTDATED']);
    });

    test('tells the same beside the sums of what has left', () => {
      const whole = issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }, other!], kept: [left] }));
      const handedOver = new HandedOver();
      const rest = handedOver.take(whole);
      expect(rest.kept).toEqual([]);
      expect(planInvoices(rest, handedOver)).toEqual(planInvoices(whole));
    });
  });

  describe('tells of a handed-over invoice whose sale Bravo dates on another day since', () => {
    const [line, other] = given().lines;
    const left: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
    const inputOf = (day: string, kept: PlannedInvoice = left, own: object = {}) =>
      issuanceInput(given({ lines: [{ ...line!, date: day, ...own }, other!], kept: [kept] }));
    const told = (...of: Parameters<typeof inputOf>) =>
      planInvoices(inputOf(...of)).warnings.filter(({ code }) => code.startsWith('KEPT_'));
    const facts = { dayFacts: { isExport: true, clearedOn: '2026-09-09' } };
    const consolidated = { ...left, bravoDocument: `HN/TONG-HOP/${left.documentDate}` };

    test.each<[string, PlannedInvoice?, object?]>([
      ['exported', left],
      ['issued', { ...left, status: 'issued', invoiceNumber: '7' }],
      ['consolidated', consolidated],
      ['of a lawful day of its own', left, facts],
    ])('%s, with a later day', (_, kept, own) => {
      expect(told('2026-09-08', kept, own)).toMatchObject([
        { code: 'KEPT_INVOICE_DAY', profile: 'A', invoice: left.key },
      ]);
    });

    test('in words, as a warning that stops nothing', () => {
      const input = inputOf('2026-09-03');
      const plan = planInvoices(input);
      expect(plan.warnings.map(({ message }) => message)).toEqual([
        `Hóa đơn «${left.voucherNumber}» đã bàn giao cho lần bán ngày 05/09/2026, mà Bravo nay ghi 1 dòng bán của nó ngày 03/09/2026.`,
      ]);
      expect(preflight(input, plan).find(({ code }) => code === 'KEPT_INVOICE_DAY')).toMatchObject({
        ...{ severity: 'warn', remedy: expect.stringMatching(/không lùi, không dời/) },
      });
    });

    test('is silent of earlier days that are on one invoice with later ones', () => {
      expect(told('2026-09-03', consolidated)).toEqual([]);
      expect(told('2026-09-03', left, facts)).toEqual([]);
    });

    test('tells once of a line that is left out, and of a draft that it is outdated', () => {
      const input = inputOf('2026-09-08');
      const out = { ...input, exclusions: [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }] };
      expect(planInvoices(out).warnings.map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
      const draft: PlannedInvoice = { ...left, status: 'draft', pinned: true };
      expect(told('2026-09-08', draft).map(({ code }) => code)).toEqual(['KEPT_DRAFT_OUTDATED']);
    });

    test('tells the same beside the sums of what has left', () => {
      const whole = inputOf('2026-09-08');
      const handedOver = new HandedOver();
      const rest = handedOver.take(whole);
      expect(rest.kept).toEqual([]);
      expect(planInvoices(rest, handedOver)).toEqual(planInvoices(whole));
    });
  });

  describe('tells of a handed-over invoice whose sale Bravo writes for another item since', () => {
    const [line, other] = given().lines;
    const profile = given().profiles[0]!;
    const left: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
    const inputOf = (more: Partial<GivenPeriod> = {}, kept: PlannedInvoice = left) =>
      issuanceInput(given({ lines: [{ ...line!, item: 'VT2' }, other!], kept: [kept], ...more }));
    const told = (...of: Parameters<typeof inputOf>) =>
      planInvoices(inputOf(...of)).warnings.filter(({ code }) => code.startsWith('KEPT_'));
    const connecting = (...pairs: [product: string, item: string][]): Partial<GivenPeriod> => ({
      profiles: [{ ...profile, links: pairs.map(([product, item]) => ({ product, item })) }],
    });

    test('exported or issued, in words, as a warning that stops nothing', () => {
      expect(told()).toEqual([
        {
          ...{ code: 'KEPT_INVOICE_GOODS', profile: 'A', invoice: left.key },
          message: `Hóa đơn «${left.voucherNumber}» đã bàn giao, mà 1 dòng bán của nó nay là hàng khác ở Bravo: hóa đơn ghi «SP1», Bravo ghi «VT2» (VT2), hai mã không nối với nhau.`,
        },
      ]);
      expect(told({}, { ...left, status: 'issued', invoiceNumber: '7' })).toHaveLength(1);
      const input = inputOf();
      expect(preflight(input, planInvoices(input)).find(({ code }) => code === 'KEPT_INVOICE_GOODS')).toMatchObject({
        ...{ severity: 'warn', remedy: expect.stringMatching(/điều chỉnh hoặc thay thế/) },
      });
    });

    test.each<[string, Partial<GivenPeriod>]>([
      ['of another item of the same product', connecting(['SP1', 'VT1'], ['SP1', 'VT2'])],
      ['of a product that is connected no more', connecting(['SP2', 'VT1'])],
      ['of a discount', { lines: [{ ...line!, kind: 'discount', item: 'VT2' }, other!] }],
    ])('is silent %s', (what, more) => {
      const discount = { ...left, items: left.items.map((item) => ({ ...item, kind: 'discount' as const })) };
      expect(told(more, what === 'of a discount' ? discount : left)).not.toContainEqual(
        expect.objectContaining({ code: 'KEPT_INVOICE_GOODS' }),
      );
    });

    test('tells once of a line that is left out', () => {
      const exclusions = [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }];
      expect(told({ exclusions }).map(({ code }) => code)).toEqual(['KEPT_INVOICE_EXCLUDED']);
    });
  });

  test('takes the part of a decided AMIS entry that a line has left, and names the rest', () => {
    const [first] = invoicesOf(given());
    const kept: PlannedInvoice[] = [{ ...first!, status: 'exported' }];
    const profile = given().profiles[0]!;
    const sale = { id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1' };
    const planOf = (quantity: string, amount: number) => {
      const input = issuanceInput(
        given({
          kept,
          lines: [{ ...given().lines[0]!, quantity: '6', amount: 600000 }, given().lines[1]!],
          profiles: [{ ...profile, sales: [{ ...sale, quantity, amount }] }],
          decisions: [{ profile: 'A', entry: 'a', line: '1' }],
        }),
      );
      const plan = planInvoices(input);
      return { plan, found: preflight(input, plan).filter(({ code }) => code.startsWith('AMIS_')) };
    };
    const { plan, found } = planOf('5', 500000);
    expect(plan.alreadyInvoiced).toMatchObject([{ line: '1', baseQuantity: 2_000_000n, amount: 200000 }]);
    expect(found).toMatchObject([
      { code: 'AMIS_DECISION_EXCEEDS_LINE', severity: 'warn', about: [{ kind: 'entry', id: 'a' }] },
    ]);
    expect(found[0]!.message).toMatch(/xuất 5 ở chứng từ «TAY1».*chỉ còn 2 ngoài hóa đơn «BHA202609-00001», thừa 3/);
    expect(found[0]!.remedy).toMatch(/điều chỉnh ở AMIS.*chọn lại dòng bán/);
    expect(planOf('2', 200000).found).toEqual([]);
    expect(planOf('2', 190000).found).toMatchObject([{ code: 'AMIS_AMOUNT_DIFFERS' }]);
  });

  test('names a second AMIS entry of goods that are not connected, decided to be a line that has nothing left', () => {
    const profile = given().profiles[0]!;
    const sale = { documentDate: '2026-09-05', product: 'KHAC', customerCode: 'C1', quantity: '1', amount: 400000 };
    const sales = ['1', '2'].map((id) => ({ ...sale, id, voucherNumber: `TAY${id}` }));
    const decisions = sales.map(({ id }) => ({ profile: 'A', entry: id, line: '1' }));
    const products = [...profile.products!, { code: 'KHAC' }];
    const input = issuanceInput(given({ profiles: [{ ...profile, products, sales }], decisions }));
    const plan = planInvoices(input);
    expect(plan.alreadyInvoiced).toMatchObject([{ line: '1', entry: '1', amount: 400000 }]);
    const found = preflight(input, plan).filter(({ code }) => code.startsWith('AMIS_'));
    expect(found).toMatchObject([{ code: 'AMIS_DECISION_EXCEEDS_LINE', about: [{ kind: 'entry', id: '2' }] }]);
    expect(found[0]!.message).toMatch(/«TAY2».*xuất 400\.000 đồng .* không còn gì\.$/);
  });
});
