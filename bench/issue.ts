import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

type Figures = { readonly seconds: number; readonly cpuSeconds: number; readonly megabytes: number };

/** `npm run bench -- issue [--lines N]`: the whole main job on a sample folder, a million lines if so wished: time, memory, sizes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { lines: { type: 'string', default: '100000' } } });
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  const [company, zip, report] = ['company', 'out.zip', 'report.json'].map((name) => join(folder, name));
  try {
    await measure('khop sample', ['sample', '--out', company!, '--lines', values.lines]);
    await measure('khop issue', ['issue', '--dir', company!, '--out', zip!, '--report', report!]);
    const megabytes = async (path: string) => `${Math.round((await stat(path)).size / 1e6)} MB`;
    console.log(`tệp zip ${await megabytes(zip!)}, báo cáo ${await megabytes(report!)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(name: string, args: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL('./issue-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  const said = stdout.trimEnd().split('\n');
  const { seconds, cpuSeconds, megabytes } = JSON.parse(said.pop()!) as Figures;
  const figures = `${seconds.toFixed(1)} s (CPU ${cpuSeconds.toFixed(1)} s), ${Math.round(megabytes)} MB bộ nhớ`;
  console.log(`${name}: ${figures}\n  ${said.join('\n  ')}`);
}
