import { hasValidCheckDigit, isPersonal, readTaxCode } from './tax-code.ts';

/**
 * Personal numbers (số định danh cá nhân): twelve digits, of which lists keep the leading zero only as long as no spreadsheet
 * takes the number for a number. Source: Luật Căn cước 26/2023/QH15 Điều 12; NĐ 254/2026/NĐ-CP Điều 10.
 */

/** The number as it is kept: without spaces and dots, and with the zero that Excel dropped; other papers as they are written. */
export function readPersonalId(raw: string | number | null | undefined): string {
  const text = String(raw ?? '').trim();
  const digits = text.replace(/[\s.'-]/g, '');
  const { kind, code } = readTaxCode(digits);
  if (kind === 'person') return code;
  return isWithoutTwoZeros(digits) ? `00${digits}` : text;
}

/** Numbers of the provinces 001–008, Hà Nội among them, lose two zeros: then a sign of the century and a year of birth follow. */
function isWithoutTwoZeros(digits: string): boolean {
  if (!/^\d{10}$/.test(digits) || !isPersonal(`00${digits}`) || hasValidCheckDigit(digits)) return false;
  const [century, year] = [Number(digits[1]), Number(digits.slice(2, 4))];
  return century < 2 ? year >= 20 : century < 4 && year < 40;
}

/** The personal number in a field that may hold the number of another paper (an old CMND of nine digits); else ''. */
export function personalIdOf(idNumber: string): string {
  const number = readPersonalId(idNumber);
  return /^\d{12}$/.test(number) ? number : '';
}

/** True for the code of a unit that lives on the budget (mã số đơn vị có quan hệ với ngân sách): seven digits. */
export const isBudgetCode = (code: string): boolean => /^\d{7}$/.test(code);
