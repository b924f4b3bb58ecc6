// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { upload } from '../../api/files.ts';
import { service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { UploadDialog } from './upload-dialog.tsx';

vi.mock('../../api/files.ts', () => ({ upload: vi.fn(), download: vi.fn() }));

const report = {
  ...{ importId: null, fileName: 'hang.xlsx', sha256: 'ab', layout: 'amis-products', sheet: '', dryRun: false },
  ...{ read: 2, created: 0, unchanged: 1, rejected: 0, rejectedRows: [], controlTotals: [], warnings: [] },
  ...{ fromDate: null, toDate: null },
};
const run = (id: string, sameFile: boolean, changed: number) => ({
  ...{ id, kind: 'import', status: 'succeeded', stage: '', message: null, createdBy: 'a' },
  result: { ...report, sameFile, changed },
});

test('a file that was taken in before is read once more when a person asks for it', async () => {
  service({ 'GET /runs/r1': () => run('r1', true, 0), 'GET /runs/r2': () => run('r2', false, 1) });
  vi.mocked(upload).mockResolvedValueOnce({ runId: 'r1' }).mockResolvedValueOnce({ runId: 'r2' });
  const input = { query: { profileId: 'p1' } } as never;
  const dialog = { title: 'Tải lên', hint: '', operation: 'uploadAmisProducts', input, invalidates: [] } as const;
  const hands = show(<UploadDialog {...dialog} onClose={vi.fn()} />);
  await hands.upload(await screen.findByLabelText(/^Tệp/), new File(['PK'], 'hang.xlsx'));
  await hands.click(screen.getByRole('button', { name: 'Tải lên' }));
  await hands.click(await screen.findByRole('button', { name: 'Đọc lại tệp này' }));
  await vi.waitFor(() => expect(screen.queryByText(/đã được tải lên trước đây/)).toBeNull());
  expect(vi.mocked(upload).mock.calls.map(([, , sent]) => (sent as { query: object }).query)).toEqual([
    { profileId: 'p1' },
    expect.objectContaining({ profileId: 'p1', again: true }),
  ]);
});

test('a file that is given up on its way is sent no further', async () => {
  service({});
  let signal: AbortSignal | undefined;
  vi.mocked(upload).mockImplementationOnce((_operation, _file, _input, options) => {
    signal = options?.signal;
    return new Promise(() => {});
  });
  const input = { query: { profileId: 'p1' } } as never;
  const dialog = { title: 'Tải lên', hint: '', operation: 'uploadAmisProducts', input, invalidates: [] } as const;
  const Page = () => {
    const [open, setOpen] = useState(true);
    return open ? <UploadDialog {...dialog} onClose={() => setOpen(false)} /> : <p>Đã đóng</p>;
  };
  const hands = show(<Page />);
  await hands.upload(await screen.findByLabelText(/^Tệp/), new File(['PK'], 'hang.xlsx'));
  await hands.click(screen.getByRole('button', { name: 'Tải lên' }));
  await vi.waitFor(() => expect(signal?.aborted).toBe(false));
  await hands.click(screen.getByRole('button', { name: 'Hủy' }));
  await screen.findByText('Đã đóng');
  expect(signal?.aborted).toBe(true);
});
