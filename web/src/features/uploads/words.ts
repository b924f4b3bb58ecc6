import type { Sums } from '../../shared/upload/many/queue.ts';
import { formatCount } from '../../ui/format/number.ts';

/** "120 dòng: 100 mới, 20 giữ nguyên · 3 cảnh báo": what is not there is not told. */
export function figures({ read, created, changed, unchanged, rejected, warnings }: Omit<Sums, 'files'>): string {
  const parts: readonly (readonly [number, string])[] = [
    [created, 'mới'],
    [changed, 'thay đổi'],
    [unchanged, 'giữ nguyên'],
    [rejected, 'bị từ chối'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  const rows = `${formatCount(read)} dòng${told.length > 0 ? `: ${told.join(', ')}` : ''}`;
  return warnings > 0 ? `${rows} · ${formatCount(warnings)} cảnh báo` : rows;
}
