import { hasValidCheckDigit } from '@khop/engine/tax-code.ts';
import type { Random } from '../random.ts';

/** A valid tax code from a range that is not given out (province digits followed by 8 or 9), so that no firm has it. */
export function inventTaxCode(random: Random): string {
  for (;;) {
    const nine = random.pick(['01', '02', '03', '04', '18']) + random.pick(['8', '9']) + random.digits(6);
    for (let digit = 0; digit <= 9; digit++) {
      if (hasValidCheckDigit(`${nine}${digit}`)) return `${nine}${digit}`;
    }
  }
}
