// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { service } from '../../../testing/service.ts';
import { ConfirmHost } from '../../../ui/overlays/confirm.tsx';
import { show } from '../../../ui/testing/show.tsx';
import { PeriodActions } from '../actions/period-actions.tsx';
import type { PeriodRuns } from '../actions/use-period-runs.ts';
import { ClosePeriodDialog } from '../periods/close-period-dialog.tsx';
import { StepsCard } from './steps-card.tsx';

// The cards read nothing else of a period.
const period = {
  ...{ id: 'p1', name: 'Tháng 9', status: 'generated', version: 1, issuers: {}, profileIds: [], profiles: [] },
  ...{ branches: [{ code: 'CN01', lines: 3, amount: 1000 }], toDate: '2026-09-30' },
  ...{ throughDate: null, generatedAt: null, exportedAt: null },
} as unknown as Period;
const idle = { run: undefined, busy: false, start: vi.fn(), cancel: vi.fn() };
const runs = { sales: idle, generation: idle, amis: undefined } as unknown as PeriodRuns;

test('a period whose figures are not read yet keeps its ledger: the steps do not ask to load it first', async () => {
  service({});
  show(<StepsCard period={period} stats={undefined} runs={runs} onSettings={vi.fn()} />);
  await screen.findByRole('button', { name: 'Nạp lại' });
  expect(screen.queryByText('Nạp sổ để biết các chi nhánh')).toBeNull();
  await screen.findByText('1 trong 1 chi nhánh chưa khai');
});

const refused = { refused: 422, code: 'UNKNOWN', message: 'Máy chủ đang bận.' };
const stateOf = async (title: RegExp | string): Promise<string | null> => {
  const step = (await screen.findByText(title)).closest('li')!;
  return within(step)
    .getByLabelText(/^(Xong|Cần làm tiếp|Chưa làm|Chưa rõ)$/)
    .getAttribute('aria-label');
};

test('catalogues whose figures cannot be read are not said to be missing, and are asked for again', async () => {
  const read = { total: 3, active: 3, lastSyncedAt: null, lastRun: null, isFilesOnly: false };
  let reads = 0;
  service({
    'GET /bravo-items-sync/stats': () => (++reads === 1 ? refused : read),
    'GET /bravo-partners-sync/stats': () => read,
  });
  const hands = show(<StepsCard period={period} stats={undefined} runs={runs} onSettings={vi.fn()} />);
  await screen.findByText(/Không tải được số liệu danh mục\. Máy chủ đang bận\./);
  expect(await stateOf(/danh mục Bravo$/)).toBe('Chưa rõ');
  await hands.click(screen.getByRole('button', { name: 'Thử lại' }));
  await screen.findByText('3 vật tư');
  expect(await stateOf(/danh mục Bravo$/)).toBe('Xong');
});

test('a period that was exported is not said to be handed over or read back before its figures are read', async () => {
  service({});
  const exported = { ...period, exportedAt: '2026-09-30T09:00:00Z' } as Period;
  show(<StepsCard period={exported} stats={undefined} runs={runs} onSettings={vi.fn()} />);
  expect(await stateOf('Tải bộ tệp và nhập vào AMIS')).toBe('Chưa rõ');
  expect(await stateOf('Nạp lại sổ AMIS để nhận số hóa đơn')).toBe('Chưa rõ');
});

test('deleting a period whose figures are not read yet says that all of it goes, and no figure', async () => {
  service({});
  const doing = { onNew: vi.fn(), onSettings: vi.fn(), onClosePeriod: vi.fn() };
  const hands = show(
    <>
      <PeriodActions period={period} stats={undefined} runs={runs} {...doing} />
      <ConfirmHost />
    </>,
  );
  await hands.click(await screen.findByRole('button', { name: 'Việc khác của kỳ' }));
  await hands.click(await screen.findByRole('menuitem', { name: 'Xóa kỳ' }));
  await screen.findByText('Mọi dòng sổ đã nạp và hóa đơn nháp của kỳ sẽ bị xóa.');
});

test('a period is not closed before what is left uninvoiced in it is known', async () => {
  service({});
  show(<ClosePeriodDialog period={period} stats={undefined} onClose={vi.fn()} />);
  const close = await screen.findByRole('button', { name: 'Đóng kỳ' });
  expect((close as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByText(/không bắt buộc/)).toBeNull();
});
