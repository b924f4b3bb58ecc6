import type { Value } from '../layouts/layout.ts';

/** Codes of the faults of a cell. */
export type CellFault =
  | 'CELL_ERROR'
  | 'NOT_A_NUMBER'
  | 'NUMBER_AMBIGUOUS'
  | 'NUMBER_TOO_LARGE'
  | 'NOT_A_DAY'
  | 'NOT_A_BOOLEAN'
  | 'TAX_CODE_FORMAT'
  | 'TAX_CODE_CHECKSUM'
  | 'TAX_CODE_BRANCH'
  | 'LEADING_ZERO_RESTORED'
  | 'BAD_VAT_RATE'
  | 'BAD_FACTOR'
  | 'UNKNOWN_CHOICE'
  | 'FRACTION_ROUNDED'
  | 'CODE_IS_DAY'
  | 'CODE_LOOKALIKE'
  | 'CODE_ROUNDED'
  | 'DAY_FROM_NUMBER'
  | 'LETTERS_LOST'
  | 'TEXT_CLEANED'
  | 'TEXT_CUT'
  | 'TEXT_TOO_LONG';

/** A fault of one cell: with `value` it is a warning and the row keeps that value, without it the row is rejected. */
export type Fault = { readonly code: CellFault; readonly sentence: string; readonly value?: Value };

/** The row's value, or the cell's fault. */
export type Converted = Value | Fault;

/** True for a fault, false for a value. */
export const isFault = (converted: Converted): converted is Fault =>
  typeof converted === 'object' && converted !== null;

/** The fault of a cell whose row is rejected. */
export const reject = (code: CellFault, sentence: string): Fault => ({ code, sentence });
/** The fault of a cell whose row keeps this value. */
export const warn = (code: CellFault, sentence: string, value: Value): Fault => ({ code, sentence, value });
