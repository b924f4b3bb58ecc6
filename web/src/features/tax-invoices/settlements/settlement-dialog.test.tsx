// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../ui/testing/show.tsx';
import type { Settlement } from './settlement.ts';
import { SettlementDialog } from './settlement-dialog.tsx';

const OURS = {
  ...{ id: 'i1', periodId: 'p1', voucherNumber: 'BH202610-00001', status: 'exported' as const, date: '2026-10-06' },
  ...{ buyerName: 'Bình Minh', buyerTaxCode: '0314409058', total: 1080, invoiceNumber: null },
};
const settlement = (over: Partial<Settlement> = {}): Settlement => ({
  ...{
    id: 's1',
    profileId: 'a',
    profileCode: 'AP',
    taxInvoiceId: 't1',
    why: 'not_proven',
    status: 'review',
    step: null,
  },
  ...{ key: 'k', form: '1', symbol: 'C26TAA', number: '21', date: '2026-10-06', buyerName: 'Bình Minh' },
  ...{
    buyerTaxCode: '0314409058',
    total: 1080,
    verdict: 'unsigned',
    authorityCode: '',
    signedAt: null,
    fate: 'issued',
  },
  ...{ fateBy: '', differences: [], disagreements: [], side: null, reason: '', decidedBy: null, decidedAt: null },
  ...{ version: 1, invoice: null, candidates: [{ ...OURS, signs: ['content'] }] },
  ...over,
});

/** The dialog as its page keeps it: the reason stays from one to the next. */
function Kept({ on, ...props }: { on: Settlement } & Partial<Parameters<typeof SettlementDialog>[0]>) {
  const [reason, setReason] = useState('');
  const none = vi.fn();
  return (
    <SettlementDialog
      {...{ busy: false, onClose: none, onSide: none, onInvoice: none, onUndo: none, ...props }}
      settlement={on}
      reason={reason}
      onReason={setReason}
    />
  );
}

test('what waits is chosen without a mouse: the reason has the focus, then its invoice', async () => {
  const onInvoice = vi.fn();
  const draft = { ...OURS, id: 'i2', voucherNumber: 'BH202610-00002', status: 'draft' as const, signs: [] };
  const { candidates } = settlement();
  const hands = show(<Kept on={settlement({ candidates: [...candidates, draft] })} onInvoice={onInvoice} />);
  await screen.findByText('Tệp không có chữ ký toàn vẹn của bên bán nên Khớp không tự nhận.');
  const choose = screen.getByRole('button', { name: 'Là hóa đơn này: BH202610-00001' });
  expect(choose).toHaveProperty('disabled', true);
  screen.getByLabelText(/^Lý do/).focus();
  await hands.keyboard('Đã xem bản giấy');
  choose.focus();
  await hands.keyboard('{Enter}');
  expect(onInvoice.mock.calls).toEqual([['i1']]);
  within(screen.getByRole('region', { name: 'Hóa đơn của Khớp' })).getByText('Trùng từng dòng');
  // A draft has not left, so it cannot be chosen.
  expect(screen.queryByRole('button', { name: 'Là hóa đơn này: BH202610-00002' })).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Không là hóa đơn nào của Khớp' }));
  expect(onInvoice.mock.calls.at(-1)).toEqual([null]);
});

test('where the AMIS ledger differs one of the sides is chosen; what is decided can be taken back', async () => {
  const [onSide, onUndo] = [vi.fn(), vi.fn()];
  const disagreements: Settlement['disagreements'] = [{ field: 'date', tax: '06/10/2026', amis: '07/10/2026' }];
  const off = settlement({ status: 'disagrees', why: null, candidates: [], invoice: OURS, step: 3, disagreements });
  const hands = show(<Kept on={off} onSide={onSide} />);
  await hands.type(await screen.findByLabelText(/^Lý do/), 'Bản ký');
  await hands.click(screen.getByRole('button', { name: 'Theo hóa đơn điện tử' }));
  expect(onSide.mock.calls).toEqual([['tax']]);
  const decided = { decidedBy: 'ke@toan', decidedAt: '2026-10-07T03:00:00Z', reason: 'Bản ký', side: 'tax' } as const;
  show(<Kept on={{ ...off, ...decided, id: 's2', status: 'decided' }} onUndo={onUndo} />);
  await hands.click(await screen.findByRole('button', { name: 'Bỏ quyết định' }));
  expect(onUndo).toHaveBeenCalledOnce();
});
