import { readTaxCode } from './tax-code.ts';

/**
 * Personal numbers (số định danh cá nhân): twelve digits, of which lists keep the leading zero only as long as no spreadsheet
 * takes the number for a number. Source: Luật Căn cước 26/2023/QH15 Điều 12; NĐ 254/2026/NĐ-CP Điều 10.
 */

/** The number as it is kept: without spaces and dots, and with the zero that Excel dropped; other papers as they are written. */
export function readPersonalId(raw: string | number | null | undefined): string {
  const text = String(raw ?? '').trim();
  const { kind, code } = readTaxCode(text.replace(/[\s.'-]/g, ''));
  return kind === 'person' ? code : text;
}

/** The personal number in a field that may hold the number of another paper (an old CMND of nine digits); else ''. */
export function personalIdOf(idNumber: string): string {
  const number = readPersonalId(idNumber);
  return /^\d{12}$/.test(number) ? number : '';
}

/** True for the code of a unit that lives on the budget (mã số đơn vị có quan hệ với ngân sách): seven digits. */
export const isBudgetCode = (code: string): boolean => /^\d{7}$/.test(code);
