// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listed, service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import type { SupplierItem } from './supplier-item.ts';
import { SupplierItemsPage } from './supplier-items-page.tsx';

vi.mock('../../../shared/profile-id.ts', () => ({ useProfileId: () => 'p1' }));

const product = (code: string, name: string, unit: string) => ({ id: `id-${code}`, code, name, unit });
const BEER = product('BIA-330', 'Bia Sài Gòn 330ml', 'Lon');
const OTHER = product('BIA-500', 'Bia Sài Gòn 500ml', 'Chai');

const suggestion = (of: typeof BEER, score: number, factor: string | null) => ({
  ...{ product: of, score, factor, factorEvidence: ['1 Thùng = 24 Lon'], factorContradicted: false },
  evidence: [{ field: 'base', kind: 'neutral', label: 'Mức nền', contribution: score }],
});

const item = (name: string, over: Partial<SupplierItem> = {}): SupplierItem => ({
  ...{ supplierTaxCode: '0101243150', itemKey: `name:${name}`, unitKey: 'thùng', supplierName: 'Hoa Mai', code: '' },
  ...{ name, unit: 'Thùng', names: 1, invoices: 2, quantity: '40', value: 9_600_000, firstDay: null, lastDay: null },
  ...{ state: 'unconnected', connection: null, suggestions: [] },
  ...over,
});

const beer = item('Bia lon', { suggestions: [suggestion(BEER, 0.97, '24'), suggestion(OTHER, 0.2, null)] });
const freight = item('Phí vận chuyển');

/** The page with these items; an item that was sent is gone from the list. */
function open(items: SupplierItem[], answers = {}) {
  const gone = new Set<string>();
  const sent = service({
    'GET /supplier-items': () => listed(items.filter(({ itemKey }) => !gone.has(itemKey))),
    'GET /amis/products': () => listed([{ ...OTHER, lastPurchasePrice: null }]),
    'POST /supplier-items/connections': ({ body }) => {
      const { choice } = body as { choice: { items?: { itemKey: string }[] } };
      for (const { itemKey } of choice.items ?? items) gone.add(itemKey);
      return { batchId: 'b1', connected: choice.items?.length ?? items.length };
    },
    'POST /supplier-items/batches/b1/undo': () => {
      gone.clear();
      return { undone: 1, kept: 0 };
    },
    ...answers,
  });
  return { sent, hands: show(<SupplierItemsPage />) };
}
const shown = async (name: string) => within(await screen.findByRole('article')).findAllByText(name);

it('Enter connects the best suggestion with its factor, the next item comes, and U takes it back', async () => {
  const { sent, hands } = open([beer, freight]);
  await shown('Bia Sài Gòn 330ml');
  await hands.keyboard('{Enter}');
  await said('Đã nối Bia lon.');
  const { supplierTaxCode, itemKey, unitKey } = beer;
  expect(sent[0]!.body).toEqual({
    profileId: 'p1',
    choice: { items: [{ supplierTaxCode, itemKey, unitKey, productId: 'id-BIA-330', factor: '24' }] },
  });
  await shown('Phí vận chuyển');
  await hands.keyboard('u');
  await waitFor(() => expect(sent.at(-1)!.line).toBe('POST /supplier-items/batches/b1/undo'));
});

it('another suggestion has no factor of the first: Enter asks for it before anything is sent', async () => {
  const { sent, hands } = open([beer]);
  await shown('Bia Sài Gòn 330ml');
  await hands.keyboard('2');
  const factor = await screen.findByRole('textbox', { name: /Hệ số quy đổi/ });
  expect(factor).toHaveProperty('value', '');
  await hands.keyboard('{Enter}');
  expect(sent).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(factor));
  await hands.keyboard('20{Enter}{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ choice: { items: [{ productId: 'id-BIA-500', factor: '20' }] } });
});

it('R says that it is not kept in stock, without product or factor', async () => {
  const { sent, hands } = open([freight]);
  await shown('Phí vận chuyển');
  await hands.keyboard('r');
  await waitFor(() => expect(sent).toHaveLength(1));
  const [decision] = (sent[0]!.body as { choice: { items: object[] } }).choice.items;
  expect(decision).toMatchObject({ productId: null });
  expect(decision).not.toHaveProperty('factor');
});

it('a connection is changed under the version that was seen', async () => {
  const connection = { id: 'c1', product: BEER, factor: '24', origin: 'manual', version: 3, createdBy: 'a@b' } as const;
  const { sent, hands } = open([{ ...beer, state: 'connected', connection, suggestions: [] }]);
  await shown('BIA-330');
  const factor = screen.getByRole('textbox', { name: /Hệ số quy đổi/ });
  await hands.clear(factor);
  await hands.type(factor, '12');
  await hands.click(screen.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ choice: { items: [{ productId: 'id-BIA-330', factor: '12', version: 3 }] } });
});

it('several names under one code are told, and Shift+A connects the sure ones from the score that was chosen', async () => {
  const { sent, hands } = open([{ ...beer, names: 3 }]);
  await screen.findByText('3 tên khác nhau dưới mã này');
  await hands.keyboard('{Shift>}A{/Shift}');
  const dialog = await screen.findByRole('dialog');
  await hands.click(within(dialog).getByRole('button', { name: 'Nối' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ profileId: 'p1', choice: { minScore: 0.99 } });
});
