import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

type Figures = {
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
};

export type Task = {
  readonly task: string;
  readonly name: string;
  readonly rows: number;
  readonly file?: string;
  /** Flags of Node for its process. */
  readonly flags?: readonly string[];
  /** Its bounds: memory at the most, and processor time as a part of that of another task, by its name. */
  readonly megabytes?: number;
  readonly cpu?: { readonly part: number; readonly of: string };
  /** Another task, by its name, whose work is part of this one: what comes to it is told as a step. */
  readonly after?: string;
};

/**
 * Runs tasks of `workbook-process.ts` one after another, each in a process of its own, and prints their figures and bounds. As the service
 * does, the processes keep what was compiled: what is measured is the second run of each. Answers 1 when a bound is broken.
 */
export async function printFigures(tasks: readonly Task[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  const program = fileURLToPath(new URL('./workbook-process.ts', import.meta.url));
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const measure = async ({ task, rows, file = 'ledger.xlsx', flags = [] }: Task): Promise<Figures> => {
    const args = [...flags, program, task, join(folder, file), String(rows)];
    return JSON.parse((await promisify(execFile)(process.execPath, args, { env })).stdout);
  };
  const measured = new Map<string, Figures>();
  try {
    for (const one of tasks) await measure({ ...one, rows: 1000 });
    console.log(`20 cột; tải của máy lúc bắt đầu ${loadavg()[0]!.toFixed(1)}`);
    for (const task of tasks) {
      const figures = await measure(task);
      measured.set(task.name, figures);
      const { rows, seconds, cpuSeconds, megabytes } = figures;
      const size = ((await stat(join(folder, task.file ?? 'ledger.xlsx'))).size / 1024 / 1024).toFixed(1);
      console.log(
        `${task.name.padEnd(44)} ${rows} dòng  ${seconds.toFixed(2)} s (CPU ${cpuSeconds.toFixed(2)} s)  ${megabytes.toFixed(0)} MB bộ nhớ  tệp ${size} MB`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printSteps(tasks, measured);
  return tasks.filter((task) => !isKept(task, measured)).length > 0 ? 1 : 0;
}

/** The steps that take the processor's time, each over the one that it contains. */
function printSteps(tasks: readonly Task[], measured: ReadonlyMap<string, Figures>): void {
  const cpu = (name: string): number => measured.get(name)!.cpuSeconds;
  const steps = tasks.flatMap(({ name, after }) =>
    after === undefined ? [] : `${name} +${(cpu(name) - cpu(after)).toFixed(2)} s`,
  );
  if (steps.length > 0) console.log(`thời gian CPU đi đâu: ${steps.join(' · ')}`);
}

/** Prints each bound of a task beside its figure. */
function isKept({ name, megabytes, cpu }: Task, measured: ReadonlyMap<string, Figures>): boolean {
  const own = measured.get(name)!;
  const told = (what: string, kept: boolean): boolean => {
    console.log(`${name}: ${what}: ${kept ? 'đạt' : 'KHÔNG ĐẠT'}`);
    return kept;
  };
  const isSmall =
    megabytes === undefined || told(`${own.megabytes.toFixed(0)} MB (≤ ${megabytes} MB)`, own.megabytes <= megabytes);
  if (cpu === undefined) return isSmall;
  const part = own.cpuSeconds / measured.get(cpu.of)!.cpuSeconds;
  return told(`${part.toFixed(2)} CPU của «${cpu.of}» (≤ ${cpu.part})`, part <= cpu.part) && isSmall;
}
