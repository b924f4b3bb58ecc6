// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { setSession } from '../../../api/session.ts';
import { putInBasket, taxBasket } from '../tax-files.ts';
import { add, clear, lookAgain, takeElsewhere } from './batch.ts';
import type { Entry } from './entry.ts';
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

const signedIn = (uid: string) =>
  setSession({ status: 'signed-in', user: { uid, email: '', displayName: '', photoUrl: null }, ended: null });
const file = (path: string) => ({ file: new File(['PK'], path), path });
const names = () => keptEntries().map(({ name }) => name);

test('files wait for their person over a session that expired, and are gone for another one', () => {
  clear();
  signedIn('u1');
  add([file('luong.xlsx')]);
  setSession({ status: 'signed-out', user: null, ended: 'expired' });
  expect(names()).toEqual(['luong.xlsx']);
  signedIn('u1');
  expect(names()).toEqual(['luong.xlsx']);
  setSession({ status: 'signed-out', user: null, ended: 'expired' });
  signedIn('u2');
  expect(names()).toEqual([]);
});

test('files that were chosen are forgotten when their person signs out', () => {
  signedIn('u1');
  add([file('luong.xlsx')]);
  putInBasket({ files: [], ignored: 0, workbooks: 1 });
  setSession({ status: 'signed-out', user: null, ended: 'left' });
  expect(names()).toEqual([]);
  expect(taxBasket()).toBeUndefined();
});

test('a file that the service could not be asked about is looked at again, and one that is refused is not', async () => {
  clear();
  signedIn('u1');
  vi.mocked(upload)
    .mockRejectedValueOnce(new ApiError(0, 'NETWORK', 'Không kết nối được máy chủ.'))
    .mockRejectedValueOnce(new ApiError(422, 'FILE_ENCRYPTED', 'Tệp có mật khẩu.'))
    .mockResolvedValueOnce({ problem: null, profile: null, hasRows: true, layout: 'bravo-sales' } as never);
  add([file('a.xlsx'), file('b.xlsx')]);
  const entries = () => JSON.parse(sessionStorage.getItem('khop.uploads')!).entries as Entry[];
  await vi.waitFor(() => expect(entries().map(({ state }) => state)).toEqual(['unread', 'unread']));
  expect(entries().map(({ unasked }) => unasked)).toEqual([true, false]);
  // After a reload the file is not at hand.
  expect(keptEntries().map(({ state }) => state)).toEqual(['lost', 'unread']);
  lookAgain(entries()[0]!.id);
  await vi.waitFor(() => expect(entries()[0]).toMatchObject({ state: 'ready', layout: 'bravo-sales' }));
  expect(entries()[0]!.problem).toBeUndefined();
});
