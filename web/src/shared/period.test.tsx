// @vitest-environment happy-dom
import { useNavigate } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePageSearch } from '../search.ts';
import { listed, service } from '../testing/service.ts';
import { show } from '../ui/testing/show.tsx';
import { usePeriod, usePeriodSwitcher } from './period.tsx';

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
