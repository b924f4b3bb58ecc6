import { isUsualFactor, parseFactor, UNUSUAL_FACTOR } from '@khop/engine/quantity.ts';
import { NOTATIONS_TEXT } from '@khop/engine/sheets/body/notation.ts';
import { z } from 'zod';

/** True as well for what is no factor at all: that is told otherwise. */
function isUsual(text: string): boolean {
  try {
    return isUsualFactor(parseFactor(text));
  } catch {
    return true;
  }
}

/** Shared value types of the contract: how money, quantities, days and identifiers look on the wire. */
export const id = z.uuid().describe('UUIDv7');
export const vnd = z.int().describe('Số đồng nguyên');
export const quantity = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,6})?$/, 'Cần số thập phân, tối đa 6 chữ số lẻ')
  .describe('Số lượng: chuỗi thập phân, tối đa 6 chữ số lẻ');
export const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe('Số thập phân dạng chuỗi');
export const factor = z
  .string()
  .regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?)?$/, 'Cần số dương như 12, 0.5 hoặc 1/24')
  .describe('Hệ số quy đổi: đơn vị AMIS trên một đơn vị gốc Bravo; "0.5" hoặc "1/24"');
/** A factor as it is stated in a form or a file; what was stored before this rule is still shown. */
export const statedFactor = factor.refine(isUsual, UNUSUAL_FACTOR);
export const day = z.iso.date().describe('YYYY-MM-DD');
export const instant = z.string().describe('ISO 8601, UTC');
export const code = z.string().trim().min(1).max(100);
export const version = z.int().min(1).describe('Phiên bản của bản ghi; gửi lại khi sửa, cũ thì 412');
/** A DELETE has no body to say it in. */
export const seenVersion = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Phiên bản mà người xóa đã xem; nếu bản ghi đã đổi thì 412'),
});
export const vatRate = z.string().describe('0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x');
export const note = z.string().max(2000);

/** An address to show a picture from: never a script, nor data. */
export const webUrl = z.url({ protocol: /^https?$/ });

export const idParams = z.object({ id });
/** Media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const accepted = z.object({ runId: id }).meta({ id: 'RunAccepted' });
const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** The query of every upload of a workbook. */
export const uploadQuery = z.object({
  dryRun: z.stringbool().optional().describe('Chỉ đọc và báo cáo, không ghi'),
  again: z
    .stringbool()
    .optional()
    .describe('Đọc lại dù đúng tệp này đã nạp rồi, ví dụ khi lần trước đọc bằng bản Khớp cũ'),
  dateOrder: z
    .enum(DATE_ORDERS)
    .optional()
    .describe(
      'Cho tệp ghi ngày bằng chữ mà không cho biết thứ tự (DATE_ORDER_UNKNOWN): dmy là Ngày/Tháng, mdy là Tháng/Ngày',
    ),
  notations: z
    .string()
    .regex(NOTATIONS_TEXT, 'Cần dạng A:ymd,D:comma')
    .optional()
    .describe(
      'Cách ghi của từng cột (DATE_ORDER_UNKNOWN, DECIMAL_SIGN_UNKNOWN), ví dụ A:ymd,D:comma: dmy, mdy, ymd cho ngày; comma, point là dấu của phần lẻ',
    ),
});

/** `a,b,c` in a query string. */
export const commaList = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(item))
    .describe('Danh sách cách nhau bằng dấu phẩy');

type WithoutDefault<S> = S extends z.ZodDefault<infer T> | z.ZodPrefault<infer T> ? T : S;

/**
 * The fields of a resource as a PATCH takes them: each one optional, and an absent one stays as it is. `partial()`
 * alone would fill in the defaults of creation and so reset fields that the request does not name.
 */
export function changesOf<S extends z.ZodRawShape>(fields: z.ZodObject<S>) {
  const shape = Object.fromEntries(
    Object.entries(fields.shape).map(([name, field]) => [
      name,
      (field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field) as z.ZodType,
    ]),
  );
  // Object.fromEntries keeps the names and the loop takes off the defaults, neither of which its type shows.
  return z.object(shape as unknown as { [K in keyof S]: WithoutDefault<S[K]> }).partial();
}
