import { pricedWorth, type SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { toleranceOf } from '@khop/engine/invoice-issuance/ledger/return-price.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { decimalSignIn } from '@khop/engine/sheets/number-text.ts';
import { type TextRow, trimmed } from '../../adapters/bravo/cells.ts';

const COLUMNS = ['quantity', 'baseQuantity'] as const;

/** Cells that a warning names. */
const MOST_NAMED = 5;

/**
 * Quantities such as «1.000», which are read as 1. A file that people write means a thousand by them, which neither the column nor
 * the price of the line contradicts: they are named, so that none becomes one in silence.
 */
export class QuantityPoints {
  #count = 0;
  readonly #named: string[] = [];
  #isDecimal = false;

  see(row: TextRow, line: SalesLine, number: number): void {
    for (const column of COLUMNS) {
      const text = trimmed(row, column);
      const sign = decimalSignIn(text);
      if (sign === '.') this.#isDecimal = true;
      else if (sign === 'open' && !isConfirmed(row, line)) {
        if (this.#count++ < MOST_NAMED) this.#named.push(`dòng ${number} cột «${column}» «${text}»`);
      }
    }
  }

  warnings(): Warning[] {
    if (this.#count === 0 || this.#isDecimal) return [];
    const shown = `${this.#named.join('; ')}${this.#count > MOST_NAMED ? '; …' : ''}`;
    const message = `Tệp bravo/sales.csv: ${this.#count} ô số lượng có dấu chấm trước ba chữ số, Khớp đọc là dấu lẻ («1.000» là 1): ${shown}. Là hàng nghìn thì bỏ dấu chấm (1000) rồi chạy lại.`;
    return [{ code: 'DECIMAL_SIGN_UNKNOWN', message }];
  }
}

/** True when price × quantity as read is the line's amount, but for a rounded price, and the base quantity follows from a rate. */
function isConfirmed(row: TextRow, line: SalesLine): boolean {
  const { quantity, baseQuantity, amount } = line;
  const worth = pricedWorth(line);
  const isBase = quantity === baseQuantity || trimmed(row, 'convertRate') !== '';
  return isBase && worth !== undefined && Math.abs(amount - worth) <= toleranceOf(quantity < 0n ? -quantity : quantity);
}
