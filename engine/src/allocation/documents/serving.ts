import type { Pools } from '../flow/pools.ts';
import { findRun } from './commitments.ts';
import type { Preference } from './preference.ts';
import { type Ranking, ranking } from './ranking.ts';
import { SharedPools } from './shared-pools.ts';
import type { Stage } from './stage.ts';

/** Profiles that are tried before all of them are. */
const FEW = 6;

/** A part of the last plan: the line, the arc over which it drew, the amount, and its invoice. */
export type Trace = { readonly line: number; readonly arc: number; amount: number; readonly invoice: string };

/**
 * Aim (c), first half: documents are served one after another, each from as few profiles as it can be without taking
 * anything away from what aims (a) and (b) gave to the others.
 */
export class Serving {
  readonly pools: SharedPools;
  /** Lets documents draw from the other pools of their tie, at some cost in time. */
  shifting = false;
  /** A profile that a trial wants to see used, −1 for none. */
  favourite = -1;
  readonly #stage: Stage;
  readonly #preference: Preference;
  readonly #ranking: Ranking;
  /** Lines of the document in hand that are not served yet, and the rest that each still needs. */
  readonly #open: number[] = [];
  readonly #needs: number[] = [];

  constructor(stage: Stage, pools: Pools, preference: Preference) {
    this.#stage = stage;
    this.pools = new SharedPools(stage, pools);
    this.#preference = preference;
    this.#ranking = ranking(stage.net, preference, stage.c.profiles.length);
  }

  /** Serves the rest of a document, inside the caller's trial; returns its number of profiles. */
  serve(document: number, effort: number): number {
    this.#collect(document);
    if (this.#open.length > 0 && !this.#fromOneProfile(document, effort)) this.#fromSeveral(document, effort);
    return this.pairsOf(document);
  }

  /** The same without touching the document's invoices that are repeated whole; false when that is not possible. */
  spare(document: number, effort: number): boolean {
    this.#collect(document);
    while (this.#open.length > 0) {
      this.#ranking.rank(document, this.#open, this.#needs, -1);
      const others = this.#ranking.all().filter((profile) => !this.#preference.keeps(document, profile));
      if (!others.some((profile) => this.#drawFrom(profile, effort))) return false;
    }
    return true;
  }

  /**
   * Draws parts of the last plan again, inside the caller's trial: all of them, or false (`isWhole`); or each as far as it is
   * still possible and right.
   */
  keep(parts: readonly Trace[], effort: number, isWhole: boolean): boolean {
    for (const { line, arc, amount } of parts) {
      const held = this.held(line);
      const wanted = Math.min(amount, this.#stillDue(line, held, amount));
      if (isWhole && wanted < amount) return false;
      const drawn = wanted > 0 ? this.#stage.records.commitArc(line, arc, wanted, effort) : 0;
      if (isWhole && drawn < amount) return false;
      const pool = this.pools.of(line);
      if (pool < 0 || drawn === 0) continue;
      this.pools.take(pool, drawn);
      this.#stage.routes.set(this.#stage.given, line, held + drawn);
    }
    return true;
  }

  /** Takes a document's records back into the plan and the pools. */
  unserve(document: number): void {
    const { linesOfDocument, records, routes, given } = this.#stage;
    for (const line of linesOfDocument.of(document)) {
      const amount = records.release(line);
      const pool = this.pools.of(line);
      if (pool < 0) continue;
      this.pools.giveBack(pool, amount);
      routes.set(given, line, 0);
    }
  }

  /** The number of profiles from which a document draws. */
  pairsOf(document: number): number {
    const { linesOfDocument, records, net } = this.#stage;
    const used = [...this.#preference.pinnedProfiles(document)];
    const see = (arc: number): void => {
      const profile = net.sourceProfile[net.arcSource[arc]!]!;
      if (!used.includes(profile)) used.push(profile);
    };
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      records.each(linesOfDocument.rows[at]!, see);
    }
    return used.length;
  }

  /** The quantity that a line has drawn. */
  held(line: number): number {
    return this.#stage.records.held(line);
  }

  /** The amount that a part of the last plan may still draw for its line, after the line's pool was filled. */
  #stillDue(line: number, held: number, amount: number): number {
    const { given, net } = this.#stage;
    const pool = this.pools.of(line);
    if (pool < 0) return given[line]! - held;
    if (this.pools.left(pool) < amount) this.pools.fill(pool, amount, Number.POSITIVE_INFINITY);
    return Math.min(net.lineCap[line]! - held, this.pools.left(pool));
  }

  /** Opens the lines of a document that hold less than they are given; lines of a pool take what is left of it. */
  #collect(document: number): void {
    const { linesOfDocument, net, given } = this.#stage;
    this.#clear();
    for (let at = linesOfDocument.start[document]!; at < linesOfDocument.start[document + 1]!; at++) {
      const line = linesOfDocument.rows[at]!;
      if (net.lineNode[line]! < 0) continue;
      const held = this.held(line);
      if (this.pools.of(line) >= 0) this.#takeFromPool(line, held);
      if (given[line]! <= held) continue;
      this.#open.push(line);
      this.#needs.push(given[line]! - held);
    }
  }

  #takeFromPool(line: number, held: number): void {
    const { net, routes, given } = this.#stage;
    const pool = this.pools.of(line);
    const room = net.lineCap[line]! - held;
    if (this.shifting && this.pools.left(pool) < room) this.pools.fill(pool, room);
    const amount = Math.min(room, this.pools.left(pool));
    this.pools.take(pool, amount);
    routes.set(given, line, held + amount);
  }

  /** Serves all open lines from one profile, if one of the first few can. */
  #fromOneProfile(document: number, effort: number): boolean {
    const { routes } = this.#stage;
    let tries = effort > 0 ? 4 : 2;
    this.#ranking.rank(document, this.#open, this.#needs, this.favourite);
    for (const profile of this.#ranking.best(FEW)) {
      if (tries === 0) break;
      const isEasy = this.#ranking.covers(profile) === this.#open.length;
      if (!isEasy && (effort === 0 || !this.#canCoverAll(profile))) continue;
      const mark = routes.mark();
      tries--;
      if (this.#tryWhole(profile, effort)) return true;
      routes.rewind(mark);
    }
    return false;
  }

  #tryWhole(profile: number, effort: number): boolean {
    const { records } = this.#stage;
    // Far cheaper than to draw line by line, make room, and put it all back.
    if (!this.#open.every((line, i) => records.couldDraw(line, profile, this.#needs[i]!))) return false;
    for (let i = 0; i < this.#open.length; i++) {
      if (records.commit(this.#open[i]!, profile, this.#needs[i]!, effort) < this.#needs[i]!) return false;
    }
    return true;
  }

  #canCoverAll(profile: number): boolean {
    const { net } = this.#stage;
    return this.#open.every((line) => {
      const node = net.lineNode[line]!;
      const run = findRun(net, net.nodeGroup[node]!, profile);
      return run >= 0 && net.arcNode[net.runArcs[net.runStart[run + 1]! - 1]!]! <= node;
    });
  }

  /** Serves the open lines from one profile after another; they are ranked already. */
  #fromSeveral(document: number, effort: number): void {
    for (;;) {
      let progress = false;
      for (const profile of this.#ranking.best(FEW)) {
        progress = this.#drawFrom(profile, effort);
        if (progress) break;
      }
      if (!progress) {
        for (const profile of this.#ranking.all()) progress = this.#drawFrom(profile, effort) || progress;
      }
      if (!progress) this.#giveUp();
      if (this.#open.length === 0) return;
      this.#ranking.rank(document, this.#open, this.#needs, this.favourite);
    }
  }

  /** Draws one profile's goods for the open lines; true when it had any. */
  #drawFrom(profile: number, effort: number): boolean {
    const open = this.#open;
    const needs = this.#needs;
    let progress = false;
    let left = 0;
    for (let i = 0; i < open.length; i++) {
      const line = open[i]!;
      const drawn = this.#stage.records.commit(line, profile, needs[i]!, effort);
      progress ||= drawn > 0;
      if (drawn === needs[i]!) continue;
      open[left] = line;
      needs[left++] = needs[i]! - drawn;
    }
    open.length = left;
    needs.length = left;
    return progress;
  }

  /** Gives up shares that steps do not let the document draw; a pool offers them to its other lines. */
  #giveUp(): void {
    const { routes, given, net } = this.#stage;
    this.#open.forEach((line, i) => {
      const need = this.#needs[i]!;
      routes.add(given, line, -need);
      const pool = this.pools.of(line);
      if (pool >= 0) this.pools.giveBack(pool, need);
      else routes.unroute(net.lineNode[line]!, need, -1);
    });
    this.#clear();
  }

  #clear(): void {
    this.#open.length = 0;
    this.#needs.length = 0;
  }
}
