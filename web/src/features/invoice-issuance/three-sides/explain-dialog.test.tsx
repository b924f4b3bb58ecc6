// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { gapOf, isOpen, nameOfRow, type Row, stateOf, whatOfRow } from './words.ts';

const ADDRESS = 'PUT /invoice-issuance/periods/p1/three-sides/explanations';

/** Of a row only what the dialog and the words look at. */
const rowOf = (own: Partial<Row> = {}): Row =>
  ({
    ...{ id: 'r1', symbol: 'C26TAA', number: '7', vouchers: ['BH7'], documents: [], atStake: 1_080_000 },
    ...{ state: 'different', kind: 'GOODS', missing: '', explanation: null, finding: { id: 'f1', version: 3 } },
    ...{ tax: { total: 1_080_000 }, books: { total: 1_000_000 } },
    ...own,
  }) as unknown as Row;

function open(rows: readonly Row[]) {
  const sent = service({ [ADDRESS]: () => ({ updated: rows.length }) });
  let isDone = false;
  const hands = show(
    <ExplainDialog
      period={{ id: 'p1' } as Period}
      rows={rows}
      onClose={() => undefined}
      onDone={() => {
        isDone = true;
      }}
    />,
  );
  const press = async () => hands.click(await screen.findByRole('button', { name: 'Ghi lời giải thích' }));
  return { sent, hands, press, done: () => isDone };
}

test('an explanation needs a reason and its evidence, and is sent with the versions that were seen', async () => {
  const { sent, hands, press, done } = open([rowOf(), rowOf({ id: 'r2', finding: { id: 'f2', version: 1 } })]);
  await screen.findByText(/Liên quan 2\.160\.000/);
  await press();
  expect(sent).toEqual([]);
  await hands.click(screen.getByRole('combobox', { name: /^Lý do/ }));
  await hands.click(await screen.findByRole('option', { name: 'Bán ngoài Bravo' }));
  await hands.type(screen.getByLabelText(/^Chứng cứ/), 'Phiếu bán lẻ 12');
  await press();
  await said(/Đã ghi lời giải thích cho 2 dòng/);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      findings: [
        { id: 'f1', version: 3 },
        { id: 'f2', version: 1 },
      ],
      ...{ reason: 'outside_bravo', note: 'Phiếu bán lẻ 12' },
    },
  ]);
  expect(done()).toBe(true);
});

test('a row is known by its invoice, else its voucher, else its document', () => {
  expect(nameOfRow(rowOf())).toBe('C26TAA 7');
  expect(nameOfRow(rowOf({ symbol: '', number: '' }))).toBe('BH7');
  const documents = [{ id: 'd1', document: 'CN01/HD/1' }];
  expect(nameOfRow(rowOf({ symbol: '', number: '', vouchers: [], documents }))).toBe('CN01/HD/1');
});

test('a row is open until an explanation of it holds, and says what differs or what is missing', () => {
  const explanation = { reason: 'asked' as const, note: 'thư', by: 'a@b', at: '2026-11-05T00:00:00Z', holds: true };
  expect([isOpen(rowOf()), isOpen(rowOf({ explanation }))]).toEqual([true, false]);
  expect(isOpen(rowOf({ explanation: { ...explanation, holds: false } }))).toBe(true);
  expect(isOpen(rowOf({ state: 'uncovered', kind: null }))).toBe(false);
  expect(whatOfRow(rowOf())).toBe('Khác tiền trước thuế');
  expect(whatOfRow(rowOf({ kind: null, missing: 'thiếu danh sách' }))).toBe('thiếu danh sách');
  expect([gapOf(rowOf()), gapOf(rowOf({ tax: null }))]).toEqual([80_000, -1_000_000]);
});

test('a row whose other side is in another period asks for no explanation', () => {
  const row = rowOf({ kind: 'OTHER_MONTH', finding: null });
  expect([isOpen(row), isOpen(rowOf())]).toEqual([false, true]);
  expect([stateOf(row), stateOf(rowOf())]).toEqual([
    { name: 'Ở kỳ khác', tone: 'grey' },
    { name: 'Khác nhau', tone: 'red' },
  ]);
});
