import { describe, expect, test } from 'vitest';
import { ONE } from '../../quantity.ts';
import { BLOCKS } from '../findings/finding.ts';
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
