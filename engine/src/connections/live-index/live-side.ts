import type { Contrasts } from '../features/contrasts.ts';
import { type Catalogue, compileSide, type Workspace } from '../index/catalogue.ts';
import type { RecordAt } from '../index/pick-records.ts';
import type { Postings } from '../index/postings.ts';
import { type SparseRows, sparseRows, type Weights } from '../index/retrieval.ts';
import type { Model } from '../pipeline.ts';
import type { Assignment, MatchKind, MatchRecord } from '../record.ts';
import { gramRows } from '../search/rescue.ts';
import type { Lists } from './partner-lists.ts';
import type { Rarity } from './rarity.ts';

export type Side = 'left' | 'right';
export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');
export const KEYS = ['taxBase', 'phone', 'email', 'code'] as const;

/** One record as a catalogue of its own, with the rows that it is looked up by. */
export type Row = { readonly own: Catalogue; readonly words: SparseRows; readonly grams: SparseRows };

/** Row `i` of these. */
export type RowAt = { readonly rows: SparseRows; readonly i: number };

/** A record that holds a token since the index was opened, with its weight. */
type Holder = { readonly place: number; readonly weight: number };

/** One catalogue that stays ready while its records change. A record keeps its place for good. */
export type LiveSide = {
  readonly records: (MatchRecord | undefined)[];
  readonly placeOf: Map<string, number>;
  /** The records as they were when the index was opened, read; those in `changed` count no more. */
  readonly read: Catalogue;
  readonly rows: SparseRows;
  readonly words: Postings;
  readonly grams: Postings;
  /** Places whose record has changed, come or gone since; a row for those that are there. */
  readonly changed: Map<number, Row | undefined>;
  /** Those rows by what they hold. */
  readonly changedBy: Readonly<Record<'words' | 'grams', Map<number, Holder[]>>>;
  /** The best partners by words and, of those without a good one, by 3-grams. */
  readonly lists: Readonly<Record<'words' | 'rescue', Lists>>;
  /** The number of records that carry a name, by its signature. */
  readonly names: Map<number, number>;
  /** Places by exact key. */
  readonly holders: Map<number, number[]>;
};

/**
 * Two catalogues kept ready: contrasts, synonyms and the weights for finding candidates stay as they were when the
 * index was opened, while single records may come, change and go.
 */
export type LiveIndex = {
  readonly kind: MatchKind;
  readonly model: Model;
  readonly assignment: Assignment;
  readonly workspace: Workspace;
  /** Weights for finding records, as when the index was opened. Grows with the words; take it from `soughtBy`. */
  sought: Weights;
  /** Weights for comparing pairs: kept up to date. */
  readonly rarity: Rarity;
  readonly gramIdf: Float32Array;
  readonly contrasts: Contrasts;
  readonly synonyms: ReadonlySet<number>;
  /** The share of records that found a partner when the index was opened. */
  readonly coverage: number;
  /** Words and address words that the postings know; later ones have higher ids. */
  readonly wordCount: number;
  readonly addressCount: number;
  readonly left: LiveSide;
  readonly right: LiveSide;
};

/** Weights for looking up that also cover later words: hardly any record has them, so they weigh the most. */
function soughtBy(index: LiveIndex): Weights {
  const { words, addressWords } = index.workspace;
  const { idf, addressIdf, top } = index.sought;
  if (words.count <= idf.length && addressWords.count <= addressIdf.length) return index.sought;
  const cover = (known: Float32Array, count: number): Float32Array => {
    if (count <= known.length) return known;
    const larger = new Float32Array(2 * count).fill(top);
    larger.set(known);
    return larger;
  };
  index.sought = { idf: cover(idf, words.count), addressIdf: cover(addressIdf, addressWords.count), top };
  return index.sought;
}

/** Tokens that came after the index was opened start here, address words among them here. */
const [LATER, LATER_ADDRESS] = [1 << 28, 1 << 29];

/** The rows that a record is looked up by. */
export function rowOf(index: LiveIndex, record: MatchRecord): Row {
  const own = compileSide(index.workspace, [record]);
  const { words, addressWords } = index.workspace;
  const { wordCount, addressCount } = index;
  const tables = { kind: index.kind, words, addressWords, left: own, right: own };
  const sparse = sparseRows(tables, own, soughtBy(index), LATER_ADDRESS);
  // Known tokens numbered as the postings number them.
  const ids = sparse.ids.map((id) => {
    if (id < LATER_ADDRESS) return id < wordCount ? id : LATER + id;
    return id - LATER_ADDRESS < addressCount ? id - LATER_ADDRESS + wordCount : id;
  });
  return { own, words: { ...sparse, ids }, grams: gramRows(own, index.gramIdf) };
}

/** The words of a record that is there. */
export function wordsAt({ changed, rows }: LiveSide, place: number): RowAt {
  const row = changed.get(place);
  return row ? { rows: row.words, i: 0 } : { rows, i: place };
}

/** A record that is there, read. */
export function readAt({ changed, read }: LiveSide, place: number): RecordAt {
  const row = changed.get(place);
  return row ? { from: row.own, i: 0 } : { from: read, i: place };
}

/** The exact keys of a record that is there. */
export function keysAt(kept: LiveSide, place: number): number[] {
  const { from, i } = readAt(kept, place);
  return KEYS.map((key) => from[key][i]!).filter((key) => key !== 0);
}

/** The 3-grams of a record that is there. */
export function gramsAt(kept: LiveSide, place: number, idf: Float32Array): RowAt {
  const row = kept.changed.get(place);
  if (row) return { rows: row.grams, i: 0 };
  const { start, values } = kept.read.grams;
  const own = values.subarray(start[place]!, start[place + 1]!);
  return { rows: gramRows({ size: 1, grams: { start: Uint32Array.of(0, own.length), values: own } }, idf), i: 0 };
}
