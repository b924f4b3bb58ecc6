// Reads what each module imports. Type-only imports count: a door is about who knows whom.
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * @typedef {{ specifier: string, target: string | null, package: string | null, typeOnly: boolean, starts: boolean, names: readonly string[] | null, line: number }} Import
 *   starts: the module is run as a program or a thread of its own, not imported
 *   names: what is imported of the module; null for all of it
 *   target: path of the imported module of this repository; package: name of an npm package or `node:` builtin
 * @typedef {{ path: string, imports: Import[], onlyReexports: boolean, readsEnvironment: number[], hidden: number[], exported: { name: string, line: number }[] }} Module
 *   exported: values that the module offers by name
 */

/**
 * @param {ReadonlyMap<string, string>} files repository path → source
 * @returns {Map<string, Module>}
 */
export function readModules(files) {
  return new Map([...files].map(([file, source]) => [file, readModule(file, source, files)]));
}

/** @returns {Module} */
function readModule(file, source, files) {
  const { module, program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Import[]} */
  const imports = [];
  const add = (specifier, offset, { typeOnly = false, starts = false, names = null } = {}) =>
    imports.push({
      specifier,
      typeOnly,
      starts,
      names,
      line: lineAt(source, offset),
      ...resolve(file, specifier, files),
    });

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, start, { typeOnly, names: namesOf(entries) });
  }
  for (const { entries, start } of module.staticExports) {
    const passedOn = entries.filter((entry) => entry.moduleRequest);
    for (const [specifier, own] of Map.groupBy(passedOn, (entry) => entry.moduleRequest.value)) {
      add(specifier, start, { typeOnly: entries.every((entry) => entry.isType), names: namesOf(own) });
    }
  }
  /** Lines that import a module in a way that is not read here: no door can be held there. */
  const hidden = [];
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^['"]([^'"]+)['"]$/.exec(text);
    if (literal) add(literal[1], moduleRequest.start);
    // A package whose name the platform decides is not a module of ours.
    else if (!/^`@(?!khop\/)/.test(text)) hidden.push(lineAt(source, moduleRequest.start));
  }
  // Types by import('…').X, and programs started from a file beside this one: new URL('./worker.ts', import.meta.url).
  for (const found of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)\s*\./g))
    add(found[1], found.index, { typeOnly: true });
  for (const found of source.matchAll(/new URL\(\s*['"](\.[^'"]+\.tsx?)['"],\s*import\.meta\.url/g)) {
    add(found[1], found.index, { starts: true });
  }

  const known = new Set(imports.map(({ specifier }) => specifier));
  for (const { 1: text, index } of source.matchAll(/['"`]([\w@./-]*\/[\w.-]+\.tsx?)['"`]/g)) {
    if (!known.has(text) && !isComment(source, index)) hidden.push(lineAt(source, index));
  }

  const readsEnvironment = [...source.matchAll(/\bprocess\.env\b(?!\.\w+\s*=[^=])/g)]
    .filter(({ index }) => !/delete\s+$/.test(source.slice(0, index)) && !isComment(source, index))
    .map(({ index }) => lineAt(source, index));
  const onlyReexports =
    program.body.length > 0 &&
    program.body.every(
      (node) =>
        node.type === 'ExportAllDeclaration' ||
        (node.type === 'ExportNamedDeclaration' && node.source !== null && node.source !== undefined),
    );
  return { path: file, imports, onlyReexports, readsEnvironment, hidden, exported: exportedOf(module, source) };
}

/** The names of import or export entries; null when one of them takes the whole module. */
function namesOf(entries) {
  if (entries.some(({ importName: { kind } }) => kind !== 'Name' && kind !== 'Default')) return null;
  return entries.map(({ importName: { kind, name } }) => (kind === 'Default' ? 'default' : name));
}

function exportedOf({ staticExports }, source) {
  return staticExports.flatMap(({ entries, start }) =>
    entries
      .filter(({ isType, exportName: { kind } }) => !isType && kind === 'Name')
      .map(({ exportName: { name } }) => ({ name, line: lineAt(source, start) })),
  );
}

function resolve(from, specifier, files) {
  if (specifier.startsWith('.')) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, '')));
    // A relative import without the extension is a bundler's habit: it is looked up the way the bundler does.
    const found = [target, `${target}.ts`, `${target}.tsx`].find((candidate) => files.has(candidate));
    return { target: found ?? target, package: null };
  }
  const room = /^@khop\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (room) return { target: `${room[1]}/src/${room[2] ?? 'index.ts'}`, package: null };
  if (specifier.startsWith('node:')) return { target: null, package: specifier };
  const [scope, name] = specifier.split('/');
  return { target: null, package: scope.startsWith('@') ? `${scope}/${name}` : scope };
}

const lineAt = (source, offset) => source.slice(0, offset).split('\n').length;

function isComment(source, index) {
  const line = source.slice(source.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\/\/|\/?\*)/.test(line);
}
