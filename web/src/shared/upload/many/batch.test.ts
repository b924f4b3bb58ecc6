// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { upload } from '../../../api/files.ts';
import { add, takeElsewhere } from './batch.ts';
import { afterReload, keptEntries } from './kept.ts';

vi.mock('../../../api/files.ts', () => ({ upload: vi.fn() }));

const states = () => keptEntries().map(({ name, state }) => [name, state]);

test('the portal’s list of invoices is not loaded here: it goes on in «Kho hóa đơn», and the other files stay', async () => {
  const known = { problem: null, profile: null, hasRows: true };
  vi.mocked(upload).mockImplementation(
    async (_, { name }) =>
      // As far as it is read here.
      ({ ...known, layout: name === 'so.xlsx' ? 'bravo-sales' : 'tax-invoice-list' }) as never,
  );
  const list = { file: new File(['PK'], 'danh-sach.xlsx'), path: 't9/danh-sach.xlsx' };
  add([list, { file: new File(['PK'], 'so.xlsx'), path: 't9/so.xlsx' }]);
  await vi.waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(sessionStorage.getItem('khop.uploads')).toContain('elsewhere'));
  expect(takeElsewhere()).toEqual([list]);
  expect(takeElsewhere()).toEqual([]);
  expect(states().map(([name]) => name)).toEqual(['so.xlsx']);
});

test('such a file must be chosen again when the page was loaded anew', () => {
  const entry = { id: '1', name: 'a.xlsx', path: 'a.xlsx', size: 2, state: 'elsewhere' } as const;
  expect(afterReload(entry).state).toBe('lost');
});
