import { Problem } from '@khop/engine/problem.ts';

/** The refusal of an encrypted file, whatever its form: no password is asked for. Excel encrypts an .xls whose structure is locked, too. */
export const encrypted = (): Problem =>
  new Problem(
    'FILE_ENCRYPTED',
    'Tệp có mật khẩu, hoặc sổ bị khóa cấu trúc. Hãy mở bằng Excel, bỏ mật khẩu hay bỏ khóa, lưu lại rồi tải lên.',
  );
