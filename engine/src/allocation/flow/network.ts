import type { Compiled } from '../compile.ts';
import { floorToStep } from '../pins.ts';
import { type Component, type Grouping, groupBy, scaled, type Units } from '../units.ts';

/**
 * The flow network of the whole instance, as columns.
 *
 * A *source* is a lot (or, after an exact LP, the share of a lot reserved for one item). A *group* is the lines of one
 * item with one set of allowed profiles; its *nodes* are the moments that matter to it, in order: node j hands stock on
 * to node j + 1 (`carry[j]`), never back, which is what "a lot serves sales on or after its day" means.
 * An arc leads from a source to the first node at which the group can use it. Quantities are whole numbers of the
 * component's unit; a source's capacity is `free` + what its arcs carry + what was committed to lines.
 */
export type Network = {
  readonly free: Float64Array;
  readonly sourceLot: Int32Array;
  readonly sourceStep: Float64Array;
  readonly sourceProfile: Int32Array;
  /** Arcs of a node: nodeStart[j] … nodeStart[j + 1]. */
  readonly nodeStart: Int32Array;
  readonly nodeGroup: Int32Array;
  readonly carry: Float64Array;
  readonly arcNode: Int32Array;
  readonly arcSource: Int32Array;
  readonly flow: Float64Array;
  /** Arcs of a source: sourceArcs[sourceStart[k] … sourceStart[k + 1]]. */
  readonly sourceStart: Int32Array;
  readonly sourceArcs: Int32Array;
  /** Runs of one profile inside a group, latest arcs first: see `profileArcs`. */
  readonly groupRunStart: Int32Array;
  readonly runProfile: Int32Array;
  readonly runStart: Int32Array;
  readonly runArcs: Int32Array;
  /** The same runs in the order in which they are drawn from: by the priority of the connection, then latest first. */
  readonly drawArcs: Int32Array;
  readonly groups: readonly Group[];
  /** −1 when no stock of its item exists by the line's day. */
  readonly lineNode: Int32Array;
  /** The amount that a line may receive, floored to its step. */
  readonly lineCap: Float64Array;
  /** The whole line in the unit of its component: amount / lineFull is its value per unit. */
  readonly lineFull: Float64Array;
  readonly lineStep: Float64Array;
};

export type Group = { readonly component: number; readonly item: number; readonly firstNode: number; endNode: number };

/** Growing columns from which a network is made. */
export type Draft = {
  sourceLot: number[];
  sourceCap: number[];
  sourceStep: number[];
  arcNode: number[];
  arcSource: number[];
  nodeGroup: number[];
  groups: Group[];
  lineNode: Int32Array;
  lineCap: Float64Array;
  lineFull: Float64Array;
  lineStep: Float64Array;
};

export function emptyDraft(lines: number): Draft {
  return {
    sourceLot: [],
    sourceCap: [],
    sourceStep: [],
    arcNode: [],
    arcSource: [],
    nodeGroup: [],
    groups: [],
    lineNode: new Int32Array(lines).fill(-1),
    lineCap: new Float64Array(lines),
    lineFull: new Float64Array(lines).fill(1),
    lineStep: new Float64Array(lines),
  };
}

/** An instance with its units, and its open rows by what they are rows of. */
export type Measured = {
  readonly c: Compiled;
  readonly units: Units;
  readonly linesOfItem: Grouping;
  readonly lotsOfCell: Grouping;
};

/** Adds one component to the draft: its lots as sources, its groups, nodes and arcs. Returns the range of its parts. */
export function addComponent({ c, units, linesOfItem, lotsOfCell }: Measured, id: number, draft: Draft): void {
  const component = units.components[id]!;
  const sourceOfLot = addSources(c, units, component, lotsOfCell, draft);
  for (const item of component.items) {
    const lines = linesOfItem.of(item);
    const bySet = new Map<number, number[]>();
    for (const l of lines) {
      measureLine(c, units, component, l, draft);
      const group = bySet.get(c.lineSet[l]!);
      if (group) group.push(l);
      else bySet.set(c.lineSet[l]!, [l]);
    }
    for (const [set, members] of bySet) {
      const allowed = c.sets[set];
      const sources: number[] = [];
      for (const { cell } of c.itemConnections[item]!) {
        if (allowed && !allowed.has(c.cellProfile[cell]!)) continue;
        for (const lot of lotsOfCell.of(cell)) if (sourceOfLot.has(lot)) sources.push(sourceOfLot.get(lot)!);
      }
      addGroup(c, { component: id, item }, members, sources, draft);
    }
  }
}

function addSources(
  c: Compiled,
  units: Units,
  component: Component,
  lotsOfCell: Grouping,
  draft: Draft,
): Map<number, number> {
  const sourceOfLot = new Map<number, number>();
  for (const cell of component.cells) {
    const scale = units.cellScale[cell]!;
    for (const lot of lotsOfCell.of(cell)) {
      const step = scaled(c.lotStep[lot]!, scale, component.divisor);
      const quantity = scaled(c.lotLeft[lot]!, scale, component.divisor);
      const cap = floorToStep(floorToStep(quantity, step), component.commonStep);
      if (cap <= 0) continue;
      sourceOfLot.set(lot, draft.sourceLot.length);
      draft.sourceLot.push(lot);
      draft.sourceCap.push(cap);
      draft.sourceStep.push(step);
    }
  }
  return sourceOfLot;
}

function measureLine(c: Compiled, units: Units, component: Component, line: number, draft: Draft): void {
  const scale = units.itemScale[c.lineItem[line]!]!;
  const step = scaled(c.lineStep[line]!, scale, component.divisor);
  const left = scaled(c.lineLeft[line]!, scale, component.divisor);
  draft.lineStep[line] = step;
  draft.lineCap[line] = floorToStep(floorToStep(left, step), component.commonStep);
  draft.lineFull[line] = scaled(c.lineQuantity[line]!, scale, component.divisor);
}

/** One node per moment at which the group's lines see different stock; sources join the first node that may use them. */
function addGroup(
  c: Compiled,
  { component, item }: Pick<Group, 'component' | 'item'>,
  lines: readonly number[],
  sources: number[],
  draft: Draft,
): void {
  if (sources.length === 0) return;
  const lotOf = (source: number): number => draft.sourceLot[source]!;
  const arrivalOf = (source: number): number => c.lotDay[lotOf(source)]!;
  sources.sort((a, b) => arrivalOf(a) - arrivalOf(b) || lotOf(a) - lotOf(b));
  const byDay = [...lines].sort((a, b) => c.lineDay[a]! - c.lineDay[b]!);
  const group: Group = { component, item, firstNode: draft.nodeGroup.length, endNode: draft.nodeGroup.length };
  let next = 0;
  for (const line of byDay) {
    const first = next;
    while (next < sources.length && arrivalOf(sources[next]!) <= c.lineDay[line]!) next++;
    if (next > first) {
      const node = draft.nodeGroup.length;
      draft.nodeGroup.push(draft.groups.length);
      for (let at = first; at < next; at++) {
        draft.arcNode.push(node);
        draft.arcSource.push(sources[at]!);
      }
    }
    draft.lineNode[line] = next > 0 ? draft.nodeGroup.length - 1 : -1;
  }
  group.endNode = draft.nodeGroup.length;
  if (group.endNode > group.firstNode) draft.groups.push(group);
}

/** Turns the draft into the network's columns, with the adjacency in both directions. */
export function finish(c: Compiled, draft: Draft): Network {
  const arcs = draft.arcNode.length;
  const nodes = draft.nodeGroup.length;
  const sources = draft.sourceLot.length;
  const arcNode = Int32Array.from(draft.arcNode);
  const arcSource = Int32Array.from(draft.arcSource);
  const nodeStart = new Int32Array(nodes + 1);
  for (let a = 0; a < arcs; a++) nodeStart[arcNode[a]! + 1]!++;
  for (let j = 0; j < nodes; j++) nodeStart[j + 1]! += nodeStart[j]!;
  const sourceLot = Int32Array.from(draft.sourceLot);
  const sourceProfile = sourceLot.map((lot) => c.cellProfile[c.lotCell[lot]!]!);
  const bySource = groupBy(arcSource, sources, () => true);
  const sourceStart = new Int32Array(sources + 1);
  const sourceArcs = new Int32Array(arcs);
  for (let k = 0; k < sources; k++) {
    sourceArcs.set(bySource.of(k), sourceStart[k]!);
    sourceStart[k + 1] = sourceStart[k]! + bySource.size(k);
  }
  return {
    free: Float64Array.from(draft.sourceCap),
    sourceLot,
    sourceStep: Float64Array.from(draft.sourceStep),
    sourceProfile,
    nodeStart,
    nodeGroup: Int32Array.from(draft.nodeGroup),
    carry: new Float64Array(nodes),
    arcNode,
    arcSource,
    flow: new Float64Array(arcs),
    sourceStart,
    sourceArcs,
    ...profileRuns(draft.groups, nodeStart, arcSource, sourceProfile, arcPriorities(c, draft)),
    groups: draft.groups,
    lineNode: draft.lineNode,
    lineCap: draft.lineCap,
    lineFull: draft.lineFull,
    lineStep: draft.lineStep,
  };
}

function profileRuns(
  groups: readonly Group[],
  nodeStart: Int32Array,
  arcSource: Int32Array,
  sourceProfile: Int32Array,
  priority: Float64Array | undefined,
): Pick<Network, 'groupRunStart' | 'runProfile' | 'runStart' | 'runArcs' | 'drawArcs'> {
  const groupRunStart = new Int32Array(groups.length + 1);
  const runArcs = new Int32Array(arcSource.length);
  const runProfile: number[] = [];
  const runStart: number[] = [];
  groups.forEach((group, g) => {
    groupRunStart[g] = runProfile.length;
    const from = nodeStart[group.firstNode]!;
    const to = nodeStart[group.endNode]!;
    for (let a = from; a < to; a++) runArcs[a] = a;
    const profileOf = (arc: number): number => sourceProfile[arcSource[arc]!]!;
    runArcs.subarray(from, to).sort((a, b) => profileOf(a) - profileOf(b) || b - a);
    for (let at = from; at < to; at++) {
      const profile = profileOf(runArcs[at]!);
      if (at === from || profile !== runProfile.at(-1)) {
        runProfile.push(profile);
        runStart.push(at);
      }
    }
  });
  groupRunStart[groups.length] = runProfile.length;
  runStart.push(arcSource.length);
  const drawArcs = priority ? runArcs.slice() : runArcs;
  if (priority) {
    for (let run = 0; run < runProfile.length; run++) {
      drawArcs.subarray(runStart[run]!, runStart[run + 1]!).sort((a, b) => priority[a]! - priority[b]! || b - a);
    }
  }
  const runs = { runProfile: Int32Array.from(runProfile), runStart: Int32Array.from(runStart) };
  return { groupRunStart, ...runs, runArcs, drawArcs };
}

/** The priority of the connection behind each arc; undefined when all are the same. */
function arcPriorities(c: Compiled, draft: Draft): Float64Array | undefined {
  if (
    c.itemConnections.every((connections) =>
      connections.every((connection) => connection.priority === connections[0]!.priority),
    )
  )
    return undefined;
  return Float64Array.from(draft.arcNode, (node, arc) => {
    const { item } = draft.groups[draft.nodeGroup[node]!]!;
    const cell = c.lotCell[draft.sourceLot[draft.arcSource[arc]!]!]!;
    return c.itemConnections[item]!.find((connection) => connection.cell === cell)!.priority;
  });
}
