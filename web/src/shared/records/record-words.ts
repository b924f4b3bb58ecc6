import { type Field, fieldOf, having, namesOf, type RecordType } from '@khop/engine/records/record.ts';
import { formatDecimal, formatMoney } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import type { ValueWords } from './history-list.tsx';

/** Name of each field for people. */
export const recordLabels = (record: RecordType): Readonly<Record<string, string>> =>
  Object.fromEntries(namesOf(record).map((name) => [name, fieldOf(record, name).label]));

/** The meanings of the values of its fields, where they are codes. */
export const recordWords = (record: RecordType): ValueWords =>
  Object.fromEntries(having(record, 'words').map((name) => [name, fieldOf(record, name).words!]));

/** The name of the field in a column and in a filter: there is little room. */
export const shortLabel = ({ short, label }: Field): string => short ?? label;

/** A value of a field as people read it; empty where there is none. */
export function fieldText({ kind, words }: Field, value: string | number | boolean | null): string {
  if (value === null || value === '') return '';
  if (kind === 'vatRate') return vatText(String(value));
  if (words) return words[String(value)] ?? String(value);
  if (kind === 'price' || kind === 'quantity') return formatDecimal(String(value));
  if (kind === 'vnd') return formatMoney(String(value));
  return kind === 'day' ? formatDay(String(value)) : String(value);
}

/** "10%", "KCT", "KHAC:3" as people write them. */
function vatText(rate: string): string {
  if (/^\d+$/.test(rate)) return `${rate}%`;
  return rate.startsWith('KHAC:') ? `Khác ${rate.slice(5)}%` : rate;
}

const RATES = ['0', '5', '8', '10', 'KCT', 'KKKNT'];

/** The values of a field as choices, where they are a closed list: its words, or the rates. */
export const wordOptions = ({ kind, words = {} }: Field): { value: string; label: string }[] =>
  kind === 'vatRate'
    ? RATES.map((value) => ({ value, label: vatText(value) }))
    : Object.entries(words).map(([value, label]) => ({ value, label }));
