import { formatDay, formatInstant } from '../../ui/format/time.ts';
import { isRecord, same } from '../drafts/rebase.ts';

export type FieldChange = { name: string; before: unknown; after: unknown };

/** Fields that say nothing to a person: identity and bookkeeping. */
const SILENT = new Set(['id', 'version', 'updatedAt', 'createdAt', 'createdBy', 'connectionCount', 'profileId']);

/**
 * The differences between two states of a record, one level into objects ("accounts.revenue"). A record that came or
 * went has no list of changes: only changes between two states are told.
 */
export function changesBetween(before: unknown, after: unknown, prefix = ''): FieldChange[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !SILENT.has(name));
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (same(was, is)) return [];
    if (prefix === '' && isRecord(was) && isRecord(is)) return changesBetween(was, is, `${name}.`);
    return [{ name: `${prefix}${name}`, before: was, after: is }];
  });
}

/** Id → the name that people know. */
export type Names = Readonly<Record<string, string>>;

/** One of several: what has parts of its own is told part by part. */
const shownPart = (part: unknown, names: Names): string =>
  isRecord(part)
    ? Object.values(part)
        .map((one) => shownValue(one, names))
        .join(' · ')
    : (names[String(part)] ?? String(part));

/** A value of a record in words; ids by their names. */
export function shownValue(value: unknown, names: Names = {}): string {
  if (value === null || value === undefined || value === '') return '(trống)';
  if (typeof value === 'boolean') return value ? 'Có' : 'Không';
  if (Array.isArray(value)) return value.map((part) => shownPart(part, names)).join(', ') || '(trống)';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = names[String(value)] ?? String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? formatInstant(text) : text;
}
