import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../day.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { timeFindings } from '../preflight/time-findings.ts';
import { lastSigningDay } from './dates.ts';
import { type Incident, withIncidents } from './incidents.ts';
import { isExcused, isLate, latenessOf } from './lateness.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';

const BREAKDOWN: Incident = {
  kind: 'seller',
  fromDate: '2026-11-19',
  endedOn: '2026-11-25',
  evidence: 'Biên bản 12/BB',
};

/** A sale of each of four days in the books of one entity, whose symbol has an invoice of the day of issuing already. */
function planned(incidents: readonly Incident[], issueDay: string) {
  const sold = ['2026-11-18', '2026-11-19', '2026-11-25', '2026-11-26'];
  const given = issuanceInput({
    ...{ days: ['2026-11-01', '2026-11-30'], issueDay },
    lines: sold.map((date, n) => ({
      ...{ id: `L${n}`, doc: `BH${n}`, date, partner: 'KH1' },
      ...{ item: 'VT1', quantity: '1', amount: 1000 },
    })),
    profiles: [
      {
        ...{ code: 'A', terms: { lastIssuedDate: issueDay } },
        ...{ products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
        stock: [{ product: 'SP1', opening: '10' }],
      },
    ],
  });
  const input = {
    ...given,
    profiles: given.profiles.map((books) => ({
      ...books,
      terms: withIncidents(books.terms, { incidents: incidents.map((one) => ({ ...one, profile: 'A' })) }),
    })),
  };
  return { input, plan: planInvoices(input) };
}

it('an incident takes the invoices of its days, and only those, out of the count while they are made in its days', () => {
  const late = (incidents: readonly Incident[], issueDay: string) => {
    const { input, plan } = planned(incidents, issueDay);
    expect(plan.invoices).toHaveLength(4);
    const keys = new Set(latenessOf(input, plan)[0]!.late);
    const told = timeFindings(input, plan).filter(({ code }) => code === 'AFTER_INCIDENT');
    return [
      plan.invoices.filter(({ key }) => keys.has(key)).map((one) => one.documentDate),
      told.map((one) => one.count),
    ];
  };
  const every = ['2026-11-18', '2026-11-19', '2026-11-25', '2026-11-26'];
  expect(late([], '2026-11-30')).toEqual([every, []]);
  expect(late([BREAKDOWN], '2026-11-30')).toEqual([['2026-11-18', '2026-11-26'], [2]]);
  expect(late([BREAKDOWN], '2026-12-01')).toEqual([every, []]);
  expect(late([{ ...BREAKDOWN, kind: 'tax_system' }], '2026-11-30')).toEqual([every, []]);
});

it('the finding names the incident and its evidence', () => {
  const { input, plan } = planned([BREAKDOWN], '2026-11-30');
  const [finding] = timeFindings(input, plan).filter(({ code }) => code === 'AFTER_INCIDENT');
  expect(finding?.message).toContain('từ 19/11/2026 đến 25/11/2026 («Biên bản 12/BB»)');
});

const day = fc.integer({ min: 0, max: 200 }).map((count) => addDays('2026-06-01', count));
const incident = fc
  .record({ kind: fc.constantFrom('seller' as const, 'tax_system' as const), fromDate: day, days: fc.nat(10) })
  .map(({ kind, fromDate, days }): Incident => ({ kind, fromDate, endedOn: addDays(fromDate, days), evidence: 'x' }));

it('never gives a sale less time, and none to a sale outside its days', () => {
  fc.assert(
    fc.property(day, fc.array(incident, { maxLength: 3 }), (sale, incidents) => {
      const usual = lastSigningDay(sale, SHIPPED_RULES, {})!;
      const given = lastSigningDay(sale, SHIPPED_RULES, { incidents })!;
      expect(given.judge >= usual.judge && given.plan >= usual.plan).toBe(true);
      const isHit = incidents.some(({ fromDate, endedOn }) => fromDate <= sale && sale <= endedOn);
      if (!isHit) expect(given).toEqual(usual);
      if (given.judge > usual.judge) expect(incidents.some(({ endedOn }) => endedOn < given.judge)).toBe(true);
    }),
  );
});

it('an invoice is excused or late, never both, and neither on the day of its sale', () => {
  const terms = { code: 'A' };
  fc.assert(
    fc.property(day, day, incident, (documentDate, date, one) => {
      const profiles = [{ terms: withIncidents(terms, { incidents: [{ ...one, profile: 'A' }] }) }] as never;
      const law = { invoiceRules: SHIPPED_RULES, profiles, lines: [] };
      const invoice = { profile: 'A', date, documentDate, bravoDocument: 'HN/HD/1', items: [] };
      expect(isExcused(invoice, law) && isLate(invoice, law)).toBe(false);
      expect(isExcused(invoice, law) || isLate(invoice, law)).toBe(date !== documentDate);
    }),
  );
});
