import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { writeCorpus } from '@khop/server/adapters/workbook/testing/corpus.ts';
import { firstDifference, type Reading } from './corpus/compare.ts';

const WORKBOOKS = new Set(['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.fods']);
/** Forms that the second reader reads itself; of the others LibreOffice makes an .xlsx for it. */
const READ_BY_SECOND = new Set(['.xlsx', '.xlsm', '.ods']);
const OFFICE = 'soffice';
const MOST_MS = 60_000;
const MOST_MB = 1024;

/** `unread`: ours reads it and no second reader could be asked. */
type Outcome = 'equal' | 'different' | 'refused' | 'failed' | 'unread';
type Compared = { readonly file: string; readonly outcome: Outcome; readonly told: string };

/**
 * Workbooks of others, such as the test files of libraries for spreadsheets, read by us and by a second reader: `--folder DIR`; without one, a
 * workbook of ours. What a well-kept reader can read, we read the same or refuse with a sentence. Exit code 1 for a difference, a crash or a hang.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { folder: { type: 'string' } } });
  const own = values.folder === undefined ? await mkdtemp(join(tmpdir(), 'khop-corpus-')) : undefined;
  try {
    if (own !== undefined) await writeCorpus(join(own, 'tat-ca.xlsx'));
    const compared = await compareFolder(values.folder ?? own!);
    const bad = compared.filter(({ outcome }) => outcome === 'different' || outcome === 'failed');
    for (const { file, outcome, told } of compared)
      if (outcome !== 'equal') console.log(`${outcome}  ${file}  ${told}`);
    const count = (one: Outcome) => compared.filter(({ outcome }) => outcome === one).length;
    console.log(
      `${compared.length} tệp: ${count('equal')} đọc giống nhau từng ô, ${count('different')} khác, ${count('refused')} bị từ chối có lý do, ${count('failed')} hỏng hoặc treo, ${count('unread')} không có bộ đọc thứ hai`,
    );
    return bad.length > 0 ? 1 : 0;
  } finally {
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  }
}

/** Each workbook of a folder, in the order of the names. */
export async function compareFolder(folder: string): Promise<Compared[]> {
  const names = (await readdir(folder)).filter((name) => WORKBOOKS.has(extname(name).toLowerCase())).sort();
  const work = await mkdtemp(join(tmpdir(), 'khop-corpus-work-'));
  try {
    const compared: Compared[] = [];
    for (const file of names) compared.push({ file, ...(await compare(join(folder, file), work)) });
    return compared;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function compare(path: string, work: string): Promise<Omit<Compared, 'file'>> {
  const ours = await reading('ours', path).catch((error: Error) => error);
  if (ours instanceof Error) return { outcome: 'failed', told: firstLine(ours) };
  if ('refused' in ours) return { outcome: 'refused', told: ours.refused };
  const second = await secondReading(path, work).catch((error: Error) => error);
  if (second instanceof Error) return { outcome: 'unread', told: firstLine(second) };
  const difference = firstDifference(ours, second);
  return difference === undefined ? { outcome: 'equal', told: '' } : { outcome: 'different', told: difference };
}

const firstLine = ({ message }: Error): string => message.split('\n')[0]!.slice(0, 200);

async function secondReading(path: string, work: string): Promise<Reading> {
  if (READ_BY_SECOND.has(extname(path).toLowerCase())) return reading('second', path);
  const profile = `-env:UserInstallation=file://${join(work, 'office-profile')}`;
  const args = [profile, '--headless', '--convert-to', 'xlsx', '--outdir', work, path];
  await promisify(execFile)(OFFICE, args, { timeout: MOST_MS });
  return reading('second', join(work, `${basename(path, extname(path))}.xlsx`));
}

/** Read in a process of its own, with an end to its time and its memory. */
async function reading(reader: 'ours' | 'second', path: string): Promise<Reading> {
  const program = fileURLToPath(new URL('./corpus/reading-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${MOST_MB}`, program, reader, path],
    { timeout: MOST_MS, maxBuffer: MOST_MB * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Reading;
}
