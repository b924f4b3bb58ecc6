// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import { LineDayButton } from './line-day-dialog.tsx';
import type { Sale, SaleLine } from './line-day-values.ts';

const ADDRESS = 'POST /invoice-issuance/periods/p1/line-days';

/** Of a line only what the dialog looks at. */
const lineOf = (own: Partial<SaleLine>): SaleLine =>
  ({
    sourceKey: 'B1',
    itemCode: 'DV1',
    itemName: 'Vận chuyển',
    kind: 'service',
    dayFacts: null,
    statedDay: null,
    ...own,
  }) as SaleLine;

async function open(line: SaleLine, others: readonly SaleLine[] = []) {
  const sale = {
    periodId: 'p1',
    reconciliationTrades: ['điện', 'logistics'],
    ledgerLines: [line, ...others],
  } as unknown as Sale;
  const sent = service({ [ADDRESS]: () => ({ updated: 1 }) });
  const hands = show(<LineDayButton sale={sale} line={line} />);
  const press = async (name: string) => hands.click(await screen.findByRole('button', { name }));
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  await press('Ngày theo luật');
  await screen.findByLabelText(/^Bằng chứng/);
  const fill = async (label: string, text: string) => {
    await hands.clear(field(label));
    await hands.type(field(label), text);
    await hands.tab();
  };
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Ghi ngày' });
  return { sent, hands, press, field, fill, save };
}

test('a service is stated by completion and payment, and only with evidence', async () => {
  const { sent, press, fill, save } = await open(lineOf({}));
  expect(save().disabled).toBe(true);
  await fill('Hoàn thành ngày', '20/11/2026');
  await fill('Thu tiền ngày', '05/11/2026');
  expect(save().disabled).toBe(true);
  await fill('Bằng chứng', ' Phiếu thu 12 ');
  await press('Ghi ngày');
  await said(/Đã ghi ngày của 1 dòng/);
  expect(sent.map(({ body }) => body)).toEqual([
    { sourceKeys: ['B1'], facts: { completedOn: '2026-11-20', paidOn: '2026-11-05' }, evidence: 'Phiếu thu 12' },
  ]);
});

test('a day that cannot be read is not stated as the day before it', async () => {
  const { sent, press, fill } = await open(lineOf({}));
  await fill('Hoàn thành ngày', '20/11/2026');
  await fill('Bằng chứng', 'Phiếu thu 12');
  await fill('Hoàn thành ngày', '31/11/2026');
  await press('Ghi ngày');
  expect(sent).toEqual([]);
  await fill('Hoàn thành ngày', '30/11/2026');
  await press('Ghi ngày');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ facts: { completedOn: '2026-11-30' } });
});

test('a trade is chosen from the list of the law, with the end of its reconciliation', async () => {
  const { sent, hands, press, fill, save } = await open(lineOf({}));
  await hands.click(screen.getByRole('checkbox', { name: 'Ngành được lập hóa đơn theo kỳ đối soát' }));
  await fill('Bằng chứng', 'Biên bản đối soát 11/2026');
  expect(save().disabled).toBe(true);
  await hands.click(screen.getByRole('combobox', { name: /Ngành/ }));
  await hands.click(await screen.findByRole('option', { name: 'logistics' }));
  await fill('Kết thúc đối soát ngày', '05/12/2026');
  await press('Ghi ngày');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ facts: { trade: 'logistics', reconciledOn: '2026-12-05' } });
});

test('goods are an export or nothing, and one word can be for every line of goods of the document', async () => {
  const others = [
    lineOf({ sourceKey: 'B2', kind: 'free' }),
    lineOf({ sourceKey: 'B3' }),
    lineOf({ sourceKey: 'B4', kind: 'discount' }),
  ];
  const { sent, hands, press, field, fill, save } = await open(lineOf({ kind: 'goods', itemCode: 'VT1' }), others);
  expect(field('Thông quan ngày').disabled).toBe(true);
  await fill('Bằng chứng', 'Tờ khai 307');
  expect(save().disabled).toBe(true);
  await hands.click(screen.getByRole('checkbox', { name: 'Hàng xuất khẩu' }));
  await fill('Thông quan ngày', '21/11/2026');
  await hands.click(screen.getByRole('checkbox', { name: 'Cho cả 2 dòng hàng của chứng từ' }));
  await press('Ghi ngày');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ sourceKeys: ['B1', 'B2'], facts: { isExport: true, clearedOn: '2026-11-21' } });
});

test('what a person has stated is shown in place of the ledger’s, and can be taken back', async () => {
  const by = { evidence: 'Nghiệm thu 7', by: 'lan@khop.vn', at: '' };
  const line = lineOf({
    dayFacts: { completedOn: '2026-11-01' },
    statedDay: { facts: { completedOn: '2026-11-19' }, ...by },
  });
  const { sent, field, press } = await open(line);
  expect([field('Hoàn thành ngày').value, field('Bằng chứng').value]).toEqual(['19/11/2026', 'Nghiệm thu 7']);
  await press('Bỏ ngày đã ghi');
  await said(/Đã bỏ ngày của 1 dòng/);
  expect(sent[0]!.body).toEqual({ sourceKeys: ['B1'], facts: null });
});

test('a wrong flag of the ledger is set aside with evidence, for the lines that the ledger flags', async () => {
  const flagged = { kind: 'goods', dayFacts: { isExport: true } } as const;
  const others = [lineOf({ sourceKey: 'B2', ...flagged }), lineOf({ sourceKey: 'B3', kind: 'goods' })];
  const { sent, hands, press, fill, save } = await open(lineOf({ ...flagged }), others);
  await hands.click(screen.getByRole('checkbox', { name: 'Sổ ghi sai: bán thường, theo ngày chứng từ' }));
  expect(screen.queryByRole('checkbox', { name: 'Hàng xuất khẩu' })).toBeNull();
  expect(save().disabled).toBe(true);
  await fill('Bằng chứng', 'Hợp đồng bán trong nước 12');
  await hands.click(screen.getByRole('checkbox', { name: 'Cho cả 2 dòng hàng của chứng từ' }));
  await press('Ghi ngày');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({
    ...{ sourceKeys: ['B1', 'B2'], facts: { isOrdinary: true }, evidence: 'Hợp đồng bán trong nước 12' },
  });
});

test('where the ledger says nothing of a line there is nothing to set aside', async () => {
  await open(lineOf({ kind: 'goods' }));
  expect(screen.queryByRole('checkbox', { name: /Sổ ghi sai/ })).toBeNull();
});
