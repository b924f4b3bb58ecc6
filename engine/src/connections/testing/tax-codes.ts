import { hasValidCheckDigit } from '../../tax-code.ts';
import { nextInt, type Random } from './random.ts';

/** A tax code of an organisation with a right check digit. */
export function newTaxCode(random: Random): string {
  for (;;) {
    const nine = `0${String(100_000_000 + nextInt(random, 899_999_999)).slice(0, 8)}`;
    for (let digit = 0; digit < 10; digit++) if (hasValidCheckDigit(`${nine}${digit}`)) return `${nine}${digit}`;
  }
}

/** The code with one wrong digit. */
export function mistype(random: Random, digits: string): string {
  const at = nextInt(random, digits.length);
  return digits.slice(0, at) + String((Number(digits[at]) + 1 + nextInt(random, 9)) % 10) + digits.slice(at + 1);
}
