import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

/** The figures that `reading-process.ts` gives of a reading. */
export type TaxFigures = {
  readonly invoices: number;
  readonly intact: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
};

const ALL = 100_000;
const MOST_SECONDS = 60;
const MOST_MB = 300;

/** Writes that many signed invoices of one to nine lines, in zips of 5,000, and reads them in another process. */
export async function readSigned(invoices: number): Promise<TaxFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-tax-'));
  const program = fileURLToPath(new URL('./tax-xml/reading-process.ts', import.meta.url));
  const task = (name: string) => promisify(execFile)(process.execPath, [program, name, folder, String(invoices)]);
  try {
    await task('write');
    return JSON.parse((await task('read')).stdout) as TaxFigures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reading signed invoices: gate, values, totals, and both signatures of each checked. 100,000 in a minute and 300 MB on two cores is the
 * promise; `--invoices N` reads fewer, for which no bound is set. Exit code 1 beyond a bound.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { invoices: { type: 'string', default: String(ALL) } } });
  const { invoices, intact, bytes, seconds, cpuSeconds, megabytes } = await readSigned(Number(values.invoices));
  const isWhole = invoices >= ALL;
  const bound = (text: string): string => (isWhole ? ` (mức ${text})` : '');
  console.log(`${invoices} hóa đơn XML, hai chữ ký mỗi tờ, ${(bytes / 1e6).toFixed(0)} MB trong gói nén`);
  console.log(`thời gian   ${seconds.toFixed(1)} s${bound(`${MOST_SECONDS} s`)}, CPU ${cpuSeconds.toFixed(1)} s`);
  console.log(`bộ nhớ      ${megabytes.toFixed(0)} MB${bound(`${MOST_MB} MB`)}`);
  console.log(`toàn vẹn    ${intact} / ${invoices}`);
  const isGood = intact === invoices && (!isWhole || (seconds <= MOST_SECONDS && megabytes <= MOST_MB));
  return isGood ? 0 : 1;
}
