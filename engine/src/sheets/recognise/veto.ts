import { foldHeader } from '../fold-header.ts';
import type { Layout } from '../layouts/layout.ts';

/** The headers that show that a sheet is not of a layout, folded. */
type Veto = {
  readonly sets: readonly (readonly string[])[];
  readonly headers: readonly string[];
  readonly unless: readonly string[];
  readonly hasGroups: boolean;
};

const vetoes = new WeakMap<Layout, Veto>();

/** The headers that are foreign to a layout. */
export function vetoOf(layout: Layout): Veto {
  const known = vetoes.get(layout);
  if (known) return known;
  const veto = {
    sets: (layout.foreign ?? []).map((one) => (typeof one === 'string' ? [one] : one).map(foldHeader)),
    headers: (layout.foreignUnless?.headers ?? []).map(foldHeader),
    unless: (layout.foreignUnless?.unless ?? []).map(foldHeader),
    hasGroups: layout.fields.some((field) => field.group),
  };
  vetoes.set(layout, veto);
  return veto;
}

/** Headers below the merged heading of a group. */
const BELOW_GROUPS = new Set([
  'so luong',
  'sl',
  'gia tri',
  'gt',
  'don gia',
  'thanh tien',
  'so luong theo dvc',
  'sl theo dvc',
]);
const LEAST_BELOW = 2;

/** True when the header that begins in a row has what the layout cannot have: foreign headers, or groups where it has none. */
export function isForeign(
  veto: Veto,
  folded: readonly (readonly string[])[],
  headerRow: number,
  dataRow: number,
): boolean {
  const headers = new Set(folded.slice(headerRow, dataRow).flat());
  if (veto.sets.some((set) => set.every((header) => headers.has(header)))) return true;
  if (veto.headers.some((header) => headers.has(header)) && !veto.unless.some((header) => headers.has(header)))
    return true;
  if (veto.hasGroups) return false;
  const below = folded[headerRow + 1] ?? [];
  return below.filter((text) => BELOW_GROUPS.has(text)).length >= LEAST_BELOW;
}
