import { Problem } from '@khop/engine/problem.ts';

/** The refusal of a file that opens with a password only, whatever its form: no password is asked for. */
export const encrypted = (): Problem =>
  new Problem('FILE_ENCRYPTED', 'Tệp có mật khẩu. Hãy mở bằng Excel, bỏ mật khẩu, lưu lại rồi tải lên.');
