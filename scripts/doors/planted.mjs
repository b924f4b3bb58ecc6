// One small wrong house: every rule must find its violation here, or the check itself is broken.

import { mostSideBySide } from './rules.mjs';
import { streets } from './streets.mjs';

/** @typedef {Record<string, string>} House path → source */

/** An import against the order of a street: its first room knows its last one, or one that the street does not name. */
const againstEveryStreet = Object.entries(streets).flatMap(([folder, order]) =>
  [order.at(-1), 'unnamed']
    .filter((room) => room !== order[0])
    .map((room) => ({
      [`${folder}/${order[0]}/early.ts`]: `import { late } from '../${room}/late.ts'; export const x = late;`,
      [`${folder}/${room}/late.ts`]: 'export const late = 1;',
    })),
);

/** rule → houses that break it, each in a way of its own. @type {Record<string, House | readonly House[]>} */
export const planted = {
  'engine-alone': {
    'engine/src/reads-a-file.ts': "import { readFileSync } from 'node:fs'; export const x = readFileSync;",
  },
  rooms: {
    'web/src/shortcut.ts': "import type { Y } from '@khop/server/y.ts'; export type X = Y;",
    'server/src/y.ts': 'export type Y = 1;',
  },
  'by-package-name': {
    'contract/src/relative.ts': "import { money } from '../../engine/src/money.ts'; export const x = money;",
    'engine/src/money.ts': 'export const money = 1;',
  },
  'ui-blind': ['features/amis/f.ts', 'shared/f.ts', 'build-watch.ts', 'api/f.ts'].map((known) => ({
    'web/src/ui/knows.tsx': `import { f } from '../${known}'; export const x = f;`,
    [`web/src/${known}`]: 'export const f = 1;',
  })),
  'web-features-apart': {
    'web/src/features/bravo/uses.ts': "export const x = () => import('../amis/f.ts');",
    'web/src/features/amis/f.ts': 'export const f = 1;',
  },
  'business-order': {
    'server/src/features/amis/early.ts': "import { late } from '../invoice-issuance/late.ts'; export const x = late;",
    'server/src/features/invoice-issuance/late.ts': 'export const late = 1;',
  },
  'inner-rooms': againstEveryStreet,
  'starts-beside': {
    'server/src/features/amis/far.ts': "export const x = new URL('../../roles/far-thread.ts', import.meta.url);",
    'server/src/roles/far-thread.ts': 'export const x = 1;',
  },
  'no-hidden-paths': [
    { 'server/src/features/amis/named.ts': 'export const x = (name: string) => import(name);' },
    { 'server/src/features/amis/joined.ts': "export const x = (root: string) => root + '/roles/export-thread.ts';" },
    {
      'server/src/features/amis/far.ts':
        "const far = '../../roles/far-thread.ts'; export const x = new URL(far, import.meta.url);",
    },
  ],
  'unused-exports': [
    {
      'engine/src/money.ts': 'export const money = 1; export const spare = money;',
      'engine/src/sum.ts': "import { money } from './money.ts'; money;",
    },
    { 'server/src/features/amis/alone.ts': 'export function alone() { return alone; }' },
    {
      'web/src/ui/both.ts': 'const one = 1; const two = one; export { one, two };',
      'web/src/ui/uses.test.ts': "import { one } from './both.ts'; one;",
    },
  ],
  'world-through-context': {
    'server/src/features/bravo/direct.ts':
      "import { live } from '../../adapters/bravo/live.ts'; export const x = live;",
    'server/src/adapters/bravo/live.ts': 'export const live = 1;',
  },
  'sample-is-given': {
    'server/src/features/amis/cheats.ts': "import { truth } from '@khop/sample/truth.ts'; export const x = truth;",
    'sample/src/truth.ts': 'export const truth = 1;',
  },
  'sdks-in-adapters': {
    'server/src/http/verifies.ts': "import { jwtVerify } from 'jose'; export const x = jwtVerify;",
  },
  'queue-in-jobs': { 'server/src/http/queues.ts': "import { PgBoss } from 'pg-boss'; export const x = PgBoss;" },
  'main-wires': {
    'server/src/late-import.ts': "import { run } from './main.ts'; export const x = run;",
    'server/src/main.ts': 'export const run = 1;',
  },
  'no-test-in-product': {
    'server/src/mixed.ts': "import { h } from './testing/helper.ts'; export const x = h;",
    'server/src/testing/helper.ts': 'export const h = 1;',
  },
  declared: { 'server/src/undeclared.ts': "import leftPad from 'left-pad'; export const x = leftPad;" },
  resolves: { 'server/src/lost.ts': "import { gone } from './gone.ts'; export const x = gone;" },
  'no-barrels': { 'server/src/index.ts': "export * from './one.ts';", 'server/src/one.ts': 'export const one = 1;' },
  'one-reader-of-environment': { 'server/src/peeks.ts': 'const port = process.env.PORT; export default port;' },
  crowded: Object.fromEntries(
    Array.from({ length: mostSideBySide + 1 }, (_, n) => [
      `web/src/shared/one-of-many-${n}${n % 2 ? '.test' : ''}.ts`,
      'export const x = 1;',
    ]),
  ),
  'no-cycles': {
    'engine/src/a.ts': "import type { B } from './b.ts'; export type A = B;",
    'engine/src/b.ts': "import type { C } from './c.ts'; export type B = C;",
    'engine/src/c.ts': "import type { A } from './a.ts'; export type C = A;",
  },
  'no-orphans': {
    'engine/src/alone.ts': 'export const alone = 1;',
    'engine/src/alone.test.ts': "import { alone } from './alone.ts'; export const x = alone;",
  },
};

/** A right house, in which nothing may be found. @type {Record<string, string>} */
export const sound = {
  'engine/src/money.ts': 'export const money = 1;',
  'engine/src/money.test.ts': "import { it } from 'vitest'; import { money } from './money.ts'; it('x', () => money);",
  'contract/src/amis.ts': "import { money } from '@khop/engine/money.ts'; export const amis = money;",
  'server/src/main.ts':
    "import * as routes from './features/amis/routes.ts'; routes; import './adapters/bravo/live.ts'; import './config.ts'; import { amis } from '@khop/contract/amis.ts'; amis;",
  'server/src/config.ts': 'const port = process.env.PORT; export default port;',
  'server/src/features/amis/routes.ts':
    "import type { Bravo } from '../../adapters/bravo/live.ts'; import { ports } from '../../adapters/bravo/port.ts'; export const x: Bravo = ports;",
  'server/src/adapters/bravo/port.ts': 'export const ports = 1;',
  'server/src/adapters/bravo/live.ts': "import { jwtVerify } from 'jose'; export type Bravo = typeof jwtVerify;",
};

/** Packages that the houses above declare. */
export const plantedManifests = new Map([['server', new Set(['jose', 'pg-boss'])]]);
