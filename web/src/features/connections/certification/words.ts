import type { OutputOf } from '../../../api/operations.ts';
import type { Tone } from '../../../ui/chip.tsx';
import { formatCount, formatDecimal, formatPercent } from '../../../ui/format/number.ts';

export type Certification = OutputOf<'getCertification'>;
export type Judging = OutputOf<'getCertificationPair'>;
export type State = Certification['state'];
export type Judgement = 'right' | 'wrong' | 'unsure';

export const STATES: Readonly<Record<State, { readonly word: string; readonly tone: Tone }>> = {
  judging: { word: 'Đang xem mẫu', tone: 'amber' },
  proven: { word: 'Đã đạt, chờ nối', tone: 'amber' },
  accepting: { word: 'Đang nối', tone: 'amber' },
  certified: { word: 'Còn hiệu lực', tone: 'green' },
  recalled: { word: 'Đã thu hồi', tone: 'red' },
  split: { word: 'Đã tách nhóm', tone: 'grey' },
  cancelled: { word: 'Đã bỏ', tone: 'grey' },
};

export const JUDGEMENTS: Readonly<Record<Judgement, { readonly word: string; readonly tone: Tone }>> = {
  right: { word: 'Đúng', tone: 'green' },
  wrong: { word: 'Sai', tone: 'red' },
  unsure: { word: 'Không rõ', tone: 'grey' },
};

/** A bound in words, rounded up so that it never promises too much: 0.00491 → "0,5%" only from 0.005 on. */
export const boundText = (share: number): string =>
  `${formatDecimal(String(Math.ceil(Math.round(share * 1e8) / 1e4) / 100))}%`;

/** Words that quote something themselves, for a place between guillemets. */
const withinQuotes = (words: string): string => words.replaceAll('«', '“').replaceAll('»', '”');

/** The bucket in words: from which score on, with which words. */
export function bucketText({ minScore, maxScore, q, withoutTraits }: Certification): string {
  const scores =
    maxScore === null
      ? `Điểm từ ${formatPercent(minScore)}`
      : `Điểm ${formatPercent(minScore)} – ${formatPercent(maxScore)}`;
  const without = withoutTraits.map(({ words }) => `«${withinQuotes(words)}»`).join(', ');
  return [scores, q && `có «${q}»`, without && `trừ ${without}`].filter(Boolean).join(', ');
}

/** "Sai tối đa 0,5%, tin cậy 95%, theo dòng và theo đồng": what a bucket is certified to keep to. */
export const promiseText = ({ maxError, confidence }: Pick<Certification, 'maxError' | 'confidence'>): string =>
  `Sai tối đa ${boundText(maxError)}, tin cậy ${formatPercent(confidence)}, theo dòng và theo đồng`;

/**
 * The judgements of the sample so far. `disproved`: how many that were called right have been disconnected since, which no
 * judgement of the sample says.
 */
export const judgedText = ({ judged, right, wrong, unsure }: Certification, disproved = 0): string =>
  judged === 0
    ? 'Chưa xem cặp nào'
    : `Đã xem ${formatCount(judged)} cặp: ${formatCount(right)} đúng${disproved === 0 ? '' : ' lúc xem'}, ${formatCount(wrong)} sai, ${formatCount(unsure)} không rõ${
        disproved === 0 ? '' : `; về sau ${formatCount(disproved)} cặp đúng lúc xem đã bị bỏ liên kết`
      }`;

/**
 * The pairs that would be sampled anew. A pair may have several of the chosen traits, so that more than one of them only
 * leaves bounds; a pair that was found wrong is not sampled again in any case.
 */
export function leftText(members: number, chosen: readonly { readonly members: number }[]): string {
  const all = `Nhóm có ${formatCount(members)} cặp`;
  if (chosen.length === 0) return `${all}: đánh dấu đặc điểm để tách ra.`;
  const taken = chosen.map((trait) => trait.members);
  const most = members - Math.max(...taken);
  const least = Math.max(0, members - taken.reduce((sum, one) => sum + one, 0));
  if (most === 0) return `${all}, tách như vậy thì không còn cặp nào.`;
  const left = least === most ? formatCount(most) : `từ ${formatCount(least)} đến ${formatCount(most)}`;
  return `${all}, còn lại ${left} cặp (trừ cặp đã thấy sai hoặc không rõ) để rút mẫu mới.`;
}
