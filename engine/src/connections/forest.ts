/**
 * A gradient-boosted forest as it is stored: one flat list of nodes, trees one after the other. A node with `left` −1
 * is a leaf. `value` is what the node alone would predict (log-odds, learning rate included), so that the path to a
 * leaf tells which feature moved the answer by how much.
 */
export type ForestFile = {
  readonly features: readonly string[];
  readonly base: number;
  readonly roots: readonly number[];
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** 1: a missing value goes left. */
  readonly missingLeft: readonly number[];
  readonly value: readonly number[];
};

/** The same in typed arrays, its columns mapped onto the caller's. */
export type Forest = {
  readonly base: number;
  readonly roots: Uint32Array;
  readonly feature: Uint16Array;
  readonly threshold: Float32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly missingLeft: Uint8Array;
  readonly value: Float64Array;
};

/** Prepares a stored forest for rows whose columns are named `columns`; throws when it needs a column that is absent. */
export function loadForest(file: ForestFile, columns: readonly string[]): Forest {
  const column = file.features.map((name) => {
    const index = columns.indexOf(name);
    if (index < 0) throw new Error(`The forest needs the feature ${name}.`);
    return index;
  });
  return {
    base: file.base,
    roots: Uint32Array.from(file.roots),
    feature: Uint16Array.from(file.feature, (f) => column[f] ?? 0),
    threshold: Float32Array.from(file.threshold),
    left: Int32Array.from(file.left),
    right: Int32Array.from(file.right),
    missingLeft: Uint8Array.from(file.missingLeft),
    value: Float64Array.from(file.value),
  };
}

/** Log-odds of the row that starts at `at`. */
export function predict(forest: Forest, row: Float32Array, at: number): number {
  const { feature, threshold, left, right, missingLeft, value, roots } = forest;
  let sum = forest.base;
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t]!;
    let next = left[node]!;
    while (next >= 0) {
      const x = row[at + feature[node]!]!;
      const goLeft = x <= threshold[node]! || (missingLeft[node] === 1 && Number.isNaN(x));
      node = goLeft ? next : right[node]!;
      next = left[node]!;
    }
    sum += value[node]!;
  }
  return sum;
}

/**
 * Adds to `into[feature]` what each feature contributed to the log-odds along its paths and returns the starting
 * point; the starting point plus all contributions is exactly the prediction up to rounding.
 */
export function contributions(forest: Forest, row: Float32Array, at: number, into: Float64Array): number {
  const { feature, threshold, left, right, missingLeft, value, roots } = forest;
  let start = forest.base;
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t]!;
    start += value[node]!;
    while (left[node]! >= 0) {
      const column = feature[node]!;
      const x = row[at + column]!;
      const goLeft = x <= threshold[node]! || (missingLeft[node] === 1 && Number.isNaN(x));
      const next = goLeft ? left[node]! : right[node]!;
      into[column]! += value[next]! - value[node]!;
      node = next;
    }
  }
  return start;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
