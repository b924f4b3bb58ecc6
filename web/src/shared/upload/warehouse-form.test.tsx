// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Refusal, service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

const warehouses = { version: 1, items: [{ name: 'Kho hàng hóa', code: 'KHO1' }], proposals: [], codes: ['KHO1'] };
const broken: Refusal = { refused: 500, code: 'INTERNAL', message: 'Máy chủ gặp lỗi.' };

test('warehouse codes that were typed stay when they cannot be read again as the person comes back to the window', async () => {
  let reads = 0;
  service({ 'GET /amis/profiles/a/warehouses': () => (++reads > 1 ? broken : warehouses) });
  const hands = show(
    <WarehouseForm profileId="a" names={['Kho chi nhánh']} action="Ghi nhớ và nạp lại" onSaved={() => undefined} />,
  );
  await hands.type(await screen.findByLabelText(/Kho chi nhánh/), 'KHO2');
  dispatchEvent(new Event('visibilitychange'));
  // A read is tried three times before it has failed.
  await expect.poll(() => reads, { timeout: 5_000 }).toBe(4);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByLabelText<HTMLInputElement>(/Kho chi nhánh/).value).toBe('KHO2');
});
