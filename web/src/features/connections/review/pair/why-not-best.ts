import { scoreText } from './evidence.tsx';
import type { Suggestion } from './pair.ts';

/** The reason why the matcher would choose another pair for the records of this one; undefined when it would not. */
export function whyNotBest(shown: Suggestion, others: readonly Suggestion[]): string | undefined {
  if (shown.isBest) return undefined;
  if (shown.isPromotionalTwin)
    return 'Một bên là hàng khuyến mại (KM) của cùng mặt hàng. Nối vào vẫn đúng; vì mỗi mã chỉ được chọn một cặp tốt nhất nên chỗ đó dành cho mã hàng bán.';
  const rival = others
    .filter((other) => other.isBest && (other.amis.id === shown.amis.id || other.bravo.code === shown.bravo.code))
    .sort((a, b) => b.score - a.score)[0];
  if (!rival)
    return shown.score < 0.5
      ? 'Điểm dưới 50% nên máy không chọn cặp này là cặp tốt nhất.'
      : 'Không phải cặp tốt nhất: một trong hai bản ghi đã nối hoặc đã có cặp khác.';
  const sameAmis = rival.amis.id === shown.amis.id;
  return sameAmis
    ? `Không phải cặp tốt nhất: ${shown.amis.code} giống ${rival.bravo.name} (${rival.bravo.code}) hơn, ${scoreText(rival.score)}.`
    : `Không phải cặp tốt nhất: ${shown.bravo.code} đang được gợi ý cho ${rival.amis.name} (${rival.amis.code}), ${scoreText(rival.score)}.`;
}

/** The reason of a rejection in words. */
export const rejectionWords = ({ reasonCode, reason }: Suggestion, labels: ReadonlyMap<string, string>): string =>
  ['Đã từ chối', reasonCode ? (labels.get(reasonCode) ?? reasonCode) : '', reason ?? ''].filter(Boolean).join(': ');
