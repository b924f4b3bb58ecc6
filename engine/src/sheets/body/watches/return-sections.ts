import { isReturnCode } from '../../../return-code.ts';
import { type Cell, isBlank } from '../../cell.ts';
import { foldHeader } from '../../fold-header.ts';
import type { Row } from '../../layouts/layout.ts';
import type { Plan } from '../plan.ts';
import type { Remarks } from '../remarks.ts';

/** Watches lists of sales that put what came back under a heading of its own, «Hàng bán bị trả lại». */
export type ReturnSections = {
  /** A row that is no data: it may open such a part, or another one. */
  pass(cells: readonly Cell[]): void;
  /** False for a line of what came back with the sign of a sale: it was rejected. */
  take(row: Row, cells: readonly Cell[], rowNumber: number): boolean;
};

const OF_RETURNS =
  /^(?:(?:[ivx]+|\d+|[a-d])[.)/-] ?)?(?:[^:]{2,30}: ?)?(?:phieu |chung tu )?(?:nhap )?(?:hang )?(?:ban )?(?:bi )?tra lai\b/;
/** A longer text is a note. */
const LONGEST_HEADING = 100;

/** Undefined for reports whose returns have columns, or do not matter. */
export function returnSections(plan: Plan, told: Remarks): ReturnSections | undefined {
  const quantity = plan.columns.find(({ field }) => field.field === 'quantity');
  if (!plan.layout.hasNoParts || !quantity) return undefined;
  let heading = '';
  return {
    pass(cells) {
      const texts = cells.filter((cell): cell is string => typeof cell === 'string' && !isBlank(cell));
      const [text] = texts;
      if (text === undefined || texts.length > 1 || text.length > LONGEST_HEADING) return;
      heading = OF_RETURNS.test(foldHeader(text)) ? text.trim() : '';
    },
    take({ quantity: sold, docCode }, cells, rowNumber) {
      if (heading === '' || typeof sold !== 'string' || sold === '0' || sold.startsWith('-')) return true;
      // Such a line waits for a look already.
      if (typeof docCode === 'string' && isReturnCode(docCode)) return true;
      const sentence = `ở dưới mục «${heading}» mà không âm: dòng không được đọc, kẻo hàng trả lại thành hàng bán. Hãy ghi số lượng và tiền âm, hoặc mã chứng từ «TL», rồi tải lại.`;
      told.reject(rowNumber, quantity, cells[quantity.index], 'RETURN_NOT_NEGATIVE', sentence);
      return false;
    },
  };
}
