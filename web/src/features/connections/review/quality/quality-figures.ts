import type { OutputOf } from '../../../../api/operations.ts';
import { formatCount, formatPercent } from '../../../../ui/format/number.ts';

export type Quality = OutputOf<'getProductSuggestionQuality'>;
export type Measured = Quality['thresholds'][number];
type Share = Measured['own'];

/** A share with the bounds between which the true one lies, and what it was counted on. */
export const shareText = ({ precision, low, high, right, n }: Share): string =>
  precision === null
    ? 'chưa có quyết định'
    : `${formatPercent(precision)} (${formatPercent(low)} – ${formatPercent(high)}), đúng ${formatCount(right)}/${formatCount(n)}`;

/**
 * The known quality of the pairs from a threshold on, in one sentence; the engine's own figure where ours says too
 * little.
 */
export function thresholdText({ own, isEnough, generic }: Measured, enough: number): string {
  if (isEnough) return `Đo ở công ty: ${shareText(own)}.`;
  const few =
    own.n === 0
      ? 'Công ty chưa có quyết định từng cặp ở mức này'
      : `Công ty mới có ${formatCount(own.n)} quyết định ở mức này`;
  return `${few} (cần ${formatCount(enough)}). Trên danh mục thử, không phải của công ty: đúng ${formatPercent(generic)}.`;
}

/** From this weight on a learned word is worth telling. */
const TELLING = 0.3;

/** The words that the company's decisions have given a meaning, those that distinguish before those that say nothing. */
export function wordsText(words: readonly { readonly word: string; readonly weight: number }[]): string {
  const those = (is: (weight: number) => boolean): string =>
    words
      .filter(({ weight }) => is(weight))
      .slice(0, 8)
      .map(({ word }) => `«${word}»`)
      .join(', ');
  const [apart, idle] = [those((weight) => weight <= -TELLING), those((weight) => weight >= TELLING)];
  const parts = [apart && `làm hai bên khác nhau: ${apart}`, idle && `không nói lên điều gì: ${idle}`];
  return parts.filter(Boolean).join('; ') || 'chưa từ nào có nghĩa riêng ở công ty';
}
