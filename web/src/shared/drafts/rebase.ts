export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Carries a person's edits over to a newer state of the record: what they had changed stays theirs, everything else is as it is now, part
 * by part where a field has parts by name. `clashes` names the fields that both had changed to different values; `isThere`: the newer
 * state has all that the person had changed, as after a save of theirs whose answer was lost.
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
