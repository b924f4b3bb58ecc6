import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../config.ts';

/** The engine's source as it runs: rooms export their TypeScript, so it is there in every installation. */
const SOURCE = path.join(repositoryRoot, 'engine/src');

let version: string | undefined;

/**
 * Names the rules by which plans are made: a hash over the engine's source. A plan that was put apart by other rules is
 * not what planning would give now, and no developer has to remember to count a number up.
 */
export function engineVersion(): string {
  version ??= hashOfSource();
  return version;
}

function hashOfSource(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(SOURCE, { recursive: true }).map(String).toSorted()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    hash.update(`${file}\0`).update(readFileSync(path.join(SOURCE, file)));
  }
  return hash.digest('base64url').slice(0, 16);
}
