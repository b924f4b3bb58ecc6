import { type Neighbours, neighbourhood } from './neighbourhood.ts';
import { generator, type Random, shuffle } from './random.ts';
import type { Serving } from './serving.ts';
import type { Stage } from './stage.ts';

/** Trials in all: few where they could not matter. */
const MOST_TRIALS = 20_000;
const MOST_TRIALS_WHEN_LARGE = 5000;
const LARGE_LINES = 300_000;
/** Trials one after another that make nothing better: then the others would hardly do so either. */
const MOST_FRUITLESS = 3000;
/** Lines served again in all trials together: keeps documents of thousands of lines from taking minutes. */
const MOST_LINES = 1_000_000;
/** Arcs looked along per rerouted path. */
const EFFORT = 1500;

/** Bounds and preferences of the trials. */
export type Goal = {
  /** The fewest profiles that each document needs. */
  readonly bounds: Int32Array;
  /** Documents that hold parts of the last plan: these stay. */
  readonly isFrozen: (document: number) => boolean;
  /** Trials per document that uses more profiles than its bound. */
  readonly patience: number;
  /** Orders equal profiles anew. */
  readonly shufflePreference: (seed: number) => void;
};

/**
 * Aim (c), second half, and (d): takes a few documents that compete for the same stock out of the plan and serves them
 * again in another order. Keeps the result when it needs fewer profiles, or as many and serves earlier days; else
 * everything is put back. Values never change: every trial moves inside the plans that are optimal for (a) and (b).
 * The work is counted in trials, not time, and the random order is seeded: same input, same result.
 */
export function improve(stage: Stage, serving: Serving, goal: Goal): void {
  const { c, net, linesOfDocument } = stage;
  const isOpen = (document: number): boolean =>
    !goal.isFrozen(document) && serving.pairsOf(document) > goal.bounds[document]!;
  const candidates = Array.from({ length: c.documents }, (_, document) => document).filter(isOpen);
  if (candidates.length === 0) return;
  serving.shifting = true;
  const trial = new Trials(stage, serving, goal);
  const most = net.lineNode.length > LARGE_LINES ? MOST_TRIALS_WHEN_LARGE : MOST_TRIALS;
  let trials = Math.min(most, goal.patience * candidates.length);
  let work = MOST_LINES;
  let fruitless = 0;
  for (let at = 0; trials > 0 && work > 0 && fruitless < MOST_FRUITLESS; at = (at + 1) % candidates.length) {
    trials--;
    if (isOpen(candidates[at]!)) {
      const { tried, isBetter } = trial.run(candidates[at]!);
      for (const document of tried) work -= linesOfDocument.size(document);
      fruitless = isBetter ? 0 : fruitless + 1;
    } else if (at === candidates.length - 1 && !candidates.some(isOpen)) return;
  }
}

class Trials {
  readonly #stage: Stage;
  readonly #serving: Serving;
  readonly #goal: Goal;
  readonly #random: Random = generator(20_261_121);
  readonly #neighbours: Neighbours;

  constructor(stage: Stage, serving: Serving, goal: Goal) {
    this.#stage = stage;
    this.#serving = serving;
    this.#goal = goal;
    this.#neighbours = neighbourhood(stage, serving.pools, this.#random);
  }

  /** Serves a document and some of its neighbours again. @returns the documents that were tried, and whether something was won. */
  run(first: number): { readonly tried: readonly number[]; readonly isBetter: boolean } {
    const { routes } = this.#stage;
    const favourite = this.#random(2) === 0 ? -1 : this.#neighbours.profileOf(first);
    const found =
      favourite < 0 ? this.#neighbours.any(first, 1 + this.#random(7)) : this.#neighbours.holding(first, favourite);
    const chosen = found.filter((document) => !this.#goal.isFrozen(document));
    const pairs = chosen.reduce((sum, document) => sum + this.#serving.pairsOf(document), 0);
    const late = this.#lateness(chosen);
    const served = this.#servedBy(chosen);
    routes.begin();
    for (const document of chosen) this.#serving.unserve(document);
    shuffle(chosen, this.#random, favourite < 0 ? 0 : 1);
    this.#goal.shufflePreference(this.#random(1 << 30));
    const after = this.#serveAgain(chosen, first, favourite, pairs);
    // Steps may leave a trial with less than before, in lines or in pools: such a trial is never kept.
    const isWhole = this.#servedBy(chosen) >= served;
    const isFewer = isWhole && after < pairs;
    const lateNow = isWhole && after === pairs ? this.#lateness(chosen) : Number.POSITIVE_INFINITY;
    if (isFewer || lateNow <= late) routes.keep();
    else routes.undo();
    return { tried: chosen, isBetter: isFewer || lateNow < late };
  }

  /** @returns how many profiles the documents need now; it stops once they are more than `most`. */
  #serveAgain(documents: readonly number[], first: number, favourite: number, most: number): number {
    let pairs = 0;
    for (const document of documents) {
      this.#serving.favourite = document === first ? favourite : -1;
      pairs += this.#serving.serve(document, EFFORT);
      if (pairs > most) break;
    }
    this.#serving.favourite = -1;
    return pairs;
  }

  /** Shares of pools by their day: less is earlier. */
  #lateness(documents: readonly number[]): number {
    const { c, given, linesOfDocument } = this.#stage;
    const { start, rows } = linesOfDocument;
    let sum = 0;
    for (const document of documents) {
      for (let at = start[document]!; at < start[document + 1]!; at++) {
        const line = rows[at]!;
        if (this.#serving.pools.of(line) >= 0) sum += given[line]! * (c.lineDay[line]! + 1);
      }
    }
    return sum;
  }

  #servedBy(documents: readonly number[]): number {
    const { given, linesOfDocument } = this.#stage;
    const { start, rows } = linesOfDocument;
    let sum = 0;
    for (const document of documents) {
      for (let at = start[document]!; at < start[document + 1]!; at++) sum += given[rows[at]!]!;
    }
    return sum;
  }
}
