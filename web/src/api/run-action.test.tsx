// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { listed, service } from '../testing/service.ts';
import { said, show } from '../ui/testing/show.tsx';
import { call } from './client.ts';
import { useCall } from './query.ts';
import { useRunAction } from './run-action.tsx';

function Loading() {
  const periods = useCall('listPeriods', { query: {} });
  const load = useRunAction(() => call('loadBravoSales', { params: { id: 'p1' } }), { invalidates: ['listPeriods'] });
  return (
    <>
      <p>{periods.data?.items.length ?? 0} kỳ</p>
      <button type="button" onClick={() => void load.start()}>
        Nạp
      </button>
    </>
  );
}

test('work for a period that a colleague has deleted is refused, and the page reads which periods there are', async () => {
  let isDeleted = false;
  service({
    'GET /invoice-issuance/periods': () => listed(isDeleted ? [] : [{ id: 'p1' }]),
    'POST /invoice-issuance/periods/p1/load-bravo-sales': () => ({
      ...{ refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy kỳ phát hành này.' },
    }),
  });
  const hands = show(<Loading />);
  await screen.findByText('1 kỳ');
  isDeleted = true;
  await hands.click(screen.getByRole('button', { name: 'Nạp' }));
  await said('Không tìm thấy kỳ phát hành này.');
  await screen.findByText('0 kỳ');
});
