import { isDiskFull } from './db/disk-full.ts';
import { isUnreachable } from './db/unreachable.ts';

type SystemError = {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
  readonly port?: unknown;
  readonly message?: unknown;
};

/** Errors of the file system: what a person did, by the system's code. */
const FILES: Readonly<Record<string, string>> = {
  ENOENT: 'không có tệp hoặc thư mục này',
  EACCES: 'không có quyền; hãy chạy bằng người dùng sở hữu nó hoặc chọn chỗ khác',
  EPERM: 'không có quyền; hãy chạy bằng người dùng sở hữu nó hoặc chọn chỗ khác',
  EROFS: 'ổ đĩa chỉ cho đọc',
  EISDIR: 'đây là thư mục, cần một tệp',
  ENOTDIR: 'một phần của đường dẫn là tệp, cần thư mục',
  EEXIST: 'đã có một tệp trùng tên',
  ENAMETOOLONG: 'tên quá dài',
};

/** PostgreSQL's refusals to let a program in, by SQLSTATE. */
const DATABASE: Readonly<Record<string, string>> = {
  '28P01': 'sai mật khẩu',
  '28000': 'không có người dùng này, hoặc người dùng không được phép kết nối',
  '3D000': 'chưa có cơ sở dữ liệu này; hãy tạo nó trước',
  '42501': 'người dùng không đủ quyền trên cơ sở dữ liệu',
  '25006': 'cơ sở dữ liệu đang chỉ cho đọc; hãy chọn máy chính, hoặc mở lại quyền ghi',
};

/** Reasons for which a connection that is to be encrypted is not made: Node's codes for the certificate of the server. */
const CERTIFICATES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The reason of the file system in Vietnamese; undefined for every other error. */
export const fileFault = (error: unknown): string | undefined => FILES[String((error as SystemError | null)?.code)];

/**
 * One Vietnamese sentence for an error that a person at the command line can do something about: a refusal, a file, a port,
 * the database, the arguments. Undefined for everything else, which is a mistake in the program and needs its stack.
 */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, port, syscall, message } = error as SystemError;
  if (['ConfigError', 'Problem', 'Refusal'].includes(error.name)) return String(message);
  // The driver gives this one no code.
  if (/server does not support SSL/.test(String(message)))
    return 'DATABASE_URL: máy chủ cơ sở dữ liệu chưa bật mã hóa (SSL); hãy bật ở đó, hoặc bỏ sslmode khi nó ở trên chính máy này.';
  if (typeof code !== 'string') return undefined;
  if (CERTIFICATES.has(code))
    return `DATABASE_URL: không tin được chứng thư của cơ sở dữ liệu (${code}); hãy ghi sslmode=verify-full&sslrootcert=TỆP.pem với chứng thư gốc của nó, và đúng tên máy trong chứng thư.`;
  if (code.startsWith('ERR_PARSE_ARGS')) return `Tham số không hợp lệ${quoted(String(message))}.`;
  if (isDiskFull(error)) return 'Ổ đĩa đã đầy; hãy giải phóng chỗ rồi chạy lại.';
  if (code === 'EADDRINUSE') {
    const other = port === 8090 ? 8091 : 8090;
    return `Cổng ${port} đang bận; hãy dừng chương trình đang dùng nó hoặc chọn cổng khác, ví dụ PORT=${other}.`;
  }
  if (code in DATABASE) return `DATABASE_URL: không dùng được cơ sở dữ liệu: ${DATABASE[code]}.`;
  if (code === 'ENOENT' && syscall === 'mkdir') return `Không tạo được thư mục «${path}» ở đó; hãy chọn chỗ khác.`;
  if (typeof path === 'string' && code in FILES) return `Không đọc hoặc ghi được «${path}»: ${FILES[code]}.`;
  if (code in FILES) return `Không đọc hoặc ghi được: ${FILES[code]}.`;
  if (isUnreachable(error))
    return 'DATABASE_URL: không kết nối được cơ sở dữ liệu; hãy kiểm tra nó đang chạy và địa chỉ đúng.';
  return undefined;
}

/** The first argument that the parser's message names. */
const quoted = (message: string): string => {
  const named = /'([^']+)'/.exec(message)?.[1];
  return named === undefined ? '' : ` «${named}»`;
};
