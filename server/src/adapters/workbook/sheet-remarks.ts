import { columnLetters } from '@khop/engine/sheets/cell.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';

/** A warning about a whole file, or a whole sheet of it. */
export const fileRemark = (code: string, message: string, value: Issue['value'] = null): Issue => ({
  row: 0,
  column: null,
  value,
  code,
  message,
});

/** The remarks on a sheet that only its rows tell: what was hidden, and formulas whose result the file does not have. */
export type SheetRemarks = {
  /** Row numbers count from 1, columns from 0. */
  hiddenRow(row: number): void;
  uncalculated(row: number, column: number): void;
  issues(): readonly Issue[];
};

/** None yet. */
export function sheetRemarks(sheet: string): SheetRemarks {
  let [hidden, firstHidden, uncalculated, firstCell] = [0, 0, 0, ''];
  const of = sheet === '' ? 'Tệp' : `Trang «${sheet}»`;
  return {
    hiddenRow(row) {
      if (hidden++ === 0) firstHidden = row;
    },
    uncalculated(row, column) {
      if (uncalculated++ === 0) firstCell = `${columnLetters(column)}${row}`;
    },
    issues: () => [
      ...(hidden === 0
        ? []
        : [
            fileRemark(
              'HIDDEN_ROWS',
              `${of} có ${hidden} dòng bị ẩn hay bị lọc (đầu tiên là dòng ${firstHidden}); các dòng ấy vẫn được đọc.`,
              hidden,
            ),
          ]),
      ...(uncalculated === 0
        ? []
        : [
            fileRemark(
              'FORMULA_NOT_CALCULATED',
              `${of} có ${uncalculated} ô công thức mà tệp không ghi kết quả (đầu tiên là ô ${firstCell}). Hãy mở bằng Excel, lưu lại rồi tải lên.`,
              uncalculated,
            ),
          ]),
    ],
  };
}

/** Says that the macros of a file were left alone. */
export const macrosIgnored = (): Issue =>
  fileRemark('MACROS_IGNORED', 'Tệp có macro. Khớp chỉ đọc số liệu; macro không được chạy.');

/** Says that the sheet that was read is one that the file hides. */
export const hiddenSheet = (name: string): Issue =>
  fileRemark('HIDDEN_SHEET', `Trang «${name}» bị ẩn trong tệp; vẫn được đọc vì không trang nào khác có mẫu này.`, name);
