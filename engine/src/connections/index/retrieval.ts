import { WORD } from '../../text/tokenise.ts';
import { eachSpelling } from '../text/figures.ts';
import { enlarged, findToken, type Vocabulary } from '../text/vocabulary.ts';
import type { Catalogue, Tables } from './catalogue.ts';

/** Weighted sparse rows, each of length about 1: the form in which records look for each other. */
export type SparseRows = { readonly start: Uint32Array; readonly ids: Uint32Array; readonly weights: Float32Array };

export type Weights = {
  /** Inverse document frequency of every word over both catalogues: ln(1 + N / records that hold it). */
  readonly idf: Float32Array;
  readonly addressIdf: Float32Array;
  /** ln(1 + N): the weight of a token held by a single record. */
  readonly top: number;
};

/** The rarity of every token over both catalogues together. */
export function weigh(compiled: Tables): Weights {
  const records = compiled.left.size + compiled.right.size;
  const frequency = (count: number, rows: (side: Catalogue) => { start: Uint32Array; values: Uint32Array }) => {
    const seen = new Uint32Array(count);
    for (const side of [compiled.left, compiled.right]) for (const id of rows(side).values) seen[id]!++;
    return Float32Array.from(seen, (df) => Math.log(1 + records / Math.max(1, df)));
  };
  return {
    idf: frequency(compiled.words.count, (side) => side.bag),
    addressIdf: frequency(compiled.addressWords.count, (side) => side.address),
    top: Math.log(1 + records),
  };
}

/** Address words are worth this much of a name's word when looking for candidates. */
const ADDRESS_WEIGHT = 0.6;
/** Words of brand and description, against those of the name. */
const EXTRA_WEIGHT = 0.6;
const JOINED_WEIGHT = 0.8;
const INITIALS_WEIGHT = 0.7;
const FIGURE_WEIGHT = 0.9;

/**
 * The rows to look records up by: the words of name, brand, description and code, those of the address (ids after
 * the words), and whatever neighbouring words make when joined ("siêu thị" → "sieuthi") or shortened to their
 * initials ("xuất nhập khẩu" → "xnk") and figures when written otherwise ("1.4mm" → "1.4"), provided that such a word really exists in one of the catalogues.
 */
export function sparseRows(compiled: Tables, side: Catalogue, weights: Weights): SparseRows {
  const { words } = compiled;
  const start = new Uint32Array(side.size + 1);
  let [ids, values] = [new Uint32Array(16 * side.size + 64), new Float32Array(16 * side.size + 64)];
  let count = 0;
  // Of the row at hand.
  const own = { ids: [] as number[], weights: [] as number[] };
  const add = (id: number, weight: number): void => {
    own.ids.push(id);
    own.weights.push(weight);
  };
  for (let i = 0; i < side.size; i++) {
    own.ids.length = 0;
    own.weights.length = 0;
    let square = 0;
    const inName = (id: number): boolean => {
      for (let t = side.name.start[i]!; t < side.name.start[i + 1]!; t++) if (side.name.values[t] === id) return true;
      return false;
    };
    for (let t = side.bag.start[i]!; t < side.bag.start[i + 1]!; t++) {
      const id = side.bag.values[t]!;
      const weight = weights.idf[id]! * (inName(id) ? 1 : EXTRA_WEIGHT);
      add(id, weight);
      square += weight * weight;
    }
    let addressSquare = 0;
    for (let t = side.address.start[i]!; t < side.address.start[i + 1]!; t++) {
      const id = side.address.values[t]!;
      if (side.address.values.subarray(side.address.start[i]!, t).includes(id)) continue;
      const weight = weights.addressIdf[id]! * ADDRESS_WEIGHT;
      add(words.count + id, weight);
      addressSquare += weight * weight;
    }
    square += addressSquare;
    addPseudoWords(words, side, i, weights, (id, share) => {
      if (!inName(id)) add(id, weights.idf[id]! * share);
    });
    const norm = square > 0 ? 1 / Math.sqrt(square) : 0;
    if (count + own.ids.length > ids.length) {
      ids = enlarged(ids, count + own.ids.length);
      values = enlarged(values, ids.length);
    }
    for (let e = 0; e < own.ids.length; e++) {
      ids[count] = own.ids[e]!;
      values[count++] = own.weights[e]! * norm;
    }
    start[i + 1] = count;
  }
  return { start, ids: ids.slice(0, count), weights: values.slice(0, count) };
}

const scratch = new Uint16Array(256);

function addPseudoWords(
  words: Vocabulary,
  side: Catalogue,
  i: number,
  weights: Weights,
  add: (id: number, share: number) => void,
): void {
  const [from, to] = [side.name.start[i]!, side.name.start[i + 1]!];
  for (let a = from; a < to; a++) {
    let joined = 0;
    let initials = 0;
    if (words.kind[side.name.values[a]!] !== WORD) {
      eachSpelling(words, side.name.values[a]!, (other) => add(other, FIGURE_WEIGHT));
    }
    for (let b = a; b < to && b < a + 6; b++) {
      const id = side.name.values[b]!;
      const [begin, end] = [words.start[id]!, words.start[id + 1]!];
      if (words.kind[id] !== WORD && b > a + 1) break;
      if (joined >= 0 && joined + end - begin < 40 && b < a + 3) {
        for (let c = begin; c < end; c++) scratch[joined++] = words.chars[c]!;
        if (b > a) {
          const found = findToken(words, scratch, 0, joined);
          if (found >= 0) add(found, JOINED_WEIGHT);
        }
      } else joined = -1;
      scratch[64 + initials++] = words.chars[begin]!;
      if (initials >= 2 && (initials > 2 || hasNoVowel(scratch, 64, 64 + initials))) {
        const found = findToken(words, scratch, 64, 64 + initials);
        if (found >= 0 && weights.idf[found]! > weights.top * 0.35) add(found, INITIALS_WEIGHT);
      }
    }
  }
}

function hasNoVowel(chars: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const char = chars[i]!;
    if (char === 97 || char === 101 || char === 105 || char === 111 || char === 117 || char === 121) return false;
  }
  return true;
}
