import { Problem } from '@khop/engine/problem.ts';

/** The refusal of an old Excel file that contradicts itself or is cut short. */
export const damagedXls = (): Problem =>
  new Problem(
    'FILE_DAMAGED',
    'Tệp .xls bị hỏng hoặc tải lên chưa đủ. Hãy xuất lại, hoặc mở bằng Excel và lưu lại dạng .xlsx.',
  );
