import { Problem } from '@khop/engine/problem.ts';
import { BravoUnavailable } from './port.ts';

/** The driver's codes that mean "not reachable now", in words. Its own messages may name hosts and logins: they stay in `cause`. */
const outages: Readonly<Record<string, string>> = {
  ELOGIN: 'SQL Server từ chối đăng nhập, hãy kiểm tra tài khoản và mật khẩu',
  ETIMEOUT: 'quá thời gian chờ',
  ESOCKET: 'không mở được kết nối tới máy chủ',
  ECONNREFUSED: 'máy chủ từ chối kết nối',
  ECONNRESET: 'kết nối bị ngắt giữa chừng',
  ECONNCLOSED: 'kết nối đã đóng',
  ENOTOPEN: 'kết nối chưa mở',
  ENOTFOUND: 'không tìm thấy máy chủ',
  EINSTLOOKUP: 'không tìm thấy phiên bản SQL Server',
  EALREADYCONNECTING: 'đang kết nối',
  ENOCONN: 'không có kết nối',
  ECANCEL: 'yêu cầu bị hủy',
};

/** SQL Server error numbers that mean that the installation's queries do not fit its database. */
const misfits: Readonly<Record<number, string>> = {
  102: 'sai cú pháp SQL',
  156: 'sai cú pháp SQL',
  207: 'không có cột được nêu',
  208: 'không có bảng hoặc view được nêu',
  229: 'tài khoản không có quyền đọc',
  230: 'tài khoản không có quyền đọc cột',
  241: 'ngày giờ không chuyển đổi được',
  245: 'giá trị không chuyển đổi được',
  8114: 'số không chuyển đổi được',
  8115: 'số quá lớn',
};

/**
 * The error that the rest of the program gets for a failure of the driver; errors that are already ours pass through.
 */
export function bravoError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || error instanceof BravoUnavailable) return error;
  const { code, number } = error as { code?: unknown; number?: unknown };
  const misfit = typeof number === 'number' ? misfits[number] : undefined;
  if (misfit !== undefined) {
    return new Problem('BRAVO_QUERY_INVALID', `Câu truy vấn Bravo không chạy được: ${misfit} (lỗi SQL ${number}).`, {
      number,
      serverMessage: error.message,
    });
  }
  const outage = typeof code === 'string' ? outages[code] : undefined;
  if (outage !== undefined) return new BravoUnavailable(outage, { cause: error });
  if (code === 'EREQUEST') return new BravoUnavailable(`SQL Server báo lỗi ${String(number)}`, { cause: error });
  return error;
}
