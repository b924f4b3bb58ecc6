import { expect, test } from 'vitest';
import { coverWord } from './cover-words.ts';

const days = (from: string, to: string) => ({ from, to });
const said = (missing: ReturnType<typeof days>[], incomplete: ReturnType<typeof days>[] = []) => {
  const { label, detail } = coverWord('2026-09', { channel: 'coded', missing, incomplete });
  return [label, detail];
};

test('a month is covered, in part, or not at all; rejected rows make it incomplete', () => {
  expect(said([])).toEqual(['Đủ', '']);
  expect(said([days('2026-09-01', '2026-09-30')])).toEqual(['Chưa có', '']);
  expect(said([days('2026-09-01', '2026-09-29')])).toEqual(['Thiếu ngày', 'Thiếu 01/09/2026 – 29/09/2026.']);
  expect(said([], [days('2026-09-01', '2026-09-30')])).toEqual([
    'Chưa đủ',
    'Danh sách có dòng bị từ chối: 01/09/2026 – 30/09/2026.',
  ]);
  expect(said([days('2026-09-02', '2026-09-02')], [days('2026-09-05', '2026-09-06')])).toEqual([
    'Thiếu ngày',
    'Thiếu 02/09/2026. Danh sách có dòng bị từ chối: 05/09/2026 – 06/09/2026.',
  ]);
});
