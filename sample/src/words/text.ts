import type { Milli } from '../model.ts';

/** Thousandths as a plain decimal: 12000 → "12", -500 → "-0.5". */
export function formatMilli(quantity: Milli): string {
  if (quantity % 1000 === 0) return String(quantity / 1000 + 0);
  const absolute = Math.abs(quantity);
  const fraction = String(absolute % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${quantity < 0 ? '-' : ''}${Math.floor(absolute / 1000)}.${fraction}`;
}

/** One CSV record (RFC 4180, LF): a field is quoted only where it must be. */
export function csvRecord(fields: readonly string[]): string {
  return `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\n`;
}
