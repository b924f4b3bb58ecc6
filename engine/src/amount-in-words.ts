import { type Vnd, vnd } from './money.ts';
import { Problem } from './problem.ts';

const DIGITS = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'];
const GROUP_NAMES = ['', 'nghìn', 'triệu'];
const BILLION = 1_000_000_000;

/** Words of 1–999. `inner`: a larger group precedes it, so the hundreds are always spoken ("không trăm linh năm"). */
function hundreds(value: number, inner: boolean): string[] {
  const [hundred, ten, one] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const words: string[] = [];
  if (hundred > 0 || inner) words.push(DIGITS[hundred]!, 'trăm');
  if (ten === 0) {
    if (one > 0 && words.length > 0) words.push('linh');
    if (one > 0) words.push(DIGITS[one]!);
    return words;
  }
  words.push(...(ten === 1 ? ['mười'] : [DIGITS[ten]!, 'mươi']));
  if (one === 1 && ten > 1) words.push('mốt');
  else if (one === 4 && ten > 1) words.push('tư');
  else if (one === 5) words.push('lăm');
  else if (one > 0) words.push(DIGITS[one]!);
  return words;
}

/** Words of 1 … 10^9 − 1, in groups of three digits; groups of zeros stay silent. */
function belowBillion(value: number, inner: boolean): string[] {
  const words: string[] = [];
  for (let group = 2; group >= 0; group--) {
    const part = Math.floor(value / 1000 ** group) % 1000;
    if (part === 0) continue;
    words.push(...hundreds(part, inner || words.length > 0));
    if (group > 0) words.push(GROUP_NAMES[group]!);
  }
  return words;
}

/**
 * An amount in Vietnamese words as invoices write it: `3079000` → "Ba triệu không trăm bảy mươi chín nghìn đồng chẵn."
 * Any whole number of đồng up to 10^15 in size; negatives start with "Âm". Throws AMOUNT_TOO_LARGE beyond.
 */
export function amountInWords(amount: Vnd): string {
  const size = Math.abs(vnd(amount));
  if (size > 1e15) {
    throw new Problem('AMOUNT_TOO_LARGE', `Số tiền ${amount} vượt quá 1.000.000.000.000.000 đồng, không đọc được.`, {
      amount,
    });
  }
  if (size === 0) return 'Không đồng.';
  const [billions, rest] = [Math.floor(size / BILLION), size % BILLION];
  const words = billions > 0 ? [...belowBillion(billions, false), 'tỷ'] : [];
  words.push(...belowBillion(rest, words.length > 0));
  const [first, ...others] = amount < 0 ? ['âm', ...words] : words;
  // Joined at once: a text that is put together piece by piece stays in pieces, and a month has hundreds of thousands.
  return [first![0]!.toUpperCase() + first!.slice(1), ...others, 'đồng', 'chẵn.'].join(' ');
}
