import type { Day } from './day.ts';

const DIGITS = 5;
const FORM = new RegExp(String.raw`^\d{6}-\d{${DIGITS},}$`);

/** The numbers that we give to a profile's vouchers in the month of a day differ in what follows this and a dash. */
export const stemOf = (prefix: string, day: Day): string => `${prefix}${day.slice(0, 4)}${day.slice(5, 7)}`;

/** `<prefix><yyyyMM>-<00001>`. */
export const ownNumber = (stem: string, ordinal: number): string => `${stem}-${String(ordinal).padStart(DIGITS, '0')}`;

/** True for a voucher number in this form; without letters of its own a profile knows no number as its own. */
export const isOwnNumber = (prefix: string, voucher: string): boolean =>
  prefix !== '' && voucher.startsWith(prefix) && FORM.test(voucher.slice(prefix.length));
