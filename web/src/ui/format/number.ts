import { toDecimal } from './decimal.ts';

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '.');

/**
 * An exact decimal in Vietnamese form: "1234567.890" → "1.234.567,89". Works on the digits themselves.
 * `places` pads to at least that many decimals. Empty text for null; the text itself when it is no decimal.
 */
export function formatDecimal(value: string | number | null | undefined, places = 0): string {
  if (value === null || value === undefined || value === '') return '';
  const decimal = toDecimal(value);
  if (!decimal) return String(value);
  const digits = (decimal.units < 0n ? -decimal.units : decimal.units).toString().padStart(decimal.scale + 1, '0');
  const whole = decimal.scale === 0 ? digits : digits.slice(0, -decimal.scale);
  const fraction = (decimal.scale === 0 ? '' : digits.slice(-decimal.scale)).replace(/0+$/, '').padEnd(places, '0');
  return `${decimal.units < 0n ? '-' : ''}${group(whole)}${fraction && `,${fraction}`}`;
}

/** Whole đồng: 1234567 → "1.234.567"; empty for null. */
export function formatVnd(amount: number | string | null | undefined): string {
  return formatDecimal(amount);
}

/** Whole đồng with the sign of the currency: "1.234.567 đ". */
export function formatMoney(amount: number | string | null | undefined): string {
  const text = formatDecimal(amount);
  return text && `${text}\u00a0đ`;
}

/** A quantity or price from its decimal string: "12.500000" → "12,5". */
export function formatQuantity(value: string | null | undefined): string {
  return formatDecimal(value);
}

/** A count: 100000 → "100.000". */
export function formatCount(value: number | null | undefined): string {
  return formatDecimal(value);
}

/**
 * A share 0–1 as a percentage with at most one decimal: 0.875 → "87,5%". `places` pads, for shares that are shown
 * beside each other.
 */
export function formatPercent(share: number | null | undefined, places = 0): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '';
  return `${formatDecimal(String(Math.round(share * 1000) / 10), places)}%`;
}

/** Bytes for people: 1536 → "1,5 KB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${formatDecimal(String(Math.round(size * 10) / 10))} ${units[unit]}`;
}

/**
 * Reads what a person typed in Vietnamese form: "1.234,5" → "1234.5". A lone dot followed by other than three digits
 * counts as a decimal point ("12.5"). Undefined when it is not a number.
 */
export function parseTypedDecimal(text: string): string | undefined {
  const spaced = text
    .trim()
    .replace(/\s*[₫đ]$/, '')
    .replace(/^[-−]\s*/, '-');
  // Spaces group thousands; any other space lies between two numbers, as between two cells of a spreadsheet.
  const compact = /^-?\d{1,3}([ \u00a0\u202f]\d{3})+(,\d+)?$/.test(spaced) ? spaced.replace(/\s/g, '') : spaced;
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(compact)) return normal(compact.replaceAll('.', '').replace(',', '.'));
  if (/^-?\d+([.,]\d+)?$/.test(compact)) return normal(compact.replace(',', '.'));
  return undefined;
}

function normal(text: string): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  const unsigned = rest ? `${digits}.${rest}` : digits;
  return text.startsWith('-') && unsigned !== '0' ? `-${unsigned}` : unsigned;
}
