/** Refusals of a file after which a person can say what its columns are: the file is kept for a day. */
export const MAPPABLE: readonly string[] = [
  'UNKNOWN_LAYOUT',
  'MISSING_COLUMN',
  'DATE_ORDER_UNKNOWN',
  'DECIMAL_SIGN_UNKNOWN',
  'MAP_INVALID',
  'SHEETS_UNCLEAR',
];
