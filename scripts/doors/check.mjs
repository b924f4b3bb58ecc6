import path from 'node:path';
import { readModules } from './modules.mjs';
import {
  importRules,
  isEntry,
  isTest,
  mayBeBarrel,
  mayHidePaths,
  mayOfferUnused,
  mayReadEnvironment,
  mostSideBySide,
  undeclared,
} from './rules.mjs';

/** @typedef {{ rule: string, file: string, line: number, message: string }} Violation */

/**
 * Checks every module against the house's doors.
 *
 * @param {ReadonlyMap<string, string>} files repository path → source
 * @param {ReadonlyMap<string, ReadonlySet<string>>} manifests workspace folder → packages its package.json names
 * @returns {Violation[]} in order of file and line
 */
export function checkDoors(files, manifests) {
  const modules = readModules(files);
  /** @type {Violation[]} */
  const violations = [];
  const report = (rule, file, line, message) => violations.push({ rule, file, line, message });

  for (const module of modules.values()) {
    for (const imported of module.imports) {
      const { line, specifier, target } = imported;
      if (target && /\.tsx?$/.test(target) && !modules.has(target)) {
        report('resolves', module.path, line, `${specifier} leads to no module`);
      }
      for (const [rule, check] of Object.entries(importRules)) {
        const wrong = check(module, imported);
        if (wrong) report(rule, module.path, line, `${specifier}: ${wrong}`);
      }
      const missing = undeclared(module, imported, manifests);
      if (missing) report('declared', module.path, line, missing);
    }
    if (module.onlyReexports && !mayBeBarrel(module.path)) {
      report('no-barrels', module.path, 1, 'only re-exports: import from where things are');
    }
    if (!mayHidePaths(module.path)) {
      for (const line of module.hidden) {
        report('no-hidden-paths', module.path, line, 'a module is reached by an import or by new URL with its name');
      }
    }
    if (!mayReadEnvironment(module.path)) {
      for (const line of module.readsEnvironment) {
        report('one-reader-of-environment', module.path, line, 'only server/src/config.ts reads process.env');
      }
    }
  }
  const takenOf = takenByModule(modules);
  for (const { path: file, exported } of modules.values()) {
    if (mayOfferUnused(file)) continue;
    const taken = takenOf.get(file);
    for (const { name, line } of exported) {
      if (taken !== null && !taken?.has(name)) report('unused-exports', file, line, `nothing imports ${name}`);
    }
  }
  for (const [folder, count] of sourcesByFolder(modules)) {
    if (count <= mostSideBySide) continue;
    report('crowded', folder, 1, `${count} files side by side, of ${mostSideBySide}: give the folder inner rooms`);
  }
  for (const cycle of findCycles(modules)) report('no-cycles', cycle[0], 1, [...cycle, cycle[0]].join(' → '));
  for (const orphan of findOrphans(modules)) report('no-orphans', orphan, 1, 'nothing but its own tests imports it');
  return violations.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

/** Module → the names that others, tests among them, import from it; null when one of them takes all of it. */
function takenByModule(modules) {
  const taken = new Map();
  for (const { path: file, imports } of modules.values()) {
    for (const { target, names } of imports) {
      if (target === null || target === file) continue;
      const known = taken.get(target);
      taken.set(target, names === null || known === null ? null : new Set([...(known ?? []), ...names]));
    }
  }
  return taken;
}

/** The number of modules in each folder itself, tests included: they are the ones that a reader sees on opening it. */
function sourcesByFolder(modules) {
  const counts = new Map();
  for (const file of modules.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** Strongly connected groups of more than one module (Tarjan), each as one cycle through its first member. */
function findCycles(modules) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const cycles = [];

  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    onStack.add(file);
    for (const { target, starts } of modules.get(file).imports) {
      if (target === null || starts || !modules.has(target) || target === file) continue;
      if (!index.has(target)) {
        visit(target);
        low.set(file, Math.min(low.get(file), low.get(target)));
      } else if (onStack.has(target)) {
        low.set(file, Math.min(low.get(file), index.get(target)));
      }
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const member of group) onStack.delete(member);
    if (group.length > 1) cycles.push(shortestCycle(modules, group));
  };
  for (const file of modules.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** The shortest way from the group's first module back to itself, so that the message shows what to cut. */
function shortestCycle(modules, group) {
  const members = new Set(group);
  const [start] = [...group].sort();
  const ways = [[start]];
  const seen = new Set([start]);
  for (const way of ways) {
    for (const { target, starts } of modules.get(way.at(-1)).imports) {
      if (starts) continue;
      if (target === start && way.length > 1) return way;
      if (!members.has(target) || seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return group;
}

/** Modules that no entry needs and that nothing but tests imports. */
function findOrphans(modules) {
  const needed = new Set();
  for (const module of modules.values()) {
    if (isTest(module.path)) continue;
    for (const { target } of module.imports) if (target && target !== module.path) needed.add(target);
  }
  return [...modules.keys()].filter((file) => !needed.has(file) && !isEntry(file));
}
