import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

type Figures = {
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
};

/** Runs tasks of `workbook-process.ts` one after another, each in a process of its own, and prints their figures. */
export async function printFigures(
  args: string[],
  tasks: readonly { readonly task: string; readonly name: string; readonly file?: string }[],
): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '200000' } } });
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  const program = fileURLToPath(new URL('./workbook-process.ts', import.meta.url));
  try {
    console.log(`${values.rows} dòng × 20 cột`);
    for (const { task, name, file } of tasks) {
      const path = join(folder, file ?? 'ledger.xlsx');
      const { stdout } = await promisify(execFile)(process.execPath, [program, task, path, values.rows]);
      const { rows, seconds, cpuSeconds, megabytes } = JSON.parse(stdout) as Figures;
      const size = ((await stat(path)).size / 1024 / 1024).toFixed(1);
      console.log(
        `${name.padEnd(44)} ${rows} dòng  ${seconds.toFixed(2)} s (CPU ${cpuSeconds.toFixed(2)} s)  ${megabytes.toFixed(0)} MB bộ nhớ  tệp ${size} MB`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
