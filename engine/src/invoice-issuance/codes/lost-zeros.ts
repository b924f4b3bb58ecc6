import { formatVnd } from '../../money.ts';
import { digitsOf } from '../stock-keys.ts';
import type { IssuanceInput, Warning } from '../types.ts';
import { fewCodes } from './few-codes.ts';
import type { ZerosRead } from './zeros-read.ts';

/**
 * Finds the code of a list that a spreadsheet has taken the zeros of, or has given them: «24» for «00024». A list in which several codes
 * have these digits says of none that it is meant.
 */
export class CodesByDigits {
  readonly #codes = new Map<string, string | undefined>();

  add(code: string): void {
    const digits = digitsOf(code);
    if (digits === undefined) return;
    const isOther = this.#codes.has(digits) && this.#codes.get(digits) !== code;
    this.#codes.set(digits, isOther ? undefined : code);
  }

  find(code: string): string | undefined {
    const digits = digitsOf(code);
    return digits === undefined ? undefined : this.#codes.get(digits);
  }
}

/** The sentence on codes that were read as others; undefined for none. */
export function zerosText(read: readonly ZerosRead[]): string | undefined {
  if (read.length === 0) return undefined;
  const named = read.map(({ what, written, code }) => `${what} «${written}» là «${code}»`);
  return `${formatVnd(read.length)} mã chỉ khác mã đã có ở số 0 đầu mã, được coi là một: ${fewCodes(named)}.`;
}

/** A warning for each profile with such codes. */
export const zerosWarnings = ({ zerosRead = {} }: Pick<IssuanceInput, 'zerosRead'>): Warning[] =>
  Object.entries(zerosRead).flatMap(([profile, read]) => {
    const message = zerosText(read);
    return message === undefined ? [] : [{ code: 'CODE_ZEROS_DIFFER', message: `«${profile}»: ${message}`, profile }];
  });
