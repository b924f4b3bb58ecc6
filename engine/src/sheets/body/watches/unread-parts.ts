import { type Cell, isBlank } from '../../cell.ts';
import { foldHeader } from '../../fold-header.ts';
import type { FoundHeader } from '../../recognise/found.ts';
import type { Plan } from '../plan.ts';
import type { Remarks } from '../remarks.ts';

/** False for a row with a figure that has no place in its report: it was rejected. */
export type UnreadParts = (cells: readonly Cell[], rowNumber: number) => boolean;

/** A quantity or money of what came back, was given or taken off the price: «SL trả lại», «Số lượng (KM)», «Tiền giảm giá». */
const OF_A_PART =
  /^(?:tong )?(?:(?:so luong|sl|tien|so tien|gia tri|thanh tien|doanh so)\b.*\b(?:tra lai|khuyen mai|km|tang|giam gia)|giam gia)\b/;
/** Money off the price beside the discount that is read, or where none is: «Chiết khấu», «Tiền CK 2», «Tiền CKTM». */
const OF_DISCOUNT = /^(?:tong )?(?:(tien|so tien|gia tri) )?(?:ck|cktm|chiet khau)\b/;
/** An amount after the part, or the part in other money: what is read says it already. */
const SAID_ALREADY = /\b(?:sau|truoc|chua|da tru|nt|nguyen te|ngoai te)\b|%/;

/**
 * Rejects sales beside which the file states, in a column of its own, how much of them came back, was given or taken off: a report
 * that has no field for it would be read as if all were sold, and all of it invoiced. Undefined where nothing says so.
 */
export function unreadParts({ columns, layout }: FoundHeader, plan: Plan, told: Remarks): UnreadParts | undefined {
  if (!layout.hasNoParts) return undefined;
  const parts = columns.filter(({ field, header, repeats }) => {
    const folded = foldHeader(header);
    return !field && !repeats && !SAID_ALREADY.test(folded) && (OF_A_PART.test(folded) || isDiscount(folded, plan));
  });
  const [anyColumn] = plan.columns;
  if (parts.length === 0 || !anyColumn) return undefined;
  return (cells, rowNumber) => {
    const stated = parts.find(({ index }) => saysFigure(cells[index]));
    if (!stated) return true;
    const sentence = `không có chỗ ở «${layout.title}»: dòng không được đọc, kẻo cả phần trả lại, khuyến mại, giảm giá hay chiết khấu ấy thành hàng bán. Hãy ghi hàng trả lại (số âm), hàng khuyến mại thành dòng riêng, mọi tiền giảm vào «Tiền CK» (đã trừ ở tiền hàng rồi thì thôi), bỏ số ở cột này, rồi tải lại.`;
    const { index, header } = stated;
    told.reject(rowNumber, { ...anyColumn, index, header }, cells[index], 'FIGURE_NOT_READ', sentence);
    return false;
  };
}

/** Beside «Tiền CK» a «Chiết khấu» is its rate. */
function isDiscount(folded: string, plan: Plan): boolean {
  const match = OF_DISCOUNT.exec(folded);
  return match !== null && (match[1] !== undefined || !plan.has('discount'));
}

/** Zeros and dashes are how programs write nothing. */
const saysFigure = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' ? cell !== 0 : typeof cell === 'string' && !isBlank(cell) && /[1-9]/.test(cell);
