import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DayFacts } from '../../bravo/day-facts.ts';
import { BLOCKS } from '../findings/finding.ts';
import { period, periodWithFacts } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { draftFindings } from './draft-findings.ts';
import { preflight } from './preflight.ts';

const [first] = invoicesOf(given());
const pinned: PlannedInvoice = { ...first!, pinned: true };
const [profile] = given().profiles;
const withProfile = (more: object): Partial<GivenPeriod> => ({ profiles: [{ ...profile!, ...more }] });

const found = (more: Partial<GivenPeriod>, kept: PlannedInvoice = pinned) => {
  const input = issuanceInput(given({ kept: [kept], ...more }));
  const plan = planInvoices(input);
  expect(plan.invoices).toContainEqual(kept);
  return preflight(input, plan).filter(({ code }) => code.startsWith('DRAFT_'));
};

test.each<[what: string, code: string, more: Partial<GivenPeriod>, says: RegExp]>([
  [
    'whose profile may no longer issue for the branch',
    'DRAFT_ISSUER_NOT_DECLARED',
    { issuers: { HN: [] } },
    /«A»: 1 hóa đơn nháp .*chi nhánh «HN»/,
  ],
  [
    'of goods that are connected no longer',
    'DRAFT_NOT_CONNECTED',
    withProfile({ links: [] }),
    /mã «SP1» và mặt hàng «VT1» không còn nối/,
  ],
  [
    'of goods that are connected by another factor',
    'DRAFT_NOT_CONNECTED',
    withProfile({ links: [{ product: 'SP1', item: 'VT1', factor: '1/2' }] }),
    /«SP1» và mặt hàng «VT1» nay nối với hệ số khác/,
  ],
  [
    'whose buyer has another tax code in the catalogue by now',
    'DRAFT_BUYER_TAX_CODE',
    withProfile({ customers: profile!.customers!.map((one) => ({ ...one, taxCode: '0316520076' })) }),
    /khách «C1», hóa đơn ghi mã số thuế 0101243150, danh mục nay ghi mã số thuế 0316520076/,
  ],
  [
    'dated before the last invoice of the symbol',
    'DRAFT_BEFORE_LAST_ISSUED',
    withProfile({ terms: { lastIssuedDate: '2026-10-02' } }),
    /ngày 30\/09\/2026, hóa đơn cuối 02\/10\/2026/,
  ],
])('a pinned draft %s must not leave', (_what, code, more, says) => {
  const [one, ...rest] = found(more);
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ code, severity: 'block', profile: 'A', about: [{ kind: 'invoice', id: pinned.key }] });
  expect(one!.message).toMatch(says);
  // An invoice that is opened shows its own record alone.
  expect(one!.about![0]!.detail).toMatch(/^Hóa đơn nháp /);
  expect(one!.message).toContain(one!.about![0]!.detail!.replace(/^Hóa đơn nháp ([^:]*):.*/, '$1'));
  expect(BLOCKS[code]).toEqual({ stops: 'export', canOverride: false });
  expect(found(more, { ...pinned, status: 'exported' })).toEqual([]);
});

test('a draft for the consumer is told when its buyer asks for an invoice by now', () => {
  const partners = [{ code: 'KH1', requirement: 'required' as const }, { code: 'KH2' }];
  const consumer = invoicesOf(given({ partners: [{ code: 'KH1' }, { code: 'KH2' }] }))[0]!;
  expect(found({ partners }, { ...consumer, pinned: true })).toMatchObject([
    { code: 'DRAFT_BUYER_ASKS_FOR_DETAILS', severity: 'warn', message: expect.stringContaining('«KH1»') },
  ]);
  expect(BLOCKS.DRAFT_BUYER_ASKS_FOR_DETAILS).toBeUndefined();
});

test('a draft is told that has another name or address of its buyer than the catalogue by now', () => {
  const named = (name: string) =>
    found(withProfile({ customers: profile!.customers!.map((one) => ({ ...one, name })) }));
  expect(named('Công ty Ân')).toMatchObject([
    { code: 'DRAFT_BUYER_NAME', severity: 'warn', message: expect.stringContaining('ghi tên «Công ty An»') },
  ]);
  expect(named('CÔNG TY  AN')).toEqual([]);
});

test('a pinned draft must not leave whose lines have come to have different days, or one that waits', () => {
  const doc = { doc: 'D', item: 'VT1', quantity: '1', amount: 100_000, date: '2026-09-04', partner: 'KH1' };
  const lines = [doc, doc].map((line, index) => ({ ...line, id: `${index}` }));
  const joined: PlannedInvoice = { ...invoicesOf(given({ lines }))[0]!, pinned: true };
  const saying = (dayFacts: DayFacts) =>
    found({ lines: [lines[0]!, { ...lines[1]!, dayFacts }] }, joined).map(({ code, message }) => [code, message]);
  expect(saying({ isExport: true, clearedOn: '2026-09-07' })).toEqual([
    ['DRAFT_LAWFUL_DAY', expect.stringContaining('ngày theo luật khác nhau (04/09/2026, 07/09/2026)')],
  ]);
  expect(saying({ isExport: true })).toEqual([
    ['DRAFT_LAWFUL_DAY', expect.stringContaining('chưa ghi ngày thông quan')],
  ]);
});

test('drafts planned from today’s data are never at odds with them', () => {
  fc.assert(
    fc.property(fc.oneof(period, periodWithFacts), (of) => {
      const input = issuanceInput(of);
      expect(draftFindings(input, planInvoices(input))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
