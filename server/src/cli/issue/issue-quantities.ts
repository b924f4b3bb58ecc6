import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { type TextRow, trimmed } from '../../adapters/bravo/cells.ts';

const COLUMNS = ['quantity', 'baseQuantity'] as const;

/** Cells that a warning names. */
const MOST_NAMED = 5;

/** No thousands look like this: here a point parts decimals. Others may be thousands, or what a database writes for three decimals. */
const SURELY_DECIMAL = /^[+-]?(?:0\.\d+|\d{4,}\.\d+|\d+\.(?:\d{1,2}|\d{4,}))$/;

/**
 * Quantities such as «1.000», which are read as 1. A file that people write means a thousand by them, which neither the column nor
 * the price of the line contradicts: they are named, so that none becomes one in silence.
 */
export class QuantityPoints {
  #row = 1;
  #count = 0;
  readonly #named: string[] = [];
  #isDecimal = false;

  see(row: TextRow, line: SalesLine): void {
    // The header is row 1.
    this.#row++;
    for (const column of COLUMNS) {
      const text = trimmed(row, column);
      if (!text.includes('.')) continue;
      if (SURELY_DECIMAL.test(text)) this.#isDecimal = true;
      else if (!isConfirmed(row, line)) {
        if (this.#count++ < MOST_NAMED) this.#named.push(`dòng ${this.#row} cột «${column}» «${text}»`);
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
function isConfirmed(row: TextRow, { quantity, baseQuantity, unitPrice, amount }: SalesLine): boolean {
  const [price, read] = [Number(unitPrice), Math.abs(Number(formatQuantity(quantity)))];
  const isBase = quantity === baseQuantity || trimmed(row, 'convertRate') !== '';
  return isBase && price > 0 && Math.abs(Math.abs(amount) - read * price) <= read + 1;
}
