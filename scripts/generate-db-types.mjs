// Writes server/src/db/schema.generated.ts from the database at DATABASE_URL, which must hold every migration.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}server/src/db/schema.generated.ts`;
execFileSync(process.execPath, [`${root}node_modules/kysely-codegen/dist/cli/bin.js`], {
  cwd: `${root}server`,
  stdio: 'inherit',
});
const written = readFileSync(target, 'utf8');
writeFileSync(
  target,
  written.replace(
    'import type { ColumnType } from "kysely";',
    'import type { ColumnType } from "kysely";\nimport type { Json } from "./json.ts";',
  ),
);
