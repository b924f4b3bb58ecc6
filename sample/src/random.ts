/** A seeded source of whole numbers: sfc32 fed by a hash of the seed's text. The same label gives the same stream everywhere. */
export type Random = {
  /** A whole number in `from..to`, both included. */
  readonly int: (from: number, to: number) => number;
  /** True in `perMille` of 1,000 draws. */
  readonly chance: (perMille: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A low index is far likelier than a high one: the few best sellers of any shop. */
  readonly skewed: (size: number) => number;
  readonly shuffle: <T>(list: readonly T[]) => T[];
  readonly digits: (count: number) => string;
};

/** Four 32-bit words from a text (FNV-1a, finished by a multiply-xor mix). */
function hashWords(text: string): [number, number, number, number] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  const next = () => {
    hash = (hash + 0x9e3779b9) | 0;
    let word = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return word ^ (word >>> 15);
  };
  return [next(), next(), next(), next()];
}

/** The stream of one purpose of one seed: streams of different labels do not disturb each other. */
export function randomOf(seed: number, label: string): Random {
  let [a, b, c, counter] = hashWords(`${label}#${seed}`);
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) word();

  const int = (from: number, to: number): number => from + (word() % (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[word() % list.length] as T;
  return {
    int,
    pick,
    chance: (perMille) => word() % 1000 < perMille,
    skewed: (size) => Math.floor((int(0, 9999) * int(0, 9999) * size) / 100_000_000),
    shuffle: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = word() % (i + 1);
        [copy[i], copy[j]] = [copy[j] as (typeof copy)[number], copy[i] as (typeof copy)[number]];
      }
      return copy;
    },
    digits: (count) => Array.from({ length: count }, () => word() % 10).join(''),
  };
}
