import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../day.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { timeFindings } from '../preflight/time-findings.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import { isLate } from '../rules/lateness.ts';
import type { PlannedInvoice } from '../types.ts';

const dated = (invoices: readonly PlannedInvoice[]) =>
  new Map(invoices.map((one) => [`${one.profile} ${one.key}`, one]));
const words = ({ date: _date, buyer: { name: _name, ...buyer }, ...rest }: PlannedInvoice) => ({ ...rest, buyer });

test('a pinned draft keeps its lines, lots and number; its date is the rule’s of that day, never earlier, never before what has left', () => {
  let redated = 0;
  fc.assert(
    fc.property(
      period,
      fc.integer({ min: 5, max: 25 }),
      fc.nat(9),
      fc.array(fc.constantFrom('pin', 'leave', 'drop'), { minLength: 1 }),
      (given, first, later, fates) => {
        const issueDay = addDays('2026-09-01', first);
        const before = planInvoices(issuanceInput({ ...given, issueDay, through: issueDay }));
        const kept = before.invoices.flatMap((invoice, index): PlannedInvoice[] => {
          const fate = fates[index % fates.length];
          if (fate === 'drop') return [];
          return [fate === 'pin' ? { ...invoice, pinned: true } : { ...invoice, status: 'exported' }];
        });
        const input = { ...issuanceInput({ ...given, issueDay: addDays(issueDay, later) }), kept };
        const plan = planInvoices(input);
        const after = dated(plan.invoices);
        const fresh = dated(planInvoices({ ...input, kept: kept.filter(({ status }) => status !== 'draft') }).invoices);
        for (const was of kept) {
          const is = after.get(`${was.profile} ${was.key}`)!;
          expect(words(is)).toEqual(words(was));
          const told = plan.warnings.filter(
            ({ code, invoice, profile }) => code === 'DRAFT_REDATED' && invoice === is.key && profile === is.profile,
          );
          expect(told).toHaveLength(is.date === was.date ? 0 : 1);
          if (was.status !== 'draft') {
            expect(is).toEqual(was);
            continue;
          }
          expect(is.date >= was.date).toBe(true);
          const last = kept
            .filter(({ status, profile }) => status !== 'draft' && profile === is.profile)
            .map(({ date }) => date)
            .toSorted()
            .at(-1);
          expect(is.date >= (last ?? '')).toBe(true);
          if (is.date !== was.date) {
            redated++;
            expect(is.date <= input.period.issueDay).toBe(true);
            const anew = fresh.get(`${was.profile} ${was.key}`);
            if (anew && anew.documentDate === is.documentDate) expect(is.date).toBe(anew.date);
          }
          if (isLate(is, input))
            expect(
              timeFindings(input, plan).some(
                ({ code, about }) => code === 'WRONG_TIME' && about?.some(({ id }) => id === is.key),
              ),
            ).toBe(true);
        }
        // The dates of a regeneration are left by the next one of the day.
        const again = planInvoices({
          ...input,
          kept: plan.invoices.filter(({ pinned, status }) => pinned || status !== 'draft'),
        });
        expect(again.warnings.filter(({ code }) => code === 'DRAFT_REDATED')).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
  expect(redated).toBeGreaterThan(0);
});

/** Two sales of A, Saturday 05 and Sunday 06/09/2026, planned on the Monday, both to be signed by then. */
const monday = { issueDay: '2026-09-07' };
const pinned = () => invoicesOf(given(monday)).map((invoice) => ({ ...invoice, pinned: true }));
const codesOf = (input: ReturnType<typeof issuanceInput>) =>
  preflight(input, planInvoices(input)).map(({ code }) => code);

test('a pinned draft of a later day stays as it is when an earlier day leaves', () => {
  const [earlier, later] = pinned();
  expect([earlier!.date, later!.date]).toEqual(['2026-09-05', '2026-09-06']);
  const left = { ...earlier!, status: 'exported' as const };
  const input = { ...issuanceInput(given(monday)), kept: [left, later!] };
  expect(planInvoices(input).invoices).toEqual([left, later]);
  expect(codesOf(input).filter((code) => code.startsWith('DRAFT_'))).toEqual([]);
});

test('a pinned draft of an earlier day takes the real date once a later day has left', () => {
  const [earlier, later] = pinned();
  const left = { ...later!, status: 'exported' as const };
  const input = { ...issuanceInput(given(monday)), kept: [earlier!, left] };
  const { invoices, warnings } = planInvoices(input);
  expect(invoices).toEqual([{ ...earlier!, date: '2026-09-07' }, left]);
  expect(warnings.filter(({ code }) => code === 'DRAFT_REDATED')).toEqual([
    {
      code: 'DRAFT_REDATED',
      profile: 'A',
      invoice: earlier!.key,
      message: `Hóa đơn nháp đã ghim «${earlier!.voucherNumber}», bán ngày 05/09/2026: ngày hóa đơn ghi lại từ 05/09/2026 thành 07/09/2026, ký hiệu đã có hóa đơn của ngày sau ngày bán, lập sai thời điểm.`,
    },
  ]);
});

test('a pinned draft whose last day of signing is over takes the day of issuing, and leaves', () => {
  const input = { ...issuanceInput(given({ issueDay: '2026-09-09' })), kept: pinned() };
  const { invoices, warnings } = planInvoices(input);
  expect(invoices).toEqual(pinned().map((one) => ({ ...one, date: '2026-09-09' })));
  expect(warnings.filter(({ code }) => code === 'DRAFT_REDATED').map(({ message }) => message)).toEqual([
    expect.stringContaining('hạn ký đã qua, lập sai thời điểm'),
    expect.stringContaining('hạn ký đã qua, lập sai thời điểm'),
  ]);
  const codes = codesOf(input);
  expect(codes).toContain('WRONG_TIME');
  expect(codes).not.toContain('DRAFT_DATE_OUTDATED');
  // Invoices that have left, and drafts that no person has pinned, are not this stage's to date.
  for (const more of [{ status: 'exported' as const }, { pinned: false }]) {
    const kept = pinned().map((one) => ({ ...one, ...more }));
    expect(planInvoices({ ...input, kept }).invoices).toEqual(kept);
  }
});

test('a pinned draft is never dated back or ahead: it blocks until a person decides', () => {
  const kept = pinned().map((one) => ({ ...one, date: '2026-09-06' }));
  const back = { ...issuanceInput(given(monday)), kept };
  expect(planInvoices(back).invoices).toEqual(kept);
  expect(codesOf(back)).toContain('DRAFT_DATE_OUTDATED');
  const [a] = given().profiles;
  const ahead = issuanceInput(
    given({ issueDay: '2026-09-09', profiles: [{ ...a!, terms: { lastIssuedDate: '2026-09-15' } }] }),
  );
  expect(planInvoices({ ...ahead, kept }).invoices).toEqual(kept);
  expect(codesOf({ ...ahead, kept })).toContain('DRAFT_BEFORE_LAST_ISSUED');
});

test('the words of a consumer follow the date; a name that a person wrote stays', () => {
  const july = given({
    issueDay: '2026-06-30',
    days: ['2026-06-01', '2026-06-30'],
    partners: [{ code: 'KH1' }],
    lines: [{ id: '1', date: '2026-06-30', partner: 'KH1', item: 'VT1', quantity: '4', amount: 400000 }],
  });
  const [draft] = invoicesOf(july).map((invoice) => ({ ...invoice, pinned: true }));
  const later = issuanceInput({ ...july, issueDay: '2026-07-03' });
  const nameOf = (name: string) =>
    planInvoices({ ...later, kept: [{ ...draft!, buyer: { ...draft!.buyer, name } }] }).invoices[0]!;
  expect(nameOf('Người mua không lấy hóa đơn')).toMatchObject({
    date: '2026-07-03',
    buyer: { name: 'Bán cho người tiêu dùng' },
  });
  expect(nameOf('Chị Hoa')).toMatchObject({ date: '2026-07-03', buyer: { name: 'Chị Hoa' } });
});
