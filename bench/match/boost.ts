import type { ForestFile } from '@khop/engine/connections/model/forest.ts';
import { nextRandom, type Random } from '@khop/engine/connections/testing/random.ts';

/** Training rows: `rows × columns` values (NaN = missing), labels 0/1 and weights. */
export type TrainingSet = {
  readonly columns: readonly string[];
  /** Per column: 1 the prediction may only rise with it, −1 only fall, 0 free. */
  readonly monotone: readonly number[];
  readonly rows: number;
  readonly values: Float32Array;
  readonly labels: Uint8Array;
  readonly weights: Float32Array;
};

export type BoostOptions = {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  readonly lambda: number;
  readonly minWeight: number;
  /** Share of the rows and of the columns that each tree sees. */
  readonly rowShare: number;
  readonly columnShare: number;
};

const BINS = 64;
/** Of rows whose answer is this near the truth, one in `FEWER` is looked at, and weighs as much more. */
const SETTLED = 0.05;
const FEWER = 5;
const MISSING = 0;

type Leaf = {
  readonly node: number;
  readonly rows: Uint32Array;
  readonly histogram: Float64Array;
  readonly low: number;
  readonly high: number;
  readonly split: Split | undefined;
};

type Split = {
  readonly gain: number;
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly leftValue: number;
  readonly rightValue: number;
};

type Growing = {
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  missingLeft: number[];
  value: number[];
};

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** Trains a monotone logistic forest. Deterministic for a given random state: the shipped weights rest on it. */
export function trainForest(set: TrainingSet, options: BoostOptions, random: Random): ForestFile {
  const { edges, bins } = binColumns(set);
  const ground = { set, options, edges, bins };
  const { rows, labels, weights } = set;
  let [positive, total] = [0, 0];
  for (let i = 0; i < rows; i++) {
    positive += weights[i]! * labels[i]!;
    total += weights[i]!;
  }
  const base = round(Math.log(positive / (total - positive)), 5);
  const score = new Float64Array(rows).fill(base);
  const gradient = new Float64Array(rows);
  const hessian = new Float64Array(rows);
  const nodes: Growing = { feature: [], threshold: [], left: [], right: [], missingLeft: [], value: [] };
  const roots: number[] = [];
  for (let tree = 0; tree < options.trees; tree++) {
    const chosen: number[] = [];
    for (let i = 0; i < rows; i++) {
      const p = 1 / (1 + Math.exp(-score[i]!));
      const off = p - labels[i]!;
      // A settled row speaks for others like it.
      const settled = Math.abs(off) < SETTLED;
      if (nextRandom(random) * (settled ? FEWER : 1) >= options.rowShare) continue;
      const weight = weights[i]! * (settled ? FEWER : 1);
      gradient[i] = weight * off;
      hessian[i] = weight * Math.max(1e-6, p * (1 - p));
      chosen.push(i);
    }
    const active = set.columns.map(() => nextRandom(random) < options.columnShare);
    roots.push(nodes.value.length);
    growTree(ground, { rows: Uint32Array.from(chosen), active, gradient, hessian }, nodes);
    addTree(ground, nodes, roots[tree]!, score);
  }
  return { features: set.columns, base, roots, ...nodes };
}

/** Cuts every column at quantiles of its distinct values; bin 0 is "missing", bin b covers values ≤ edges[b − 1]. */
function binColumns(set: TrainingSet): { edges: number[][]; bins: Uint8Array } {
  const width = set.columns.length;
  const bins = new Uint8Array(set.rows * width);
  const edges = set.columns.map((_, column) => {
    const sample: number[] = [];
    const step = Math.max(1, Math.floor(set.rows / 40_000));
    for (let i = 0; i < set.rows; i += step) {
      const value = set.values[i * width + column]!;
      if (!Number.isNaN(value)) sample.push(value);
    }
    sample.sort((a, b) => a - b);
    const cuts: number[] = [];
    const distinct = [...new Set(sample)];
    for (let b = 1; b < BINS - 1; b++) {
      const source = distinct.length <= BINS - 2 ? distinct : sample;
      const at = distinct.length <= BINS - 2 ? b : Math.floor((sample.length * b) / (BINS - 1));
      if (at <= 0 || at >= source.length) continue;
      const cut = Math.fround(round((source[at - 1]! + source[at]!) / 2, 4));
      if (cuts.length === 0 || cut > cuts[cuts.length - 1]!) cuts.push(cut);
    }
    return cuts;
  });
  for (let i = 0; i < set.rows; i++) {
    for (let c = 0; c < width; c++) {
      const value = set.values[i * width + c]!;
      const cuts = edges[c]!;
      let [low, high] = [0, cuts.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value <= cuts[middle]!) high = middle;
        else low = middle + 1;
      }
      bins[i * width + c] = Number.isNaN(value) ? MISSING : low + 1;
    }
  }
  return { edges, bins };
}

/** A training set with its columns cut into bins. */
type Ground = {
  readonly set: TrainingSet;
  readonly options: BoostOptions;
  readonly edges: number[][];
  readonly bins: Uint8Array;
};

/** The rows and columns that one tree sees, and the gradients that it is to follow. */
type Sample = {
  readonly rows: Uint32Array;
  readonly active: boolean[];
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
};

function growTree(ground: Ground, { rows, active, gradient, hessian }: Sample, nodes: Growing): void {
  const { set, options, edges, bins } = ground;
  const width = set.columns.length;
  // The first column always: the sums over all rows are read from it.
  const wanted = Uint32Array.from(active.keys().filter((c) => c === 0 || active[c]!));
  const histogramOf = (members: Uint32Array): Float64Array => {
    const histogram = new Float64Array(width * BINS * 2);
    for (let m = 0; m < members.length; m++) {
      const row = members[m]!;
      const g = gradient[row]!;
      const h = hessian[row]!;
      const at = row * width;
      for (let w = 0; w < wanted.length; w++) {
        const c = wanted[w]!;
        const slot = (c * BINS + bins[at + c]!) * 2;
        histogram[slot]! += g;
        histogram[slot + 1]! += h;
      }
    }
    return histogram;
  };
  const newNode = (value: number): number => {
    nodes.feature.push(0);
    nodes.threshold.push(0);
    nodes.left.push(-1);
    nodes.right.push(-1);
    nodes.missingLeft.push(0);
    nodes.value.push(round(options.rate * value, 5));
    return nodes.value.length - 1;
  };
  const leafOf = (node: number, members: Uint32Array, histogram: Float64Array, low: number, high: number): Leaf => ({
    node,
    rows: members,
    histogram,
    low,
    high,
    split: bestSplit(ground, histogram, active, [low, high]),
  });
  const histogram = histogramOf(rows);
  let [g, h] = [0, 0];
  for (let b = 0; b < BINS; b++) {
    g += histogram[b * 2]!;
    h += histogram[b * 2 + 1]!;
  }
  const root = newNode(-g / (h + options.lambda));
  const leaves: Leaf[] = [leafOf(root, rows, histogram, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)];
  while (leaves.length < options.leaves) {
    let best = -1;
    for (let i = 0; i < leaves.length; i++) {
      const gain = leaves[i]!.split?.gain ?? 0;
      if (gain > (best < 0 ? 0 : leaves[best]!.split!.gain)) best = i;
    }
    if (best < 0) break;
    const leaf = leaves[best]!;
    const split = leaf.split!;
    const [leftRows, rightRows] = divided(leaf.rows, bins, width, split);
    const [left, right] = [newNode(split.leftValue), newNode(split.rightValue)];
    nodes.feature[leaf.node] = split.column;
    nodes.threshold[leaf.node] = edges[split.column]![split.bin - 1]!;
    nodes.left[leaf.node] = left;
    nodes.right[leaf.node] = right;
    nodes.missingLeft[leaf.node] = split.missingLeft ? 1 : 0;
    const smallerIsLeft = leftRows.length <= rightRows.length;
    const small = histogramOf(smallerIsLeft ? leftRows : rightRows);
    const large = leaf.histogram;
    for (let k = 0; k < large.length; k++) large[k]! -= small[k]!;
    const [leftHistogram, rightHistogram] = smallerIsLeft ? [small, large] : [large, small];
    const middle = (split.leftValue + split.rightValue) / 2;
    const direction = set.monotone[split.column]!;
    const [leftLow, leftHigh] =
      direction === 0 ? [leaf.low, leaf.high] : direction > 0 ? [leaf.low, middle] : [middle, leaf.high];
    const [rightLow, rightHigh] =
      direction === 0 ? [leaf.low, leaf.high] : direction > 0 ? [middle, leaf.high] : [leaf.low, middle];
    leaves[best] = leafOf(left, leftRows, leftHistogram, leftLow, leftHigh);
    leaves.push(leafOf(right, rightRows, rightHistogram, rightLow, rightHigh));
  }
}

/** The rows of a leaf on either side of its split, in order. */
function divided(members: Uint32Array, bins: Uint8Array, width: number, split: Split): [Uint32Array, Uint32Array] {
  const [left, right] = [new Uint32Array(members.length), new Uint32Array(members.length)];
  let [l, r] = [0, 0];
  for (let m = 0; m < members.length; m++) {
    const row = members[m]!;
    const bin = bins[row * width + split.column]!;
    if (bin === MISSING ? split.missingLeft : bin <= split.bin) left[l++] = row;
    else right[r++] = row;
  }
  return [left.slice(0, l), right.slice(0, r)];
}

function bestSplit(
  { set, options, edges }: Ground,
  histogram: Float64Array,
  active: boolean[],
  [low, high]: readonly [number, number],
): Split | undefined {
  const { lambda, minWeight } = options;
  let [allG, allH] = [0, 0];
  for (let b = 0; b < BINS; b++) {
    allG += histogram[b * 2]!;
    allH += histogram[b * 2 + 1]!;
  }
  const clamp = (value: number): number => Math.min(high, Math.max(low, value));
  const worth = (g: number, h: number, value: number): number => -(g * value + 0.5 * (h + lambda) * value * value);
  const whole = worth(allG, allH, clamp(-allG / (allH + lambda)));
  let best: Split | undefined;
  for (let column = 0; column < edges.length; column++) {
    if (!active[column]) continue;
    const at = column * BINS * 2;
    const [missingG, missingH] = [histogram[at]!, histogram[at + 1]!];
    const direction = set.monotone[column]!;
    let [g, h] = [0, 0];
    for (let bin = 1; bin <= edges[column]!.length; bin++) {
      g += histogram[at + bin * 2]!;
      h += histogram[at + bin * 2 + 1]!;
      for (let side = 0; side < (missingH > 1e-9 ? 2 : 1); side++) {
        const missingLeft = side === 1;
        const [leftG, leftH] = missingLeft ? [g + missingG, h + missingH] : [g, h];
        const [rightG, rightH] = [allG - leftG, allH - leftH];
        if (leftH < minWeight || rightH < minWeight) continue;
        const leftValue = clamp(-leftG / (leftH + lambda));
        const rightValue = clamp(-rightG / (rightH + lambda));
        if (direction * (rightValue - leftValue) < 0) continue;
        const gain = worth(leftG, leftH, leftValue) + worth(rightG, rightH, rightValue) - whole;
        if (gain > 1e-6 && gain > (best?.gain ?? 0)) best = { gain, column, bin, missingLeft, leftValue, rightValue };
      }
    }
  }
  return best;
}

function addTree({ set, edges, bins }: Ground, nodes: Growing, root: number, score: Float64Array): void {
  const width = set.columns.length;
  const binOf = (node: number): number => edges[nodes.feature[node]!]!.indexOf(nodes.threshold[node]!) + 1;
  const cut = new Int32Array(nodes.value.length);
  for (let node = root; node < cut.length; node++) if (nodes.left[node]! >= 0) cut[node] = binOf(node);
  for (let i = 0; i < set.rows; i++) {
    let node = root;
    while (nodes.left[node]! >= 0) {
      const bin = bins[i * width + nodes.feature[node]!]!;
      const goLeft = bin === MISSING ? nodes.missingLeft[node] === 1 : bin <= cut[node]!;
      node = goLeft ? nodes.left[node]! : nodes.right[node]!;
    }
    score[i]! += nodes.value[node]!;
  }
}
