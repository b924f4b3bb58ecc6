import { readTaxCode } from '../../tax-code.ts';
import { foldText } from '../../text/fold.ts';
import { unitKey } from '../../text/tokens/measure-units.ts';
import type { MatchRecord } from '../record.ts';

/** Exact keys of every record as shared small integers; 0 = missing. */
export type RecordKeys = {
  readonly code: Uint32Array;
  readonly taxBase: Uint32Array;
  /** The ten digits as a number, for spotting a single mistyped one; a personal number is lifted above `PERSONAL`. */
  readonly taxDigits: Float64Array;
  /** Branch number 1–999, 0 for the parent. */
  readonly taxBranch: Uint16Array;
  readonly phone: Uint32Array;
  readonly email: Uint32Array;
  readonly unit: Uint32Array;
  readonly group: Uint32Array;
  /** NaN when missing or not positive. */
  readonly price: Float64Array;
};

/** Personal numbers (CCCD, twelve digits) start here, so that they are not taken for an organisation's ten digits. */
export const PERSONAL = 1e12;

export const keysOf = (size: number): RecordKeys => ({
  code: new Uint32Array(size),
  taxBase: new Uint32Array(size),
  taxDigits: new Float64Array(size),
  taxBranch: new Uint16Array(size),
  phone: new Uint32Array(size),
  email: new Uint32Array(size),
  unit: new Uint32Array(size),
  group: new Uint32Array(size),
  price: new Float64Array(size).fill(Number.NaN),
});

function internKey(numbers: Map<string, number>, prefix: string, value: string): number {
  if (value === '') return 0;
  const key = prefix + value;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size + 1);
  return numbers.size;
}

const unitNumber = (numbers: Map<string, number>, unit: string | null | undefined): number =>
  unit ? internKey(numbers, 'u', unitKey(unit)) : 0;

/** The keys of the other units of a record, in the numbers of its own unit. */
export const unitKeys = (record: MatchRecord, numbers: Map<string, number>): number[] =>
  (record.units ?? []).map(({ unit }) => unitNumber(numbers, unit)).filter((key) => key > 0);

/** Reads the key fields of one record into place `i`; `numbers` gives every distinct key its integer. */
export function addToKey(keys: RecordKeys, i: number, record: MatchRecord, numbers: Map<string, number>): void {
  const intern = (prefix: string, value: string): number => internKey(numbers, prefix, value);
  keys.code[i] = intern('c', normaliseCode(record.code ?? ''));
  if (record.taxCode) {
    const tax = readTaxCode(record.taxCode);
    keys.taxBase[i] = intern('t', tax.base);
    keys.taxDigits[i] = Number(tax.base) + (tax.kind === 'person' ? PERSONAL : 0);
    keys.taxBranch[i] = tax.branch === '' ? 0 : Number(tax.branch);
  }
  keys.phone[i] = intern('p', phoneKey(record.phone ?? ''));
  keys.email[i] = intern('e', (record.email ?? '').trim().toLowerCase());
  keys.unit[i] = unitNumber(numbers, record.unit);
  keys.group[i] = record.group ? intern('g', foldText(record.group)) : 0;
  if (typeof record.price === 'number' && record.price > 0) keys.price[i] = record.price;
}

/** Letters and digits of a code, folded; codes shorter than 3 say nothing. */
export function normaliseCode(code: string): string {
  const bare = foldText(code).replaceAll(' ', '');
  return bare.length >= 3 ? bare : '';
}

/** The last nine digits of the first telephone number found, '' when there are fewer. */
function phoneKey(text: string): string {
  const all = text.replace(/\D/g, '');
  if (all.length < 9) return '';
  if (all.length <= 12) return all.slice(-9);
  const first = text
    .split(/[;,|/]|\s[-–]\s/)
    .map((part) => part.replace(/\D/g, ''))
    .find((part) => part.length >= 9);
  return first && first.length <= 12 ? first.slice(-9) : all.slice(0, 10).slice(-9);
}
