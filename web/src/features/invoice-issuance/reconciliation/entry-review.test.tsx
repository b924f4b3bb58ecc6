// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { service } from '../../../testing/service.ts';
import { said, show } from '../../../ui/testing/show.tsx';
import { EntryReview, isForPerson, nextForPerson } from './entry-review.tsx';
import type { Entry } from './places.ts';

const PATH = '/invoice-issuance/periods/p1';
const entry = {
  profileId: 'a',
  entryKey: 'tay1#sp9#1',
  voucherNumber: 'TAY1',
  takenBy: [] as Entry['takenBy'],
} as Entry;
const lineOf = (line: string) => ({
  ...{
    line,
    documentId: 'd1',
    document: 'CN01/HD/7',
    docDate: '2026-09-05',
    partnerCode: 'KH1',
    partnerName: 'Hoa Mai',
  },
  ...{
    itemCode: 'VT1',
    itemName: 'Sữa',
    unit: 'Hộp',
    baseQuantity: '20',
    amisQuantity: null,
    amount: 200_000,
    placed: 0,
  },
});
const review = {
  ...{ profileId: 'a', profileCode: 'A', entryKey: entry.entryKey, voucherNumber: 'TAY1', documentDate: '2026-09-06' },
  ...{ invoiceNumber: '12', customerCode: 'C1', customerName: 'Hoa Mai', productCode: 'SP9', productName: 'Sữa hộp' },
  ...{
    unit: 'Thùng',
    quantity: '2',
    amount: 200_000,
    rowNumber: 9,
    fileName: 'SoBanHang.xlsx',
    inLedger: true,
    why: '',
  },
  ...{ candidates: [lineOf('l1')], decision: null },
};

const decision = {
  ...{ line: 'l1', otherLines: [], note: '', by: 'b@khop.vn' },
  ...{ at: '2026-11-28T01:00:00.000Z', appliedAmount: 200_000 },
};

function open(answers: Parameters<typeof service>[0] = {}, status = 'generated') {
  const sent = service({
    [`GET ${PATH}/amis-entries/review`]: ({ query }) =>
      query.get('q') === null ? review : { ...review, candidates: query.get('q') === 'HD/8' ? [lineOf('l8')] : [] },
    [`POST ${PATH}/reviews/decisions`]: () => ({ updated: 1, at: '2026-11-28T02:00:00.000Z' }),
    ...answers,
  });
  const ends: string[] = [];
  const hands = show(
    <EntryReview
      period={{ id: 'p1', status } as Period}
      entry={entry}
      // Decided entries leave the list that waits: asked then, it would name another one.
      next={() => ({ ...entry, voucherNumber: sent.length === 0 ? 'TAY2' : 'KHAC' })}
      onClose={() => ends.push('closed')}
      onDecided={(next) => ends.push(`then ${next?.voucherNumber}`)}
    />,
  );
  return { sent, hands, ends };
}

test('an entry like no sale is said to be one of Bravo, with what was seen of earlier decisions', async () => {
  const { sent, hands, ends } = open();
  await screen.findByText(/Máy không thấy dòng bán nào/);
  await hands.type(screen.getByLabelText(/Ghi chú/), 'xuất tay');
  await hands.click(screen.getByRole('button', { name: 'Là dòng này: l1' }));
  await said(/Đã quyết định chứng từ TAY1/);
  expect(sent.map(({ body }) => body)).toEqual([
    { decisions: [{ profileId: 'a', entryKey: entry.entryKey, line: 'l1', seen: null }], note: 'xuất tay' },
  ]);
  expect(ends).toEqual(['then TAY2']);
});

test('another line of the period is searched for, and a search without a hit says so', async () => {
  const { sent, hands } = open();
  const box = await screen.findByRole('searchbox');
  await hands.type(box, 'HD/9{Enter}');
  await screen.findByText('Kỳ không có dòng bán nào như vậy.');
  await hands.clear(box);
  await hands.type(box, 'HD/8{Enter}');
  await hands.click(await screen.findByRole('button', { name: 'Là dòng này: l8' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ decisions: [{ line: 'l8' }] });
});

test('an entry that gathers several sales is said to be all that are ticked, in that order, with their sum', async () => {
  const { sent, hands } = open({
    [`GET ${PATH}/amis-entries/review`]: ({ query }) => ({
      ...review,
      ...{ amount: 270_000, quantity: '0.30' },
      candidates:
        query.get('q') === null
          ? [{ ...lineOf('l1'), amisQuantity: '0.1' }]
          : [{ ...lineOf('l8'), document: 'CN01/HD/8', amount: 70_000, amisQuantity: '0.2' }],
    }),
  });
  await hands.click(await screen.findByRole('checkbox', { name: 'Gộp dòng l1' }));
  const all = () => screen.getByRole('button', { name: 'Là các dòng này' });
  expect(all().hasAttribute('disabled')).toBe(true);
  within(screen.getByRole('region', { name: 'Các dòng được gộp' })).getByText('AMIS hơn 70.000 đồng');
  await hands.type(screen.getByRole('searchbox'), 'HD/8{Enter}');
  await hands.click(await screen.findByRole('checkbox', { name: 'Gộp dòng l8' }));
  const gathered = within(screen.getByRole('region', { name: 'Các dòng được gộp' }));
  gathered.getByText('Gộp 2 dòng bán: 270.000 đồng');
  for (const agrees of ['Cùng số lượng', 'Cùng số tiền', 'CN01/HD/7, CN01/HD/8']) gathered.getByText(agrees);
  await hands.click(all());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ decisions: [{ line: 'l1', otherLines: ['l8'] }] });
});

test('a search says how many lines it found, and that more may be like what was typed', async () => {
  const many = Array.from({ length: 50 }, (_, index) => lineOf(`l${index}`));
  const { hands } = open({
    [`GET ${PATH}/amis-entries/review`]: ({ query }: { query: URLSearchParams }) => {
      const q = query.get('q');
      return { ...review, candidates: q === null ? review.candidates : many.slice(0, q === 'HD/8' ? 49 : 50) };
    },
  });
  const box = await screen.findByRole('searchbox');
  expect(screen.getByRole('status').textContent).toBe('');
  await hands.type(box, 'HD/8{Enter}');
  await screen.findByText('Thấy 49 dòng.');
  await hands.clear(box);
  await hands.type(box, 'HD{Enter}');
  await screen.findByText('Chỉ hiện 50 dòng đầu: gõ thêm để tìm hẹp hơn.');
});

test('a search that fails says so beside the entry, and keeps the note', async () => {
  let fails = true;
  const { hands } = open({
    [`GET ${PATH}/amis-entries/review`]: ({ query }: { query: URLSearchParams }) => {
      if (query.get('q') === null) return review;
      return fails
        ? { refused: 500, code: 'INTERNAL', message: 'Có lỗi xảy ra.' }
        : { ...review, candidates: [lineOf('l8')] };
    },
  });
  await hands.type(await screen.findByLabelText(/Ghi chú/), 'xuất tay');
  await hands.type(screen.getByRole('searchbox'), 'HD/8{Enter}');
  await screen.findByText('Có lỗi xảy ra.');
  // Lines of before are no answer to what was asked.
  expect(screen.queryByRole('button', { name: /Là dòng này/ })).toBeNull();
  fails = false;
  await hands.click(screen.getByRole('button', { name: 'Thử lại' }));
  await screen.findByRole('button', { name: 'Là dòng này: l8' });
  expect(screen.getByLabelText<HTMLInputElement>(/Ghi chú/).value).toBe('xuất tay');
});

test('a decision of a colleague meanwhile is told, and nothing is closed', async () => {
  const stale = { refused: 412, code: 'STALE_VERSION', message: 'b@khop.vn đã quyết định dòng này.' };
  const { ends, hands } = open({ [`POST ${PATH}/reviews/decisions`]: () => stale });
  await hands.click(await screen.findByRole('button', { name: 'Không phải dòng nào của kỳ' }));
  await said(/b@khop.vn đã quyết định/);
  expect(ends).toEqual([]);
});

test('a decision that was taken back elsewhere meanwhile is told, and the entry is read again', async () => {
  let isDecided = true;
  const { sent, hands } = open({
    [`GET ${PATH}/amis-entries/review`]: () => (isDecided ? { ...review, decision } : review),
    [`POST ${PATH}/reviews/decisions/undo`]: () => {
      isDecided = false;
      return { refused: 404, code: 'NOT_FOUND', message: 'Chưa có quyết định nào để bỏ.' };
    },
  });
  await hands.click(await screen.findByRole('button', { name: 'Bỏ quyết định' }));
  await said(/Chưa có quyết định nào để bỏ/);
  await screen.findByRole('button', { name: 'Không phải dòng nào của kỳ' });
  expect(sent[0]!.body).toEqual({ entries: [{ profileId: 'a', entryKey: entry.entryKey, seen: decision.at }] });
});

test('a decision that is taken back right away is that one, and no later one of a colleague', async () => {
  const stale = { refused: 412, code: 'STALE_VERSION', message: 'b@khop.vn đã quyết định dòng này.' };
  const { sent, hands } = open({ [`POST ${PATH}/reviews/decisions/undo`]: () => stale });
  await hands.click(await screen.findByRole('button', { name: 'Không phải dòng nào của kỳ' }));
  await hands.click(await screen.findByRole('button', { name: 'Hoàn tác' }));
  await said(/b@khop.vn đã quyết định/);
  expect(sent[1]!.body).toEqual({
    entries: [{ profileId: 'a', entryKey: entry.entryKey, seen: '2026-11-28T02:00:00.000Z' }],
  });
});

test('a decision that is taken back closes the entry', async () => {
  const { ends, hands } = open({
    [`GET ${PATH}/amis-entries/review`]: () => ({ ...review, decision }),
    [`POST ${PATH}/reviews/decisions/undo`]: () => ({ updated: 1 }),
  });
  await hands.click(await screen.findByRole('button', { name: 'Bỏ quyết định' }));
  await waitFor(() => expect(ends).toEqual(['closed']));
});

test('in a closed period an entry is only read', async () => {
  open({}, 'closed');
  await screen.findByText(/CN01/);
  expect(screen.queryByRole('button', { name: /Là dòng này|Không phải/ })).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('entries that wait, match nothing or are decided are for a person; those that the machine matched are not', () => {
  const of = (state: Entry['state'], decided = false) =>
    isForPerson({ state, decided, takenBy: [] as Entry['takenBy'] } as Entry);
  expect([of('unmatched'), of('review'), of('not_ours', true), of('matched', true)]).toEqual([true, true, true, true]);
  expect([of('matched'), of('ours'), of('void'), of('correction')]).toEqual([false, false, false, false]);
});

test('the entry after one is the next that waits, in any profile; past those that were not read, and none after a stranger', () => {
  const of = (entryKey: string, more: Partial<Entry> = {}) =>
    ({ profileId: 'a', entryKey, state: 'unmatched', decided: false, ...more }) as Entry;
  const [first, last] = [of('1', { profileId: 'b' }), of('4')];
  const rows = [
    of('1', { state: 'review' }),
    first,
    undefined,
    of('2', { decided: true }),
    of('3', { state: 'ours' }),
    last,
  ];
  expect(nextForPerson(rows, first)).toBe(last);
  expect(nextForPerson(rows, last)).toBeUndefined();
  expect(nextForPerson(rows, of('5'))).toBeUndefined();
});
