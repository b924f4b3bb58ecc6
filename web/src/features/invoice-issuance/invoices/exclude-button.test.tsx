// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listed, service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import { ExcludeButton } from './exclude-button.tsx';

type Sale = Parameters<typeof ExcludeButton>[0]['sale'];

/** Of a sale only what the dialog looks at. */
const saleOf = (...lines: string[]): Sale => {
  const more = { itemName: 'Nồi', unit: 'Cái', quantity: '2', netAmount: 400_000, exclusion: null };
  const ledgerLines = lines.map((sourceKey) => ({ ...more, sourceKey, itemCode: `VT ${sourceKey}` }));
  return { periodId: 'p1', docNo: 'HD1', ledgerLines } as unknown as Sale;
};

async function open(sale: Sale) {
  const sent = service({
    'GET /invoice-issuance/periods': () => listed([{ id: 'p1', status: 'generated' }]),
    'POST /invoice-issuance/periods/p1/exclusions': ({ body }) => ({
      updated: (body as { sourceKeys: string[] }).sourceKeys.length,
    }),
  });
  const hands = show(<ExcludeButton sale={sale} />);
  await hands.click(await screen.findByRole('button', { name: 'Loại khỏi kỳ' }));
  await hands.type(await screen.findByLabelText(/^Ghi rõ/), 'Nhập lại');
  const press = (name: string) => hands.click(screen.getByRole('button', { name }));
  return { sent, hands, press };
}

test('leaves out the one line of a document that was entered anew: the others keep their invoices', async () => {
  const { sent, hands, press } = await open(saleOf('1', '2', '9'));
  for (const line of ['VT 1', 'VT 2']) await hands.click(screen.getByRole('checkbox', { name: new RegExp(line) }));
  await press('Loại 1 dòng');
  await said(/Đã loại 1 dòng/);
  expect(sent.map(({ body }) => body)).toEqual([{ sourceKeys: ['9'], reason: 'cancelled', note: 'Nhập lại' }]);
});

test('leaves out a whole document unless told otherwise, and never nothing', async () => {
  const { sent, hands, press } = await open(saleOf('1', '2'));
  const boxes = screen.getAllByRole('checkbox');
  for (const box of boxes) await hands.click(box);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loại 0 dòng' }).disabled).toBe(true);
  for (const box of boxes) await hands.click(box);
  await press('Loại 2 dòng');
  await said(/Đã loại 2 dòng/);
  expect(sent).toMatchObject([{ body: { sourceKeys: ['1', '2'] } }]);
});

test('a document of one line asks for none', async () => {
  await open(saleOf('1'));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
