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

/**
 * The same packed for reading: four 32-bit words per node (column with the flags below, threshold, left
 * child or −1, unused), so that a step of a path touches one cache line. The right child always follows the left one.
 */
export type Forest = {
  readonly base: number;
  readonly roots: Uint32Array;
  readonly nodes: Int32Array;
  readonly thresholds: Float32Array;
  readonly value: Float64Array;
};

const MISSING_LEFT = 1 << 16;
/** No leaf on the left says more than any on the right. */
const RISING = 1 << 17;
const COLUMN = MISSING_LEFT - 1;

/** Prepares a stored forest for rows whose columns are named `columns`; throws when it needs a column that is absent. */
export function loadForest(file: ForestFile, columns: readonly string[]): Forest {
  const column = file.features.map((name) => {
    const index = columns.indexOf(name);
    if (index < 0) throw new Error(`The forest needs the feature ${name}.`);
    return index;
  });
  const nodes = new Int32Array(file.value.length * 4);
  const thresholds = new Float32Array(nodes.buffer);
  file.left.forEach((left, node) => {
    if (left >= 0 && file.right[node] !== left + 1)
      throw new Error(`Node ${node}: the right child must follow the left.`);
    nodes[node * 4] = (column[file.feature[node]!] ?? 0) | (file.missingLeft[node] === 1 ? MISSING_LEFT : 0);
    thresholds[node * 4 + 1] = file.threshold[node]!;
    nodes[node * 4 + 2] = left;
  });
  const [least, most] = [Float64Array.from(file.value), Float64Array.from(file.value)];
  // Children come after their parents.
  for (let node = most.length - 1; node >= 0; node--) {
    const left = file.left[node]!;
    if (left < 0) continue;
    least[node] = Math.min(least[left]!, least[left + 1]!);
    most[node] = Math.max(most[left]!, most[left + 1]!);
    if (most[left]! <= least[left + 1]!) nodes[node * 4]! |= RISING;
  }
  return {
    base: file.base,
    roots: Uint32Array.from(file.roots),
    nodes,
    thresholds,
    value: Float64Array.from(file.value),
  };
}

/** Log-odds of the row that starts at `at`. */
export function predict(forest: Forest, row: Float32Array, at: number): number {
  return forest.base + sumOfTrees(forest, row, at, 0, forest.roots.length);
}

function sumOfTrees(forest: Forest, row: Float32Array, at: number, from: number, to: number): number {
  const { nodes, thresholds, value, roots } = forest;
  let sum = 0;
  for (let t = from; t < to; t++) {
    let node = roots[t]!;
    let left = nodes[node * 4 + 2]!;
    while (left >= 0) {
      const word = nodes[node * 4]!;
      const x = row[at + (word & COLUMN)]!;
      const goLeft = x <= thresholds[node * 4 + 1]! || ((word & MISSING_LEFT) !== 0 && Number.isNaN(x));
      node = goLeft ? left : left + 1;
      left = nodes[node * 4 + 2]!;
    }
    sum += value[node]!;
  }
  return sum;
}

/** The most that `predict` can say of rows whose columns from `bounded` on hold what this one does, or less. */
export function highest(forest: Forest, row: Float32Array, at: number, bounded: number): number {
  const { roots } = forest;
  let sum = 0;
  for (let t = 0; t < roots.length; t++) sum += highestUnder(forest, row, at, { node: roots[t]!, bounded });
  return forest.base + sum;
}

type Start = { readonly node: number; readonly bounded: number };

function highestUnder(forest: Forest, row: Float32Array, at: number, start: Start): number {
  const { nodes, thresholds, value } = forest;
  const { bounded } = start;
  let node = start.node;
  let left = nodes[node * 4 + 2]!;
  while (left >= 0) {
    const word = nodes[node * 4]!;
    const x = row[at + (word & COLUMN)]!;
    if (x <= thresholds[node * 4 + 1]! || ((word & MISSING_LEFT) !== 0 && Number.isNaN(x))) node = left;
    else if ((word & RISING) !== 0 || (word & COLUMN) < bounded || Number.isNaN(x)) node = left + 1;
    else {
      const below = highestUnder(forest, row, at, { node: left, bounded });
      return Math.max(below, highestUnder(forest, row, at, { node: left + 1, bounded }));
    }
    left = nodes[node * 4 + 2]!;
  }
  return value[node]!;
}

/** Trees after which a hopeless row is given up. */
const CHECKS = [40, 70];

/**
 * The prediction, or Number.NEGATIVE_INFINITY as soon as part of the trees put it so far below `floor`
 * that the rest cannot be expected to bring it back. Most candidates end here, at a fraction of the cost.
 */
export function predictAbove(forest: Forest, row: Float32Array, at: number, floor: number): number {
  let sum = forest.base;
  let from = 0;
  for (const check of CHECKS) {
    const to = Math.min(check, forest.roots.length);
    sum += sumOfTrees(forest, row, at, from, to);
    if (sum < floor - 0.5) return Number.NEGATIVE_INFINITY;
    from = to;
  }
  return sum + sumOfTrees(forest, row, at, from, forest.roots.length);
}

/**
 * Adds to `into[feature]` what each feature contributed to the log-odds along its paths and returns the starting
 * point; the starting point plus all contributions is exactly the prediction up to rounding.
 */
export function contributions(forest: Forest, row: Float32Array, at: number, into: Float64Array): number {
  const { nodes, thresholds, value, roots } = forest;
  let start = forest.base;
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t]!;
    start += value[node]!;
    let left = nodes[node * 4 + 2]!;
    while (left >= 0) {
      const word = nodes[node * 4]!;
      const x = row[at + (word & COLUMN)]!;
      const goLeft = x <= thresholds[node * 4 + 1]! || ((word & MISSING_LEFT) !== 0 && Number.isNaN(x));
      const next = goLeft ? left : left + 1;
      into[word & COLUMN]! += value[next]! - value[node]!;
      node = next;
      left = nodes[node * 4 + 2]!;
    }
  }
  return start;
}

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** The log-odds of a probability. */
export const logit = (probability: number): number => Math.log(probability / (1 - probability));
