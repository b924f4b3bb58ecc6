// @vitest-environment happy-dom
import { useNavigate } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCall } from '../api/query.ts';
import { usePageSearch } from '../search.ts';
import { listed, service } from '../testing/service.ts';
import { show } from '../ui/testing/show.tsx';
import { readShownPeriod, usePeriod, usePeriodSwitcher } from './period.tsx';

/** A page of a period, with what its address names. */
function Shown() {
  const { period, periods } = usePeriod();
  usePeriodSwitcher(period, periods);
  const navigate = useNavigate();
  const named = usePageSearch().ky;
  return (
    <>
      <output>
        {period?.name}, {named ?? 'không tên'}
      </output>
      <button type="button" onClick={() => void navigate({ to: '.', search: { ky: 'nonsense' } as never })}>
        Địa chỉ sai
      </button>
    </>
  );
}

it('puts the shown period in place of one that does not exist, also when it is the only one', async () => {
  const september = { id: 'p9', name: 'Tháng 9', fromDate: '2026-09-01', toDate: '2026-09-30', status: 'open' };
  service({ 'GET /invoice-issuance/periods': () => listed([september]) });
  const user = show(<Shown />);
  await screen.findByText('Tháng 9, không tên');
  await user.click(screen.getByRole('button', { name: 'Địa chỉ sai' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Tháng 9, p9'));
});

const periodOf = (id: string, name: string, status = 'open') => ({
  ...{ id, name, fromDate: '2026-09-01', toDate: '2026-09-30', status },
});

/** A service with more periods than the list of the latest ones has, and the earlier one that an address names. */
function openEarlier(answer: () => unknown) {
  service({
    'GET /invoice-issuance/periods': () => ({ ...listed([periodOf('p9', 'Tháng 9')]), total: 101 }),
    'GET /invoice-issuance/periods/old': answer,
  });
  show(<Shown />, '/?ky=old');
}

it('shows the period of an address that the list of the latest ones does not reach', async () => {
  openEarlier(() => periodOf('old', 'Tháng 1', 'closed'));
  await screen.findByText('Tháng 1, old');
});

it('shows another period in its place only when there is no such period, and none when that is not known', async () => {
  openEarlier(() => ({ refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy kỳ này.' }));
  await screen.findByText('Tháng 9, p9');
  cleanup();
  openEarlier(() => ({ refused: 500, code: 'INTERNAL', message: 'Lỗi.' }));
  await screen.findByText(', old');
});

/** A page that hears of its period by itself, as those do that follow its changes. */
function Following() {
  const { period, periods } = usePeriod();
  const { isError } = useCall('getPeriod', { params: { id: 'p9' } });
  return (
    <output>
      {period?.name} của {periods?.length}
      {isError ? ', không nghe được' : ''}
    </output>
  );
}

it('a period of the list is there once, and is shown, whatever was heard of it by itself', async () => {
  const list = { 'GET /invoice-issuance/periods': () => listed([periodOf('p9', 'Tháng 9')]) };
  service({ ...list, 'GET /invoice-issuance/periods/p9': () => periodOf('p9', 'Tháng 9') });
  show(<Following />, '/?ky=p9');
  await screen.findByText('Tháng 9 của 1');
  cleanup();
  service({ ...list, 'GET /invoice-issuance/periods/p9': () => ({ refused: 500, code: 'INTERNAL', message: 'Lỗi.' }) });
  show(<Following />, '/?ky=p9');
  await screen.findByText('Tháng 9 của 1, không nghe được');
});

it('a search that is no screen is of the period that the screens show, also beyond the latest ones', async () => {
  openEarlier(() => periodOf('old', 'Tháng 1', 'closed'));
  await screen.findByText('Tháng 1, old');
  const { signal } = new AbortController();
  expect((await readShownPeriod(signal))?.name).toBe('Tháng 1');
  openEarlier(() => ({ refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy kỳ này.' }));
  expect((await readShownPeriod(signal))?.name).toBe('Tháng 9');
});
