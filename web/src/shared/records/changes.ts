import { formatDay, formatInstant } from '../../ui/format/time.ts';

export type FieldChange = { name: string; before: unknown; after: unknown };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

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

/**
 * Carries a person's edits over to a newer state of the record: what they had changed stays theirs, everything else is
 * as it is now, part by part where a field has parts by name. `clashes` names the fields that both had changed to different values; `isThere`: the newer state has all
 * that the person had changed, as after a save of theirs whose answer was lost.
 */
export function rebase<Values extends Readonly<Record<string, unknown>>>(
  base: Values,
  mine: Values,
  newer: Values,
): { values: Values; clashes: (keyof Values & string)[]; isThere: boolean } {
  const values = { ...newer };
  let [isChanged, isThere] = [false, true];
  const clashes: (keyof Values & string)[] = [];
  for (const name of Object.keys({ ...base, ...mine }) as (keyof Values & string)[]) {
    const [was, own, theirs]: unknown[] = [base[name], mine[name], newer[name]];
    if (same(own, was)) continue;
    isChanged = true;
    if (isRecord(was) && isRecord(own) && isRecord(theirs)) {
      const parts = rebase(was, own, theirs);
      values[name] = parts.values as Values[typeof name];
      isThere &&= parts.isThere;
      if (parts.clashes.length > 0) clashes.push(name);
      continue;
    }
    if (name in mine) values[name] = mine[name];
    else delete values[name];
    isThere &&= same(theirs, own);
    if (!same(theirs, was) && !same(theirs, own)) clashes.push(name);
  }
  return { values, clashes, isThere: isChanged && isThere };
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
