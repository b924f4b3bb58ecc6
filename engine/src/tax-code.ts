/**
 * Vietnamese tax codes (mã số thuế): reading, checksum, branch suffix and the zero that Excel drops.
 * Rule: check digit over the first nine digits (weights 31…3, modulo 11); 13 digits = organisation + branch 001–990, and up
 * to 999 for those given before 01/07/2026, which stay in use; 12 digits = personal identity number, which has no checksum and
 * begins with the province (001–096) or the country of the registration of birth: another one is told as one with a wrong check digit is.
 * Source: TT 90/2026/TT-BTC Điều 5, Điều 37 k2–4; NĐ 137/2015/NĐ-CP Điều 13.
 */

/**
 * The result of reading a tax code; only `bad_format` is an error, `bad_checksum`, `lost_zero` and `branch_range` (a branch
 * that is given no more) are warnings, of which the worst is told.
 */
export type TaxCodeCheck = 'empty' | 'valid' | 'lost_zero' | 'branch_range' | 'bad_checksum' | 'bad_format';

/** The last branch number that is given today. What an invoice is checked by comes from the rules of its date. */
const LAST_BRANCH = 990;

export type TaxCode = {
  /** Canonical text: `0314409058`, `0314409058-002`, a 12-digit personal number, or the trimmed input when unreadable. */
  readonly code: string;
  readonly kind: 'organisation' | 'branch' | 'person' | 'unknown';
  /** The ten digits of the legal entity (or the twelve of a person); '' when unreadable. */
  readonly base: string;
  /** `001`–`999` for a branch, else ''. */
  readonly branch: string;
  readonly check: TaxCodeCheck;
};

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** True when the ten digits carry a correct check digit. Anything but ten digits is false. */
export function hasValidCheckDigit(tenDigits: string): boolean {
  if (!/^\d{10}$/.test(tenDigits)) return false;
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (tenDigits.charCodeAt(i) - 48) * WEIGHTS[i]!;
  return 10 - (sum % 11) === tenDigits.charCodeAt(9) - 48;
}

const unreadable = (code: string, check: TaxCodeCheck): TaxCode => ({
  code,
  kind: 'unknown',
  base: '',
  branch: '',
  check,
});

const organisation = (base: string, branch: string, check: TaxCodeCheck, lastBranch: number): TaxCode => ({
  code: branch ? `${base}-${branch}` : base,
  kind: branch ? 'branch' : 'organisation',
  base,
  branch,
  check: check === 'valid' && Number(branch) > lastBranch ? 'branch_range' : check,
});

const person = (digits: string, check: TaxCodeCheck): TaxCode => ({
  code: digits,
  kind: 'person',
  base: digits,
  branch: '',
  check,
});

/** Province part of a personal number: 001–096. */
export const isPersonal = (twelve: string): boolean => /^0(0[1-9]|[1-8]\d|9[0-6])\d{9}$/.test(twelve);

/** The birth was registered abroad: the number of a country, then the sign of a century until now and of a sex (0–3). */
const isPersonalOfAbroad = (twelve: string): boolean => /^[1-9]\d{2}[0-3]\d{8}$/.test(twelve);

/**
 * Reads a tax code as people write it: spaces, dots and dashes are dropped, an "MST:" prefix too.
 * A leading zero lost in Excel is put back when, and only when, the padded code then validates (`lost_zero`).
 * `lastBranch` is the last branch number that is given.
 */
export function readTaxCode(raw: string | number | null | undefined, lastBranch: number = LAST_BRANCH): TaxCode {
  const entity = (base: string, branch: string, check: TaxCodeCheck) => organisation(base, branch, check, lastBranch);
  const text = String(raw ?? '').trim();
  if (text === '') return unreadable('', 'empty');
  const bare = text.replace(/^(mst|m\.s\.t|mã số thuế|tax code)\s*[:.]?\s*/i, '').replace(/^'/, '');
  // «-1» and «-01» are a branch whose zeros a spreadsheet took; with the digits before they would be a personal number.
  if (/^[\d.]{9,}\s*[-–—_/\s]\s*\d{1,2}$/.test(bare)) return unreadable(text, 'bad_format');
  const split = /^([\d\s.]+)[-–—_/]\s*(\d{3})$/.exec(bare);
  const digits = bare.replace(/[\s.\-–—_/]/g, '');
  if (!/^\d+$/.test(digits)) return unreadable(text, 'bad_format');

  if (split) {
    const base = digits.slice(0, -3);
    const branch = digits.slice(-3);
    if (branch === '000') return unreadable(text, 'bad_format');
    if (base.length === 10) return entity(base, branch, hasValidCheckDigit(base) ? 'valid' : 'bad_checksum');
    if (base.length === 9 && hasValidCheckDigit(`0${base}`)) return entity(`0${base}`, branch, 'lost_zero');
    return unreadable(text, 'bad_format');
  }
  switch (digits.length) {
    case 9:
      return hasValidCheckDigit(`0${digits}`) ? entity(`0${digits}`, '', 'lost_zero') : unreadable(text, 'bad_format');
    case 10:
      return entity(digits, '', hasValidCheckDigit(digits) ? 'valid' : 'bad_checksum');
    case 11:
      return isPersonal(`0${digits}`) ? person(`0${digits}`, 'lost_zero') : unreadable(text, 'bad_format');
    case 12: {
      if (isPersonal(digits)) return person(digits, 'valid');
      const padded = `0${digits}`;
      const [base, branch] = [padded.slice(0, 10), padded.slice(10)];
      if (!digits.startsWith('0') && hasValidCheckDigit(base) && branch !== '000')
        return entity(base, branch, 'lost_zero');
      return person(digits, isPersonalOfAbroad(digits) ? 'valid' : 'bad_checksum');
    }
    case 13: {
      const [base, branch] = [digits.slice(0, 10), digits.slice(10)];
      if (branch === '000') return unreadable(text, 'bad_format');
      return entity(base, branch, hasValidCheckDigit(base) ? 'valid' : 'bad_checksum');
    }
    default:
      return unreadable(text, 'bad_format');
  }
}

/** The canonical text to store and compare; unreadable input comes back trimmed, so nothing is lost. */
export function normaliseTaxCode(raw: string | number | null | undefined): string {
  return readTaxCode(raw).code;
}

/**
 * The relation of two tax codes. `same_entity`: one legal entity, but a branch is not its parent nor another branch.
 * `renumbered`: the old ten digits of a person or household and a personal number, which may be the same one's: only a
 * connection says whether they are. Source: Luật 108/2025/QH15 Điều 11, TT 90/2026/TT-BTC Điều 37 k2–4.
 */
export function compareTaxCodes(
  a: string | null | undefined,
  b: string | null | undefined,
): 'same' | 'same_entity' | 'renumbered' | 'different' | 'unknown' {
  const [left, right] = [readTaxCode(a), readTaxCode(b)];
  if (left.base === '' || right.base === '') return 'unknown';
  if (left.base !== right.base)
    return isHousehold(left, right) || isHousehold(right, left) ? 'renumbered' : 'different';
  return left.branch === right.branch ? 'same' : 'same_entity';
}

/** An old code of a person or household begins with 8. */
const isHousehold = (old: TaxCode, now: TaxCode): boolean =>
  now.kind === 'person' && old.kind !== 'person' && old.base.startsWith('8');

/**
 * Every code by which a partner may be named: its tax code, and the personal number of a person or household, also beside
 * its old code.
 */
export function taxCodesOf({ taxCode, idNumber }: { readonly taxCode: string; readonly idNumber: string }): string[] {
  const personal = readTaxCode(idNumber);
  const isOwn =
    personal.kind === 'person' && (taxCode === '' || compareTaxCodes(taxCode, personal.code) === 'renumbered');
  return [...(taxCode === '' ? [] : [taxCode]), ...(isOwn ? [personal.code] : [])];
}
