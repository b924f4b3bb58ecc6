import type { Catalogue, Ragged } from './catalogue.ts';

/** Record `i` of a catalogue. */
export type RecordAt = { readonly from: Catalogue; readonly i: number };

/** These records, out of any catalogues read with one workspace, as a catalogue: record k is the k-th. */
export function pickRecords(records: readonly RecordAt[]): Catalogue {
  const size = records.length;
  const flat = <T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
    into: T,
    of: (side: Catalogue) => T,
  ): T => {
    for (let k = 0; k < size; k++) into[k] = of(records[k]!.from)[records[k]!.i]!;
    return into;
  };
  const ragged = (rowsOf: (side: Catalogue) => Ragged, valuesOf = (side: Catalogue) => rowsOf(side).values): Ragged => {
    const start = new Uint32Array(size + 1);
    for (let k = 0; k < size; k++) {
      const { from, i } = records[k]!;
      const rows = rowsOf(from);
      start[k + 1] = start[k]! + rows.start[i + 1]! - rows.start[i]!;
    }
    const values = new Uint32Array(start[size]!);
    for (let k = 0; k < size; k++) {
      const { from, i } = records[k]!;
      const source = valuesOf(from);
      const first = rowsOf(from).start[i]!;
      for (let at = start[k]!; at < start[k + 1]!; at++) values[at] = source[first + at - start[k]!]!;
    }
    return { start, values };
  };
  return {
    size,
    name: ragged((side) => side.name),
    nameMarks: ragged(
      (side) => side.name,
      (side) => side.nameMarks,
    ).values,
    bag: ragged((side) => side.bag),
    extra: ragged((side) => side.extra),
    brand: ragged((side) => side.brand),
    address: ragged((side) => side.address),
    grams: ragged((side) => side.grams),
    units: ragged((side) => side.units),
    marked: flat(new Uint8Array(size), (side) => side.marked),
    promo: flat(new Uint8Array(size), (side) => side.promo),
    legal: flat(new Uint8Array(size), (side) => side.legal),
    homonyms: flat(new Uint16Array(size), (side) => side.homonyms),
    signature: flat(new Float64Array(size), (side) => side.signature),
    code: flat(new Uint32Array(size), (side) => side.code),
    taxBase: flat(new Uint32Array(size), (side) => side.taxBase),
    taxDigits: flat(new Float64Array(size), (side) => side.taxDigits),
    taxBranch: flat(new Uint16Array(size), (side) => side.taxBranch),
    phone: flat(new Uint32Array(size), (side) => side.phone),
    email: flat(new Uint32Array(size), (side) => side.email),
    unit: flat(new Uint32Array(size), (side) => side.unit),
    group: flat(new Uint32Array(size), (side) => side.group),
    price: flat(new Float64Array(size), (side) => side.price),
  };
}
