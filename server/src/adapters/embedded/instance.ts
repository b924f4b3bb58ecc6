import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@khop/engine/problem.ts';
import { makeFolder } from '../../make-folder.ts';
import { killGroup } from './child.ts';
import { isAlive, startMark } from './process-identity.ts';

type ProcessNote = { readonly pid: number; readonly mark: string };
type InstanceNote = ProcessNote & { readonly port: number; readonly children: readonly ProcessNote[] };

/** The claim of one running `up` on its data folder. */
export type Instance = {
  /** Notes the processes that must not outlive this one, for the next start to look after. */
  remember(pids: readonly number[]): Promise<void>;
  release(): Promise<void>;
};

/**
 * Claims the data folder for this process. Processes left over from an instance that was killed are given two seconds
 * to end by themselves and are then killed.
 *
 * @throws Problem with one Vietnamese sentence when another instance is running on the folder.
 */
export async function claimInstance(dataDir: string, port: number): Promise<Instance> {
  const file = path.join(dataDir, 'running.json');
  await makeFolder(dataDir);
  const note: InstanceNote = { pid: process.pid, mark: startMark(process.pid), port, children: [] };
  // Whole or not at all: a note read half-way would pass for one without an owner.
  const write = async (children: readonly ProcessNote[], place: (draft: string, file: string) => Promise<void>) => {
    const draft = `${file}.${crypto.randomUUID()}`;
    await fs.writeFile(draft, JSON.stringify({ ...note, children }));
    await place(draft, file).finally(() => fs.rm(draft, { force: true }));
  };
  for (;;) {
    try {
      // Linking fails where a file is: of two starts at once only one makes it.
      await write([], fs.link);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const earlier = await readNote(file);
    if (earlier && runs(earlier)) {
      throw new Problem(
        'ALREADY_RUNNING',
        `Khớp đang chạy với dữ liệu trong ${dataDir} (tiến trình ${earlier.pid}, cổng ${earlier.port}); hãy dừng nó trước hoặc đặt KHOP_DATA_DIR tới thư mục khác.`,
      );
    }
    await endLeftovers(earlier?.children ?? []);
    await fs.rm(file, { force: true });
  }
  return {
    remember: (pids) =>
      write(
        pids.map((pid) => ({ pid, mark: startMark(pid) })),
        fs.rename,
      ),
    release: () => fs.rm(file, { force: true }),
  };
}

async function readNote(file: string): Promise<InstanceNote | null> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as InstanceNote;
  } catch {
    return null;
  }
}

const runs = ({ pid, mark }: ProcessNote) => isAlive(pid) && startMark(pid) === mark;

async function endLeftovers(children: readonly ProcessNote[]): Promise<void> {
  const deadline = Date.now() + 2000;
  while (children.some(runs) && Date.now() < deadline) await sleep(50);
  for (const child of children.filter(runs)) killGroup(child.pid);
}
