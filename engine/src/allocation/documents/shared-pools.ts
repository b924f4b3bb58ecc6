import type { Pools } from '../flow/pools.ts';
import type { Stage } from './stage.ts';

/** Arcs looked along per rerouted path while documents are served. */
export const EFFORT = 2000;

/** Pools that one line tries to draw from besides its own. */
const SHIFTS = 4;

/**
 * The shares of tied lines. Lines at one node share a *pool*: the documents that come first take it whole, so that
 * others need no invoice at all. Between pools of one tie the plan can be shifted along a path.
 */
export class SharedPools {
  readonly #stage: Stage;
  readonly #found: Pools;

  constructor(stage: Stage, found: Pools) {
    this.#stage = stage;
    this.#found = found;
  }

  /** Pool of a line, −1 for lines whose share is fixed. */
  of(line: number): number {
    return this.#found.poolOf[line]!;
  }

  get poolOf(): Int32Array {
    return this.#found.poolOf;
  }

  /** The tie of a line, −1 for lines whose share is fixed. */
  tieOf(line: number): number {
    const pool = this.of(line);
    return pool < 0 ? -1 : this.#found.tieOf[pool]!;
  }

  get ties(): number {
    return this.#found.ties.length;
  }

  /** The amount left in a pool for documents not yet served. */
  left(pool: number): number {
    return this.#found.pools[pool]!;
  }

  take(pool: number, amount: number): void {
    this.#stage.routes.add(this.#found.pools, pool, -amount);
  }

  giveBack(pool: number, amount: number): void {
    this.take(pool, -amount);
  }

  /** Moves plan from other pools of the tie to this one until it holds `wanted`, as far as stock can follow. */
  fill(pool: number, wanted: number, most = SHIFTS): void {
    const { pools, poolNode, ties, tieOf } = this.#found;
    const { routes } = this.#stage;
    const tie = ties[tieOf[pool]!]!;
    const turn = tie.indexOf(pool);
    let missing = wanted - pools[pool]!;
    for (let step = 1, tries = 0; step < tie.length && missing > 0 && tries < most; step++) {
      const other = tie[(turn + step) % tie.length]!;
      const amount = Math.min(missing, pools[other]!);
      if (amount <= 0) continue;
      tries++;
      routes.unroute(poolNode[other]!, amount, -1);
      const moved = routes.route(poolNode[pool]!, amount, EFFORT);
      if (moved < amount) routes.mustRoute(poolNode[other]!, amount - moved);
      this.take(other, moved);
      this.giveBack(pool, moved);
      missing -= moved;
    }
  }
}
