import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Promised } from './abuse/promised.ts';

const folder = fileURLToPath(new URL('./abuse/', import.meta.url));

/**
 * `npm run bench -- abuse [NAME …]`: attacks on the running product (docs/security.md), one file of `abuse/` each; all
 * of them when none is named. Prints every figure beside its promised bound. @returns 1 when a bound does not hold.
 */
export async function run(asked: string[]): Promise<number> {
  const known = scenarios();
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no scenario ${unknown.join(', ')}; they are ${known.join(', ')}.`);
    return 2;
  }
  let holds = true;
  for (const name of asked.length > 0 ? asked : known) {
    const scenario = (await import(pathToFileURL(path.join(folder, `${name}.ts`)).href)) as {
      run: () => Promise<Promised[]>;
    };
    console.log(name);
    for (const row of await scenario.run()) {
      console.log(`  ${row.name}: ${row.figure}  ${row.holds ? 'đạt' : 'KHÔNG ĐẠT'} (${row.promised})`);
      holds &&= row.holds;
    }
  }
  return holds ? 0 : 1;
}

/** The scenarios: the files beside the one that defines a scenario's answer. */
const scenarios = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'promised.ts')
    .map((file) => file.replace(/\.ts$/, ''));
