import { formatDecimal } from '../ui/format/number.ts';

/** A factor as people write it: "0.5" → "0,5", "1/24" stays. */
export const formatFactor = (factor: string): string =>
  factor
    .split('/')
    .map((part) => formatDecimal(part))
    .join('/');

/** What a factor means: "1 Thùng = 24 Lon" (Bravo's base unit on the left, AMIS's unit on the right). */
export function factorText(connection: { factor: string | null; bravoUnit: string; amisUnit: string }): string {
  if (connection.factor === null) return '';
  const [top = '', bottom] = connection.factor.split('/');
  // "1/24" reads better the other way round.
  if (bottom !== undefined && top === '1') {
    return `${formatDecimal(bottom)} ${connection.bravoUnit} = 1 ${connection.amisUnit}`;
  }
  return `1 ${connection.bravoUnit} = ${formatFactor(connection.factor)} ${connection.amisUnit}`;
}

/**
 * Reads a typed factor: "0,5", "12", "1/24", "1.000". Null when nothing was typed, undefined when it is not a positive
 * number or fraction.
 */
export function parseFactor(text: string): string | null | undefined {
  const compact = text.replace(/\s/g, '');
  if (compact === '') return null;
  const parts = compact.split('/').map(normal);
  if (parts.length > 2 || parts.some((part) => part === undefined || /^[0.]*$/.test(part))) return undefined;
  return parts.join('/');
}

/** One number of a factor; a lone dot before three digits groups thousands, as everywhere. */
function normal(part: string): string | undefined {
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(part)) return part.replaceAll('.', '').replace(',', '.');
  return /^\d+([.,]\d+)?$/.test(part) ? part.replace(',', '.') : undefined;
}
