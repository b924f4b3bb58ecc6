import { ensure } from '../../problem.ts';
import type { Compiled } from '../compile.ts';
import type { Draft } from '../flow/network.ts';
import { compareRatios } from '../micro.ts';
import { FRACTIONS, type Fraction } from '../number-field.ts';
import { type Model, type Optimum, optimumOf, type ValueClass } from './program.ts';

/** The sizes of the draft before the component is added. */
export type Mark = { readonly sources: number; readonly arcs: number; readonly nodes: number };

export function markOf(draft: Draft): Mark {
  return { sources: draft.sourceLot.length, arcs: draft.arcNode.length, nodes: draft.nodeGroup.length };
}

/**
 * For a component whose factors contradict one another: solves its linear program exactly and replaces its shared
 * sources by shares of lots, each reserved for one item. Inside an item there is one unit again, so the rest of the
 * allocator works on the shares as on lots. Shares are rounded to millionths by running totals per item.
 *
 * @returns the most đồng that the component's lines can receive: the optimum, or a proven bound of it.
 * @throws Problem QUANTITY_TOO_LARGE when the lines of an item want more together than can be counted in millionths.
 */
export function reserveByProgram(c: Compiled, draft: Draft, mark: Mark, lines: Int32Array): Fraction {
  refuseUncountable(c, draft, lines);
  const model = modelOf(c, draft, mark, lines);
  const optimum = optimumOf(model);
  const bound = optimum.proven ? optimum.total : dualBound(model, optimum);
  writeShares(draft, mark, optimum.amounts);
  return bound;
}

/** Flows sum up the amounts of lines of one item and set of profiles: beyond 2⁵³ millionths the sums would round. */
function refuseUncountable(c: Compiled, draft: Draft, lines: Int32Array): void {
  const demand = new Map<number, number>();
  for (const line of lines) {
    const node = draft.lineNode[line]!;
    if (node < 0) continue;
    const group = draft.nodeGroup[node]!;
    const sum = (demand.get(group) ?? 0) + draft.lineCap[line]!;
    const { item } = c.source.lines[line]!;
    ensure(
      sum <= Number.MAX_SAFE_INTEGER,
      'QUANTITY_TOO_LARGE',
      `Tổng số lượng các dòng của mặt hàng «${item}» vượt quá 9.007.199.254 đơn vị: hãy chia dữ liệu phân bổ thành nhiều phần.`,
      { item },
    );
    demand.set(group, sum);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function modelOf(c: Compiled, draft: Draft, mark: Mark, lines: Int32Array): Model {
  const arcs = range(mark.arcs, draft.arcNode.length);
  return {
    c,
    draft,
    sources: range(mark.sources, draft.sourceLot.length),
    caps: draft.sourceCap.slice(mark.sources),
    nodes: range(mark.nodes, draft.nodeGroup.length),
    arcs,
    factors: arcs.map((arc) => {
      const lot = draft.sourceLot[draft.arcSource[arc]!]!;
      const { item } = draft.groups[draft.nodeGroup[draft.arcNode[arc]!]!]!;
      return c.itemConnections[item]!.find((connection) => connection.cell === c.lotCell[lot])!.factor;
    }),
    classes: valueClasses(c, draft, lines),
  };
}

/** Puts the shares in the place of the component's sources and arcs. */
function writeShares(draft: Draft, mark: Mark, amounts: readonly Fraction[]): void {
  const nodes = draft.arcNode.slice(mark.arcs);
  const sources = draft.arcSource.slice(mark.arcs);
  const lots = draft.sourceLot.slice(mark.sources);
  draft.arcNode.length = mark.arcs;
  draft.arcSource.length = mark.arcs;
  draft.sourceLot.length = mark.sources;
  draft.sourceCap.length = mark.sources;
  draft.sourceStep.length = mark.sources;
  let total = FRACTIONS.zero;
  let group = -1;
  nodes.forEach((node, a) => {
    if (draft.nodeGroup[node] !== group) total = FRACTIONS.zero;
    group = draft.nodeGroup[node]!;
    const before = total.n / total.d;
    total = FRACTIONS.add(total, amounts[a]!);
    const share = Number(total.n / total.d - before);
    if (share <= 0) return;
    draft.arcNode.push(node);
    draft.arcSource.push(draft.sourceLot.length);
    draft.sourceLot.push(lots[sources[a]! - mark.sources]!);
    draft.sourceCap.push(share);
    draft.sourceStep.push(0);
  });
}

function valueClasses(c: Compiled, draft: Draft, lines: Int32Array): ValueClass[] {
  const live = [...lines].filter((l) => draft.lineNode[l]! >= 0 && draft.lineCap[l]! > 0);
  const value = (a: number, b: number): number =>
    compareRatios(c.lineAmount[b]!, draft.lineFull[b]!, c.lineAmount[a]!, draft.lineFull[a]!);
  live.sort(
    (a, b) =>
      draft.lineNode[a]! - draft.lineNode[b]! || c.linePriority[a]! - c.linePriority[b]! || value(a, b) || a - b,
  );
  const classes: ValueClass[] = [];
  for (const line of live) {
    const last = classes.at(-1);
    const node = draft.lineNode[line]!;
    const priority = c.linePriority[line] === 1 ? 1 : 2;
    if (last && last.node === node && last.priority === priority && value(last.line, line) === 0) {
      last.cap += draft.lineCap[line]!;
    } else classes.push({ node, priority, line, cap: draft.lineCap[line]! });
  }
  return classes;
}

/** Weights of priority 1 in the bounds that are tried: the tightest bound counts. */
const WEIGHTS = [0n, 1n, 10n, 100n];

/**
 * Weak duality. For any non-negative prices of the sources, each node's price being the least at which it can be
 * supplied, Σ stock × price + Σ capacity × (value − price)⁺ bounds what can be earned. With priority 1 weighing w more,
 * the bound of total + w·(priority 1) less w × what priority 1 is known to reach bounds the total of every plan that is
 * best for priority 1.
 */
function dualBound(model: Model, optimum: Optimum): Fraction {
  const reached = reachedByPriority1(model, optimum.amounts);
  const bounds = WEIGHTS.map((weight) => {
    const w = FRACTIONS.from(weight, 1n);
    const prices = optimum.prices2.map((price, k) => {
      const sum = FRACTIONS.add(price, FRACTIONS.multiply(w, optimum.prices1[k]!));
      return FRACTIONS.sign(sum) > 0 ? sum : FRACTIONS.zero;
    });
    return FRACTIONS.subtract(boundAt(model, prices, w), FRACTIONS.multiply(w, reached));
  });
  return bounds.reduce((a, b) => (FRACTIONS.sign(FRACTIONS.subtract(a, b)) <= 0 ? a : b));
}

function boundAt(model: Model, prices: readonly Fraction[], weight: Fraction): Fraction {
  const { c, draft, sources, caps, nodes, arcs, factors, classes } = model;
  const priceOf = new Map(sources.map((source, k) => [source, prices[k]!]));
  const nodePrice = new Map<number, Fraction>();
  const lower = (node: number, price: Fraction): void => {
    const known = nodePrice.get(node);
    if (!known || FRACTIONS.sign(FRACTIONS.subtract(price, known)) < 0) nodePrice.set(node, price);
  };
  arcs.forEach((arc, a) => {
    const gain = FRACTIONS.from(factors[a]!.numerator, factors[a]!.denominator);
    lower(draft.arcNode[arc]!, FRACTIONS.multiply(gain, priceOf.get(draft.arcSource[arc]!)!));
  });
  nodes.forEach((node, j) => {
    const next = nodes[j + 1];
    const price = nodePrice.get(node);
    if (price && next !== undefined && draft.nodeGroup[next] === draft.nodeGroup[node]) lower(next, price);
  });
  // Đồng are summed in millionths, rounded up: the bound stays one, and its fractions stay small.
  let millionths = 0n;
  const addUp = ({ n, d }: Fraction): void => {
    millionths += (n * 1_000_000n + d - 1n) / d;
  };
  sources.forEach((_, k) => {
    addUp(FRACTIONS.multiply(FRACTIONS.from(BigInt(caps[k]!), 1n), prices[k]!));
  });
  for (const { node, priority, line, cap } of classes) {
    const price = nodePrice.get(node);
    if (!price) continue;
    const value = FRACTIONS.from(BigInt(c.lineAmount[line]!), BigInt(draft.lineFull[line]!));
    const weighed = priority === 1 ? FRACTIONS.add(value, FRACTIONS.multiply(weight, value)) : value;
    const surplus = FRACTIONS.subtract(weighed, price);
    if (FRACTIONS.sign(surplus) > 0) addUp(FRACTIONS.multiply(FRACTIONS.from(BigInt(cap), 1n), surplus));
  }
  return FRACTIONS.from(millionths, 1_000_000n);
}

/** The least that priority 1 earns when each group serves it first from the stock of its arcs, in đồng. */
function reachedByPriority1(model: Model, amounts: readonly Fraction[]): Fraction {
  const { c, draft, nodes, arcs, classes } = model;
  const brought = new Map<number, Fraction>();
  arcs.forEach((arc, a) => {
    const node = draft.arcNode[arc]!;
    brought.set(node, FRACTIONS.add(brought.get(node) ?? FRACTIONS.zero, amounts[a]!));
  });
  const byNode = new Map<number, ValueClass[]>();
  for (const one of classes) byNode.set(one.node, [...(byNode.get(one.node) ?? []), one]);
  let millionths = 0n;
  let carried = 0n;
  nodes.forEach((node, j) => {
    if (j === 0 || draft.nodeGroup[node] !== draft.nodeGroup[nodes[j - 1]!]) carried = 0n;
    const here = brought.get(node) ?? FRACTIONS.zero;
    carried += here.n / here.d;
    for (const { priority, line, cap } of byNode.get(node) ?? []) {
      if (priority !== 1) break;
      const served = carried < BigInt(cap) ? carried : BigInt(cap);
      carried -= served;
      millionths += (BigInt(c.lineAmount[line]!) * 1_000_000n * served) / BigInt(draft.lineFull[line]!);
    }
  });
  return FRACTIONS.from(millionths, 1_000_000n);
}
