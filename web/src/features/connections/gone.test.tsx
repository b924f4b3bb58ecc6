// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, listed, service } from '../../testing/service.ts';
import { said, show } from '../../ui/testing/show.tsx';
import { ConnectionsList } from './connections-list.tsx';
import { PRODUCT } from './kinds.ts';

const connection = (id: string) => ({
  ...{ id, profileId: 'a', amisProductId: `p-${id}`, amisCode: `G-${id}`, amisName: 'Giấy in', amisUnit: 'Ram' },
  ...{ bravoCode: `VT-${id}`, bravoName: 'Giấy in A4', bravoUnit: 'Ram', factor: '1', priority: 0, note: '' },
  ...{ origin: 'manual', createdBy: 'ketoan@khop.vn', createdAt: '2026-09-01T00:00:00Z', version: 1 },
});
const gone = { refused: 404, code: 'NOT_FOUND', message: 'Không tìm thấy liên kết này. Có thể nó đã bị bỏ.' };

/** The list with two connections, of which `one` is open. */
function stage(answers: Answers) {
  const company = { isGone: false };
  service({
    'GET /product-connections': () => listed(company.isGone ? [connection('b')] : [connection('a'), connection('b')]),
    'GET /product-connections/a': () => (company.isGone ? gone : connection('a')),
    ...answers,
  });
  return { company: company, hands: show(<ConnectionsList kind={PRODUCT} />, '/?id=a') };
}

test('saving a connection that a colleague has removed takes it out of the drawer and the list', async () => {
  const { company, hands } = stage({ 'PATCH /product-connections/a': () => gone });
  await hands.type(await screen.findByLabelText(/Ghi chú/), 'xem lại');
  await screen.findByText('2 dòng');
  company.isGone = true;
  await hands.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Lưu' })).toBeNull());
  await screen.findByText('1 dòng');
});

test('removing a connection that a colleague has removed says that it was gone', async () => {
  const { company, hands } = stage({ 'DELETE /product-connections/a': () => gone });
  const remove = await screen.findByRole('button', { name: 'Bỏ liên kết' });
  company.isGone = true;
  await hands.click(remove);
  await said('1 liên kết đã được người khác bỏ trước đó.');
  await screen.findByText('1 dòng');
});
