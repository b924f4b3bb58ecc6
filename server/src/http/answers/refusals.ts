import { ERRORS } from '@khop/contract/errors.ts';
import type { FastifyError } from 'fastify';
import { IdentityProblem } from '../../adapters/identity/identity-provider.ts';
import { isBusy } from '../../db/patience.ts';
import { isReadOnly, isUnreachable } from '../../db/unreachable.ts';
import { asRefusal, Refusal } from '../../refusal.ts';

/** PostgreSQL's codes for a value that a column cannot hold: the caller's, and nothing was written. */
const DATA_EXCEPTIONS: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
const OUT_OF_RANGE = 'Dữ liệu gửi lên có giá trị mà hệ thống không lưu được (quá lớn hoặc sai dạng). Hãy kiểm tra lại.';

export const isDataException = (error: FastifyError): boolean => DATA_EXCEPTIONS.has(error.code);

export const WRONG_ADDRESS =
  'Địa chỉ có ký tự mã hóa sai: phải là UTF-8, và dấu % phải đi với hai chữ số thập lục phân.';

const ONLY_READ =
  'Cơ sở dữ liệu đang chỉ cho đọc, nên chưa ghi được gì. Dữ liệu giữ nguyên. Hãy báo quản trị viên, rồi thử lại sau.';

/** The framework's own refusals, said to a person. */
const REQUEST_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: WRONG_ADDRESS,
  FST_ERR_MAX_PARAM_LENGTH: 'Mã hay khóa trong địa chỉ dài quá 500 ký tự. Hãy kiểm tra lại địa chỉ.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'Nội dung gửi lên không phải JSON hợp lệ.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Nội dung gửi lên đang trống; cần một văn bản JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Kiểu nội dung này không được nhận; hãy gửi application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Nội dung nhận được không đủ như đã báo trước. Hãy gửi lại.',
  FST_FILES_LIMIT: 'Mỗi lần chỉ gửi được một tệp.',
  FST_FIELDS_LIMIT: 'Yêu cầu có quá nhiều trường.',
  FST_PARTS_LIMIT: 'Yêu cầu có quá nhiều trường.',
};

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`;

/** The answer to any error of a request: a code of the contract and a Vietnamese sentence. */
export function refusalOf(error: FastifyError, bodyLimit: number): Refusal {
  if (isBusy(error)) return new Refusal('DATABASE_BUSY');
  if (isReadOnly(error)) return new Refusal('DATABASE_UNAVAILABLE', ONLY_READ);
  if (isUnreachable(error)) return new Refusal('DATABASE_UNAVAILABLE');
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  if (error instanceof IdentityProblem)
    return new Refusal(error.kind === 'not-found' ? 'NOT_FOUND' : 'IDENTITY_UNAVAILABLE');
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('FILE_TOO_LARGE');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('FILE_TOO_LARGE', `Nội dung gửi lên vượt quá ${sizeText(bodyLimit)}. Hãy chia nhỏ.`);
  if (isDataException(error)) return new Refusal('VALIDATION', OUT_OF_RANGE);
  if (error.statusCode === 429) return new Refusal('RATE_LIMITED');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('VALIDATION', REQUEST_ERRORS[error.code] ?? 'Yêu cầu không hợp lệ.');
  return new Refusal('INTERNAL', ERRORS.INTERNAL.message);
}
