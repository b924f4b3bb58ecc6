import type { FineBracket, FineRange } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';

const MILLION = 1_000_000;
const CLASSES = ['lateSale', 'lateLight', 'missingSale', 'missingLight'] as const;

/** The parts of each line of a ladder, in their order. */
export const BRACKET_HINT =
  'Mỗi dòng một mức: số hóa đơn trở lên; lập sai thời điểm khi bán; sai thời điểm loại nhẹ; không lập khi bán; không lập loại nhẹ (triệu đồng, từ-đến; 0-0 là cảnh cáo). Ví dụ: 10; 5-15; 2-5; 10-30; 2-10';

const fineText = ({ low, high }: FineRange): string => `${low / MILLION}-${high / MILLION}`.replaceAll('.', ',');

/** A ladder as it is typed, one line for each step. */
export const bracketLines = (brackets: readonly FineBracket[]): string[] =>
  brackets.map((bracket) => [bracket.from, ...CLASSES.map((of) => fineText(bracket[of]))].join('; '));

/** A ladder as people read it, in millions. */
export const ladderText = (brackets: readonly FineBracket[]): string =>
  brackets
    .map((bracket) => {
      const [lateSale, lateLight, missingSale, missingLight] = CLASSES.map((of) => readText(bracket[of]));
      return `Từ ${bracket.from} hóa đơn: lập trễ ${lateSale} (nhẹ ${lateLight}), không lập ${missingSale} (nhẹ ${missingLight})`;
    })
    .join(' · ');

const readText = (fine: FineRange): string =>
  fine.high === 0 ? 'cảnh cáo' : `${fineText(fine).replace('-', '–')} triệu`;

/** The ladder that was typed; what is no number stays one that the service refuses with its place. */
export const bracketsOf = (text: string): FineBracket[] =>
  text
    .split('\n')
    .map((line) => line.split(';').map((part) => part.trim()))
    .filter((parts) => parts.some(Boolean))
    .map(([from = '', ...fines]) => {
      const [lateSale, lateLight, missingSale, missingLight] = CLASSES.map((_, index) => fineOf(fines[index] ?? ''));
      return {
        from: Number(from),
        ...{ lateSale: lateSale!, lateLight: lateLight!, missingSale: missingSale!, missingLight: missingLight! },
      };
    });

function fineOf(text: string): FineRange {
  const [low = Number.NaN, high = Number.NaN] = text.split(/[-–]/).map((part) => Number(part.trim().replace(',', '.')));
  // NaN is no JSON number: what cannot be read goes as a fine that no ladder may have.
  const vnd = (millions: number): number => (Number.isFinite(millions) ? Math.round(millions * MILLION) : -1);
  return { low: vnd(low), high: vnd(high) };
}
