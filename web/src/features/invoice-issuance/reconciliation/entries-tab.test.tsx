// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { listed, service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { EntriesTab } from './entries-tab.tsx';
import type { Entry } from './places.ts';

const PATH = '/invoice-issuance/periods/p10';
const SEPTEMBER = { id: 'p9', name: 'Tháng 9/2026', fromDate: '2026-09-01', toDate: '2026-09-30' };

const entry = (voucherNumber: string, over: Partial<Entry> = {}): Entry => ({
  ...{
    profileId: 'a',
    profileCode: 'A',
    entryKey: `${voucherNumber}#sp9#1`,
    voucherNumber,
    documentDate: '2026-09-30',
  },
  ...{ invoiceNumber: '12', customerCode: 'C1', customerName: 'Hoa Mai', productCode: 'SP9', productName: 'Sữa hộp' },
  ...{ unit: 'Thùng', quantity: '2', amount: 200_000, rowNumber: 9, fileName: 'SoBanHang.xlsx' },
  ...{ state: 'not_ours', decided: false, takenBy: [SEPTEMBER], lines: [] },
  ...{ invoiceId: null, invoiceVoucher: null, invoiceStatus: null },
  ...over,
});

const sale = {
  ...{ line: 'l1', documentId: 'd1', document: 'CN01/HD/7', docDate: '2026-10-01', partnerCode: 'KH1' },
  ...{ partnerName: 'Hoa Mai', itemCode: 'VT1', itemName: 'Sữa', unit: 'Hộp', baseQuantity: '20', amisQuantity: null },
  ...{ amount: 200_000, placed: 0 },
};

/** The tab of October with these entries. */
function open(entries: Entry[]) {
  const sent = service({
    [`GET ${PATH}/amis-entries`]: () => listed(entries),
    [`GET ${PATH}/amis-entries/review`]: ({ query }) => ({
      ...entries.find(({ entryKey }) => entryKey === query.get('entryKey')),
      ...{ inLedger: true, why: '', candidates: [sale], decision: null },
    }),
    [`POST ${PATH}/reviews/decisions`]: () => ({ updated: 1, at: '2026-11-28T02:00:00.000Z' }),
  });
  const hands = show(<EntriesTab period={{ id: 'p10', status: 'generated', profiles: [] } as unknown as Period} />);
  return { sent, hands };
}

/** The words of an entry's row, cell by cell. */
const rowOf = async (voucherNumber: string) => {
  const row = (await screen.findByText(voucherNumber)).closest('[role="row"]')!;
  return within(row as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
};
const drawer = (voucherNumber: string) => screen.findByRole('dialog', { name: `Chứng từ AMIS ${voucherNumber}` });

it('names the periods that count an entry as their sale, in the list and with links to it there', async () => {
  const august = { id: 'p8', name: 'Tháng 8/2026', fromDate: '2026-08-01', toDate: '2026-08-31' };
  const { hands } = open([
    entry('TAY1', { takenBy: [august, SEPTEMBER] }),
    entry('TAY2', { takenBy: [], decided: true }),
  ]);
  expect(await rowOf('TAY1')).toContain('Không của kỳ');
  // Two names are wider than the column: the first is seen with the number of others, all of them are said.
  const cell = await screen.findByRole('gridcell', { name: 'Tháng 8/2026, Tháng 9/2026' });
  const seen = within(cell).getByTitle('Tháng 8/2026, Tháng 9/2026').querySelectorAll('[aria-hidden]');
  expect([...seen].map(({ textContent }) => textContent)).toEqual(['Tháng 8/2026', '+1']);
  expect(await rowOf('TAY2')).not.toContain('Tháng 9/2026');
  await hands.click(screen.getByText('TAY1'));
  const said = within(await drawer('TAY1'));
  await said.findByText(/đã tính chứng từ này cho bán hàng của các kỳ đó/);
  expect(said.queryByText(/Máy không thấy dòng bán nào/)).toBeNull();
  expect(said.getAllByRole('link', { name: /Tháng/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/invoices/reconciliation?tab=entries&q=TAY1&ky=p8',
    '/invoices/reconciliation?tab=entries&q=TAY1&ky=p9',
  ]);
});

it('lets a person say otherwise of such an entry, and steps to the next that waits, past others of that kind', async () => {
  const { sent, hands } = open([...[entry('TAY1'), entry('TAY2'), entry('TAY3', { state: 'unmatched', takenBy: [] })]]);
  await hands.click(await screen.findByText('TAY1'));
  await screen.findByText(/đã tính chứng từ này cho bán hàng của kỳ đó/);
  await hands.click(await screen.findByRole('button', { name: 'Là dòng này: l1' }));
  await drawer('TAY3');
  expect(sent.map(({ body }) => body)).toEqual([
    { decisions: [{ profileId: 'a', entryKey: 'TAY1#sp9#1', line: 'l1', seen: null }] },
  ]);
});

it('opens an entry that the machine knows as before, without a question', async () => {
  const { hands } = open([entry('TAY1', { state: 'void', takenBy: [] })]);
  await hands.click(await screen.findByText('TAY1'));
  const said = within(await drawer('TAY1'));
  said.getByText('Đã hủy, bị thay thế');
  expect(said.queryByRole('button', { name: /dòng nào của kỳ/ })).toBeNull();
});
