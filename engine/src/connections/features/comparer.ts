import type { Tables } from '../index/catalogue.ts';
import type { Ragged } from '../index/ragged.ts';
import type { Weights } from '../index/retrieval.ts';
import { type Alignment, newAlignment } from './alignment.ts';
import type { Contrasts } from './contrasts.ts';
import { loneCodes } from './lone-codes.ts';
import type { Lexicon } from './token-similarity.ts';

/** Scratch space and per-record norms for comparing many pairs. */
export type Comparer = {
  readonly compiled: Tables;
  readonly weights: Weights;
  readonly lexicon: Lexicon;
  readonly addressLexicon: Lexicon;
  readonly contrasts: Contrasts;
  readonly name: Alignment;
  readonly address: Alignment;
  readonly bagNorm: { readonly left: Float32Array; readonly right: Float32Array };
  readonly extraNorm: { readonly left: Float32Array; readonly right: Float32Array };
};

/** The length of every row of words under their IDF weights. */
function normsOf(rows: Ragged, size: number, weights: Weights): Float32Array {
  const out = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    let square = 0;
    for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) square += weights.idf[rows.values[e]!]! ** 2;
    out[i] = Math.sqrt(square);
  }
  return out;
}

export function newComparer(compiled: Tables, weights: Weights, contrasts: Contrasts): Comparer {
  const norms = (rows: Ragged, size: number): Float32Array => normsOf(rows, size, weights);
  const { left, right } = compiled;
  return {
    compiled,
    weights,
    lexicon: {
      words: compiled.words,
      idf: weights.idf,
      top: weights.top,
      synonyms: new Set<number>(),
      lone: compiled.kind === 'product' ? loneCodes(compiled.words) : new Uint8Array(compiled.words.count),
      stride: compiled.words.count,
      field: 'name',
      goods: compiled.kind === 'product',
    },
    addressLexicon: {
      words: compiled.addressWords,
      idf: weights.addressIdf,
      top: weights.top,
      synonyms: new Set<number>(),
      lone: new Uint8Array(0),
      stride: 0,
      field: 'address',
      goods: false,
    },
    contrasts,
    name: newAlignment(),
    address: newAlignment(),
    bagNorm: { left: norms(left.bag, left.size), right: norms(right.bag, right.size) },
    extraNorm: { left: norms(left.extra, left.size), right: norms(right.extra, right.size) },
  };
}
