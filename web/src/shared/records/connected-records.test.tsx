// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listed, service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { ConnectedRecords } from './connected-records.tsx';

const connection = (at: number) => ({
  ...{ id: `c${at}`, profileId: 'a', amisCode: `KH${at}`, amisName: `Khách ${at}`, bravoCode: 'KL', isDefault: false },
});

test.each([
  [120, 'Hiện 100 liên kết trong 120.'],
  [100, undefined],
])('of %i connections of a record those that are not shown are counted', async (total, note) => {
  const all = Array.from({ length: total }, (_, at) => connection(at + 1));
  service({
    'GET /amis/profiles': () => listed([{ id: 'a', code: 'AP' }]),
    'GET /partner-connections': ({ query }) => ({ ...listed(all.slice(0, Number(query.get('limit')))), total }),
  });
  show(<ConnectedRecords kind="partner" of={{ bravoCode: 'KL' }} />);
  await screen.findByText('Khách 100');
  expect(screen.queryByText(/^Hiện/)?.textContent).toBe(note);
});
