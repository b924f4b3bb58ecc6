// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import type { PeriodRuns } from '../actions/use-period-runs.ts';
import { AmisFilesStep } from './amis-files-step.tsx';
import { StepsCard } from './steps-card.tsx';

// The card reads nothing else of a period, its runs and its figures.
const period = {
  ...{ id: 'p1', name: 'Tháng 9', status: 'exported', version: 1, issuers: {}, profileIds: [], profiles: [] },
  ...{ branches: [], toDate: '2026-09-30', throughDate: null },
  ...{ generatedAt: '2026-09-30T08:00:00Z', exportedAt: '2026-09-30T09:00:00Z' },
} as unknown as Period;
const idle = { run: undefined, busy: false, start: vi.fn(), cancel: vi.fn() };
const runs = { sales: idle, generation: idle, amis: undefined } as unknown as PeriodRuns;

const stateOf = async (title: string): Promise<string | null> => {
  const step = (await screen.findByText(title)).closest('li')!;
  return within(step)
    .getByLabelText(/^(Xong|Cần làm tiếp|Chưa làm)$/)
    .getAttribute('aria-label');
};

test.each([
  ['all of whose invoices are issued is through with them', { issued: 5 }, 'Xong', 'Xong'],
  ['with some that wait for their numbers has to be read back', { issued: 1, exported: 4 }, 'Xong', 'Cần làm tiếp'],
  ['with drafts after an export has more to hand over', { issued: 1, draft: 4 }, 'Cần làm tiếp', 'Xong'],
  ['of which AMIS has told nothing yet has not been read back', { exported: 5 }, 'Xong', 'Chưa làm'],
])('a period %s', async (_, byStatus, handedOver, readBack) => {
  service({});
  const stats = { byStatus, invoices: 5, ledgerLines: 9, ledgerDocuments: 5, byProfile: [] } as never;
  show(<StepsCard period={period} stats={stats} runs={runs} onSettings={vi.fn()} />);
  expect(await stateOf('Tải bộ tệp và nhập vào AMIS')).toBe(handedOver);
  expect(await stateOf('Nạp lại sổ AMIS để nhận số hóa đơn')).toBe(readBack);
});

const AT = '2026-10-01T03:00:00Z';

test.each([
  ['without any report has not been begun', null, null, 'Chưa làm', '0 trong 1 hồ sơ có tồn kho, 0 có sổ bán hàng'],
  ['with stock alone is not through', AT, null, 'Cần làm tiếp', '1 trong 1 hồ sơ có tồn kho, 0 có sổ bán hàng'],
  ['with the ledger alone is not through', null, AT, 'Cần làm tiếp', '0 trong 1 hồ sơ có tồn kho, 1 có sổ bán hàng'],
  ['with stock as well as ledger is through', AT, AT, 'Xong', '1 trong 1 hồ sơ có tồn kho, 1 có sổ bán hàng'],
])('the step of the reports of AMIS %s', async (_, stockLoadedAt, salesLedgerLoadedAt, state, note) => {
  service({});
  const profile = { profileId: 'a', code: 'AP', name: 'An Phú', stockLoadedAt, salesLedgerLoadedAt };
  const stats = { byProfile: [{ ...profile, stockMadeAt: null, salesLedgerMadeAt: null }] } as never;
  show(<AmisFilesStep period={period} stats={stats} run={undefined} onLoad={vi.fn()} />);
  const step = (await screen.findByText('Nạp tồn kho và sổ bán hàng AMIS')).closest('li')!;
  expect(within(step).getByLabelText(state)).toBeTruthy();
  expect(within(step).getByText(note)).toBeTruthy();
});
