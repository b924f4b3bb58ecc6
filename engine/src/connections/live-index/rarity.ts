import type { Tables } from '../index/catalogue.ts';
import type { RecordAt } from '../index/pick-records.ts';
import type { Weights } from '../index/retrieval.ts';

/** The number of records that hold every token, and its weight. */
type Counted = { held: Uint32Array; idf: Float32Array };

/** The rarity of words among the records that are there, while records come and go. */
export type Rarity = {
  readonly words: Counted;
  readonly address: Counted;
  /** Of both sides, now and when all weights were reckoned last. */
  records: number;
  reckoned: number;
};

/** One record more or less among so many moves no score visibly. */
const UNSEEN = 1e-4;

/** The rarity of words among all records of both sides, with the weights that `weigh` gives them. */
export function newRarity({ left, right }: Tables, { idf, addressIdf }: Weights): Rarity {
  const records = left.size + right.size;
  const counted = (weights: Float32Array, of: 'bag' | 'address'): Counted => {
    const held = new Uint32Array(weights.length);
    for (const side of [left, right]) for (const id of side[of].values) held[id]!++;
    return { held, idf: weights.slice() };
  };
  return { words: counted(idf, 'bag'), address: counted(addressIdf, 'address'), records, reckoned: records };
}

const weightOf = (records: number, held: number): number => Math.log(1 + records / Math.max(1, held));

/** Takes in that a record has come (1) or gone (−1). */
export function countRecord(rarity: Rarity, { from, i }: RecordAt, by: 1 | -1): void {
  rarity.records += by;
  for (const [counted, rows] of [
    [rarity.words, from.bag],
    [rarity.address, from.address],
  ] as const) {
    for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
      const id = rows.values[e]!;
      cover(counted, id + 1);
      counted.held[id]! += by;
      counted.idf[id] = weightOf(rarity.records, counted.held[id]!);
    }
  }
}

/** Makes room for tokens that came later. */
function cover(counted: Counted, count: number): void {
  if (count <= counted.held.length) return;
  const held = new Uint32Array(2 * count);
  held.set(counted.held);
  const idf = new Float32Array(2 * count);
  idf.set(counted.idf);
  Object.assign(counted, { held, idf });
}

/** The weights of words among the records that are there now: those of a whole run. */
export function weightsOf(rarity: Rarity): Weights {
  const { words, address, records, reckoned } = rarity;
  if (Math.abs(records - reckoned) > UNSEEN * reckoned) {
    for (const { held, idf } of [words, address])
      for (let id = 0; id < held.length; id++) idf[id] = weightOf(records, held[id]!);
    rarity.reckoned = records;
  }
  return { idf: words.idf, addressIdf: address.idf, top: Math.log(1 + records) };
}
