import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const KINDS: Readonly<Record<string, string>> = {
  string: 'chuỗi chữ',
  number: 'số',
  int: 'số nguyên',
  boolean: 'true hoặc false',
  array: 'danh sách',
  object: 'nhóm trường có tên',
  record: 'nhóm trường có tên',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'cần là mã UUID',
  date: 'cần là ngày dạng YYYY-MM-DD',
  datetime: 'cần là thời điểm dạng ISO 8601',
  url: 'cần là địa chỉ bắt đầu bằng http:// hoặc https://',
  email: 'cần là địa chỉ e-mail',
};

/** The unit counted in a value of this kind; nothing for a number, which is compared itself. */
const COUNTED: Readonly<Record<string, string>> = { string: ' ký tự', array: ' mục', set: ' mục', map: ' mục' };
const SHOWN_CHOICES = 24;

/**
 * One Vietnamese clause for what is wrong with a value, to follow the value's name. Used where the contract has no
 * sentence of its own.
 */
export function invalidValue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'đang thiếu';
      return `cần là ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'đang trống';
      return `cần ${issue.inclusive === false ? 'nhiều hơn' : 'ít nhất'} ${issue.minimum}${COUNTED[issue.origin] ?? ''}`;
    case 'too_big':
      return `cần ${issue.inclusive === false ? 'ít hơn' : 'nhiều nhất'} ${issue.maximum}${COUNTED[issue.origin] ?? ''}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'sai dạng';
    case 'invalid_value':
      return `cần là một trong: ${issue.values.slice(0, SHOWN_CHOICES).map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `có trường không dùng được: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'không thuộc dạng nào được nhận';
    default:
      return 'không hợp lệ';
  }
}
