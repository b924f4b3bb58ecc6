import { expect, test } from 'vitest';
import { exportLayouts } from '../../../sheets/layouts/export-layouts.ts';
import { issuanceInput } from '../../plan-fixture.ts';
import { accountFindings } from './account-findings.ts';

const accounts = { receivable: '131', revenue: '511', vat: '33311', cogs: '632', inventory: '156' };

type Given = {
  readonly own?: Partial<typeof accounts>;
  readonly chart?: readonly string[];
  readonly inUse?: readonly string[];
  /** Account that the template writes in its column of discounts. */
  readonly discount?: string;
  readonly days?: readonly [string, string];
};

/** The messages about one entity, of a period of September 2026 unless days are given. */
function told({ own = {}, chart = [], inUse = [], discount, days = ['2026-09-01', '2026-09-30'] }: Given): string[] {
  const input = issuanceInput({
    days,
    profiles: [{ code: 'A', terms: { accounts: { ...accounts, ...own }, chart, exportLayout: 'MAU' } }],
    lines: [],
  });
  const { columns, ...layout } = exportLayouts['amis-sales-voucher'];
  const written = columns.map((one) =>
    one.field === 'discountAccount' && discount !== undefined ? { ...one, fallback: discount } : one,
  );
  const profiles = input.profiles.map((books) => ({ ...books, accountsInUse: inUse }));
  return accountFindings({ ...input, profiles }, new Map([['MAU', { ...layout, columns: written }]])).map(
    ({ severity, message }) => `${severity} ${message}`,
  );
}

test('the accounts of the chart since 2026 are ok, and those of a shipped template too', () => {
  expect(told({})).toEqual([]);
  expect(told({ discount: '521' })).toEqual([]);
});

test('an account below one that is not divided any more is told, with its place and the circular', () => {
  expect(told({ own: { revenue: '5111', inventory: '1561' }, discount: '5211' })).toEqual([
    'warn «A»: ' +
      [
        'TK doanh thu 5111: tài khoản 511',
        'TK kho 1561: tài khoản 156',
        'mẫu xuất, cột «TK chiết khấu» 5211: tài khoản 521',
      ]
        .map(
          (one) =>
            `${one} không còn chia tài khoản con (Thông tư 99/2025/TT-BTC, Điều 11, Phụ lục II), và danh mục hàng hóa của hồ sơ không dùng tài khoản này`,
        )
        .join('; ') +
      '.',
  ]);
});

test('a firm may keep accounts of its own: its chart says so, or its catalogue of products uses them', () => {
  const kept = { own: { revenue: '5111' } };
  expect(told({ ...kept, inUse: ['5111'] })).toEqual([]);
  expect(told({ ...kept, chart: ['131', '5111', '33311', '632', '156'] })).toEqual([]);
});

test('a stated chart decides alone: 521 present, layout 5211', () => {
  const chart = ['131', '511', '33311', '632', '156', '521'];
  expect(told({ chart, discount: '521' })).toEqual([]);
  expect(told({ chart, discount: '5211', inUse: ['5211'] })).toEqual([
    'warn «A»: mẫu xuất, cột «TK chiết khấu» 5211: không có trong hệ thống tài khoản đã khai của hồ sơ.',
  ]);
  expect(told({ chart, own: { cogs: '6321' } })).toHaveLength(1);
});

test('a period of 2025 follows the chart of before', () => {
  const old = { own: { revenue: '5111', inventory: '1561' }, discount: '5211' };
  expect(told({ ...old, days: ['2025-12-01', '2025-12-31'] })).toEqual([]);
  expect(told({ ...old, days: ['2026-01-01', '2026-01-31'] })).toHaveLength(1);
});
