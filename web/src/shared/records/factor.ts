import { toDecimal } from '../../ui/format/decimal.ts';
import { formatDecimal } from '../../ui/format/number.ts';

/** A factor as people write it: "0.5" → "0,5", "1/24" stays. */
export const formatFactor = (factor: string): string =>
  factor
    .split('/')
    .map((part) => formatDecimal(part))
    .join('/');

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/**
 * The number of Bravo units in one AMIS unit, where that is a whole number above one: "1/24" and "0.0625" → 24 and 16.
 */
function wholeInverse(factor: string): bigint | undefined {
  const [top, bottom] = factor.split('/').map((part) => toDecimal(part));
  if (!top || top.units <= 0n || (factor.includes('/') && !bottom)) return undefined;
  const numerator = top.units * 10n ** BigInt(bottom?.scale ?? 0);
  const denominator = (bottom?.units ?? 1n) * 10n ** BigInt(top.scale);
  const shared = gcd(numerator, denominator);
  return numerator === shared && denominator > shared ? denominator / shared : undefined;
}

/** The meaning of a factor: "1 Thùng = 24 Lon"; "16 Hộp = 1 Thùng" where the AMIS unit holds several of Bravo's. */
export function factorText(connection: { factor: string | null; bravoUnit: string; amisUnit: string }): string {
  if (connection.factor === null) return '';
  const several = wholeInverse(connection.factor);
  return several === undefined
    ? `1 ${connection.bravoUnit} = ${formatFactor(connection.factor)} ${connection.amisUnit}`
    : `${formatDecimal(String(several))} ${connection.bravoUnit} = 1 ${connection.amisUnit}`;
}

/**
 * Reads a typed factor: "0,5", "12", "1/24", "1.000". Null when nothing was typed, undefined when it is not a positive
 * number or fraction.
 */
export function parseFactor(text: string): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const parts = trimmed.split(/\s*\/\s*/).map(normal);
  if (parts.length > 2 || parts.some((part) => part === undefined || /^[0.]*$/.test(part))) return undefined;
  return parts.join('/');
}

/** One number of a factor; a lone dot or space before three digits groups thousands, as everywhere. */
function normal(part: string): string | undefined {
  if (/^\d{1,3}([ \u00a0\u202f]\d{3})+(,\d+)?$/.test(part)) return part.replace(/\s/g, '').replace(',', '.');
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(part)) return part.replaceAll('.', '').replace(',', '.');
  return /^\d+([.,]\d+)?$/.test(part) ? part.replace(',', '.') : undefined;
}
