import { expect, it } from 'vitest';
import { blocking, mayGoOn, type Problem, wayOut } from './blocking.ts';

const problem = (own: Partial<Problem>): Problem => ({
  ...{ code: 'X', severity: 'block', message: '', remedy: '', count: 1, amount: null, key: 'X' },
  ...{ stops: 'export', canOverride: true, profileId: null },
  ...own,
});

it('holds against an action what stops it, for the profiles that it is about', () => {
  const all = [problem({}), problem({ profileId: 'a' }), problem({ stops: 'generation' }), problem({ stops: null })];
  expect(blocking(all, 'export')).toEqual(all.slice(0, 2));
  expect(blocking(all, 'export', ['b'])).toEqual(all.slice(0, 1));
  expect(blocking(all, 'generation')).toEqual([all[2]]);
});

it('lets no user go on over the law, and only an admin with a reason over the rest', () => {
  expect(mayGoOn([], false, '')).toBe(true);
  expect(mayGoOn([problem({})], false, 'vì')).toBe(false);
  expect(mayGoOn([problem({})], true, ' ')).toBe(false);
  expect(mayGoOn([problem({})], true, 'vì')).toBe(true);
  expect(mayGoOn([problem({}), problem({ canOverride: false })], true, 'vì')).toBe(false);
});

it('calls only what the law asks for the law’s', () => {
  const firm = (code: string) => problem({ code, canOverride: false });
  expect(wayOut([problem({})])).toMatch(/quản trị viên ghi lý do/);
  expect(wayOut([firm('INVOICE_SYMBOL'), problem({})])).toMatch(/luật định/);
  for (const code of ['NO_SALES', 'EXPORT_LAYOUT_UNKNOWN']) {
    expect(wayOut([firm(code)])).toBe('Phải xử lý trước, không ai bỏ qua được.');
    expect(wayOut([firm(code), firm('INVOICE_SYMBOL')])).not.toMatch(/luật định/);
  }
});
