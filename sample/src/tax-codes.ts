import type { Random } from './random.ts';

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** The tenth digit, or undefined where none is valid (the sum leaves a remainder of 0). Rule: the tax authority's checksum. */
export function checkDigitOf(nine: string): number | undefined {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(nine[index]), 0);
  const digit = 10 - (sum % 11);
  return digit === 10 ? undefined : digit;
}

/** A valid tax code from a range that is not given out (province digits followed by 8 or 9), so that it is nobody's. */
export function inventTaxCode(random: Random): string {
  for (;;) {
    const nine = random.pick(['01', '02', '03', '04', '18']) + random.pick(['8', '9']) + random.digits(6);
    const digit = checkDigitOf(nine);
    if (digit !== undefined) return nine + digit;
  }
}
