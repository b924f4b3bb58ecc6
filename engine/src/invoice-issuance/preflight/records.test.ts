import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reconciliationSheets } from '../export/reconciliation-sheets.ts';
import type { Finding } from '../findings/finding.ts';
import { counted, type FindingRecord, recordFinder } from '../findings/records.ts';
import { period } from '../period-fixture.ts';
import { accountFindings } from './accounts/account-findings.ts';
import { a, CASES, type Case, good, line, planned, twoBuyers, unplanned } from './finding-fixture.ts';
import { preflight } from './preflight.ts';
import { layoutFindings } from './preflight-layouts.ts';
import { saleFindings } from './sale-findings.ts';

const findingsOf = ({ input, plan }: Case): Finding[] => [
  ...preflight(input, plan),
  ...counted(
    [
      ...layoutFindings(input, new Set(['amis-sales-voucher'])),
      ...accountFindings(input, new Map()),
      ...saleFindings(input),
    ],
    input,
    plan,
  ),
];

const sum = (records: readonly FindingRecord[]) => records.reduce((all, { amount }) => all + (amount ?? 0), 0);

/**
 * A finding counts the records that it leads to, each record once, all of it real, with its money; and says the same
 * number.
 */
function expectOpensItsRecords({ input, plan }: Case, finding: Finding): void {
  const records = recordFinder(input, plan)(finding);
  const name = `${finding.code}: ${finding.message}`;
  expect([name, finding.count]).toEqual([name, records.length]);
  expect([name, finding.amount ?? 0]).toEqual([name, sum(records)]);
  expect([name, finding.amount === null]).toEqual([name, records.every(({ amount }) => amount === null)]);
  const keys = records.map(({ kind, id, profile, warehouse, item, line }) =>
    [kind, profile, id, warehouse, item, line].join(' '),
  );
  const isOfParts = finding.code.startsWith('SHORTAGE_');
  if (!isOfParts) expect([name, new Set(keys).size]).toEqual([name, keys.length]);
  for (const record of records) expectReal({ input, ...(plan && { plan }) }, record, name);
  const said = /^(?:«[^»]+»: )?([\d.]+) (?!quy tắc)/.exec(finding.message)?.[1];
  if (said !== undefined) expect([name, Number(said.replaceAll('.', ''))]).toEqual([name, records.length]);
}

function expectReal({ input, plan }: Case, { kind, id, profile, label, amount }: FindingRecord, name: string): void {
  expect([name, label === '']).toEqual([name, false]);
  const books = input.profiles.find(({ terms }) => terms.code === profile);
  const invoice = [...input.kept, ...(plan?.invoices ?? [])].find(({ key }) => key === id);
  const isThere = {
    line: () => label.includes('không còn') || input.lines.some((line) => line.id === id),
    document: () => input.lines.some(({ branchCode, docCode, docNo }) => id === `${branchCode}/${docCode}/${docNo}`),
    invoice: () => invoice !== undefined && amount === invoice.amount,
    partner: () => input.lines.some(({ partnerCode }) => partnerCode === id),
    item: () => input.lines.some(({ itemCode }) => itemCode === id),
    product: () => books?.products.some(({ code }) => code === id),
    stock: () => books !== undefined,
    connection: () => books?.productConnections.some(({ product }) => product === id),
    entry: () => books?.salesLedger.some((entry) => entry.id === id),
    new_customer: () => plan?.newCustomers.some(({ customerCode }) => customerCode === id),
    profile: () => books !== undefined,
    rule: () => true,
    period: () => [input.period.name, ...(input.openElsewhere ?? []).map(({ period }) => period)].includes(id),
  }[kind];
  expect([name, kind, id, isThere()]).toEqual([name, kind, id, true]);
}

describe('every finding leads to exactly the records that it counts, with their money', () => {
  test.each(Object.entries(CASES))('%s', (code, make) => {
    const one = make();
    const found = findingsOf(one);
    expect(found.map((finding) => finding.code)).toContain(code);
    for (const finding of found) expectOpensItsRecords(one, finding);
  });

  test('in any period, before a plan and with it', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(period, (given) => {
        for (const one of [unplanned(given), planned(given)])
          for (const finding of findingsOf(one)) expectOpensItsRecords(one, finding);
      }),
      { numRuns: 150 },
    );
  });
});

test('sixteen customers without a tax code are sixteen customers, however many warnings and invoices there are', () => {
  const { input, plan } = planned({
    ...good,
    lines: [...twoBuyers, { ...line, id: '9', doc: 'D9', partner: 'KH1', quantity: '1', amount: 50_000 }],
    partners: ['KH1', 'KH2'].map((code) => ({ code, requirement: 'required', taxCode: '' })),
  });
  const finding = preflight(input, plan).find(({ code }) => code === 'BUYER_INCOMPLETE')!;
  expect(finding).toMatchObject({ count: 2, amount: 650_000 });
  expect(recordFinder(input, plan)(finding).map(({ kind, id, amount }) => [kind, id, amount])).toEqual([
    ['partner', 'KH1', 350_000],
    ['partner', 'KH2', 300_000],
  ]);
});

test('an invoice that is warned of twice is one record, with both sentences', () => {
  const { input, plan } = planned(good);
  const { key, profile, amount } = plan!.invoices[0]!;
  const warnings = ['Thiếu 2 mã «SP1».', 'Thiếu 3 mã «SP2».'].map((message) => ({
    ...{ code: 'KEPT_INVOICE_WITHOUT_STOCK', message, profile, invoice: key },
  }));
  const warned = { ...plan!, warnings };
  const finding = preflight(input, warned).find(({ code }) => code === 'KEPT_INVOICE_WITHOUT_STOCK')!;
  expect(finding).toMatchObject({ count: 1, amount });
  expect(recordFinder(input, warned)(finding)).toMatchObject([
    { id: key, detail: 'Thiếu 2 mã «SP1». Thiếu 3 mã «SP2».' },
  ]);
});

test('a customer of two entities is a record of each, though both are told in the same words', () => {
  const { input, plan } = planned({
    ...good,
    issuers: { HN: ['A'], HP: ['B'] },
    profiles: [a, { ...a, code: 'B' }],
    partners: [{ code: 'KH1', requirement: 'required', taxCode: '' }],
    lines: [
      { ...line, quantity: '1' },
      { ...line, id: '2', doc: 'D2', branch: 'HP', quantity: '1', amount: 50_000 },
    ],
  });
  const finding = preflight(input, plan).find(({ code }) => code === 'BUYER_INCOMPLETE')!;
  expect(recordFinder(input, plan)(finding).map(({ profile, id, amount }) => [profile, id, amount])).toEqual([
    ['A', 'KH1', 300_000],
    ['B', 'KH1', 50_000],
  ]);
});

test('sheet «Kiểm tra» has a row for every record of every finding', () => {
  for (const given of fc.sample(period, { numRuns: 20, seed: 3 })) {
    const { input, plan } = planned(given);
    const sheet = reconciliationSheets(input, plan!).find(({ name }) => name === 'Kiểm tra')!;
    const rows = [...sheet.rows].filter((row): row is readonly (string | number | null)[] => Array.isArray(row));
    const findings = preflight(input, plan);
    expect(rows.length).toBe(findings.reduce((all, { count }) => all + Math.max(1, count), 0));
    const money = rows.reduce((all, row) => all + (typeof row.at(-1) === 'number' ? Number(row.at(-1)) : 0), 0);
    expect(money).toBe(findings.reduce((all, { amount }) => all + (amount ?? 0), 0));
  }
});
