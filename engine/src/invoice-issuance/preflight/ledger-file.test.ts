import { expect, test } from 'vitest';
import type { LedgerFile } from '../books.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { coversPeriod, isOfOtherDays, ledgerFileFindings } from './ledger-file.ts';

const whole: LedgerFile = { fromDate: '2026-09-01', toDate: '2026-09-30', unreadRows: 0, firstUnread: '', remarks: [] };
const sale = { id: '1', voucherNumber: 'X', documentDate: '2026-09-05', product: 'SP1', quantity: '1', amount: 1 };

/** The codes of the findings about a profile with this ledger file, these sales and these handed-over invoices. */
function codes(own: Partial<LedgerFile> | undefined, sales: object[] = [], kept: Partial<PlannedInvoice>[] = []) {
  const input = issuanceInput({
    profiles: [{ code: 'A', sales: sales.map((one) => ({ ...sale, ...one })) }],
    lines: [],
  });
  const profiles = input.profiles.map((books) => ({ ...books, ...(own && { salesLedgerFile: { ...whole, ...own } }) }));
  return ledgerFileFindings({ ...input, profiles, kept: kept as PlannedInvoice[] }).map(
    ({ code, severity, message }) => `${severity} ${code}: ${message}`,
  );
}

test.each<[string, Partial<LedgerFile> | undefined, RegExp[]]>([
  ['no file', undefined, []],
  ['a whole one', {}, []],
  ['more days', { fromDate: '2026-08-01', toDate: '2026-10-31' }, []],
  ['begun late', { fromDate: '2026-09-02' }, [/^block AMIS_SALES_DAYS_MISSING: «A»: .*02\/09\/2026.*lập lần hai/]],
  ['ended early', { toDate: '2026-09-29' }, [/^block AMIS_SALES_DAYS_MISSING: .*29\/09\/2026/]],
  ['without its first day', { fromDate: null }, [/^warn AMIS_SALES_DAYS_UNKNOWN: /]],
  ['without its last day', { toDate: null }, [/^warn AMIS_SALES_DAYS_UNKNOWN: /]],
  ['without days', { fromDate: null, toDate: null }, [/^warn AMIS_SALES_DAYS_UNKNOWN: /]],
  ['unread rows', { unreadRows: 2 }, [/^block AMIS_SALES_UNREAD: .* có 2 dòng không đọc được.*lần hai\.$/]],
  [
    'unread rows with the first',
    { unreadRows: 1, firstUnread: 'dòng 7' },
    [/^block AMIS_SALES_UNREAD: .*Ví dụ: dòng 7$/],
  ],
  ['a remark', { remarks: [{ code: 'CUT', message: 'đứt đoạn' }] }, [/^warn CUT: «A»: sổ bán hàng AMIS: đứt đoạn$/]],
])('%s', (_, own, expected) => {
  const found = codes(own);
  expect(found).toHaveLength(expected.length);
  for (const [n, pattern] of expected.entries()) expect(found[n]).toMatch(pattern);
});

test('a ledger without words is told once something has to be read back from it', () => {
  const left = [{ profile: 'A', status: 'exported' as const }];
  expect(codes({}, [{}], left)).toEqual([expect.stringMatching(/^warn AMIS_LEDGER_WITHOUT_WORDS: /)]);
  expect(codes({}, [], left)).toEqual([]);
  expect(codes({}, [{}], [{ profile: 'A', status: 'draft' }])).toEqual([]);
  expect(codes({}, [{}], [{ profile: 'B', status: 'exported' }])).toEqual([]);
  expect(codes({}, [{}, { description: 'Bán hàng' }], left)).toEqual([]);
  expect(codes({}, [{}, { invoiceState: 'Gốc' }], left)).toEqual([]);
});

test.each([
  ['2026-09-01', '2026-09-30', false],
  [null, null, false],
  ['2026-09-01', null, false],
  [null, '2026-09-30', false],
  [null, '2026-09-29', true],
  ['2026-08-31', null, true],
  ['2026-08-31', '2026-09-30', true],
  ['2026-09-01', '2026-10-01', true],
])('a stock report of %s – %s is of other days than September: %s', (fromDate, toDate, isOther) => {
  expect(isOfOtherDays({ fromDate, toDate } as never, { fromDate: '2026-09-01', toDate: '2026-09-30' })).toBe(isOther);
});

test('a file covers a period when none of its days is outside, as far as it says', () => {
  const period = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const covers = (fromDate: string | null, toDate: string | null) =>
    coversPeriod({ fromDate, toDate } as never, period);
  expect([
    covers('2026-09-01', '2026-09-30'),
    covers('2026-09-02', '2026-09-30'),
    covers('2026-09-01', '2026-09-29'),
  ]).toEqual([true, false, false]);
});
