import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
 * @throws Error with one Vietnamese sentence when another instance is running on the folder.
 */
export async function claimInstance(dataDir: string, port: number): Promise<Instance> {
  const file = path.join(dataDir, 'running.json');
  await fs.mkdir(dataDir, { recursive: true });
  const earlier = await readNote(file);
  if (earlier && earlier.pid !== process.pid) {
    if (runs(earlier)) {
      throw new Error(
        `Khớp đang chạy với dữ liệu trong ${dataDir} (tiến trình ${earlier.pid}, cổng ${earlier.port}); hãy dừng nó trước hoặc đặt KHOP_DATA_DIR tới thư mục khác.`,
      );
    }
    await endLeftovers(earlier.children);
  }
  const note: InstanceNote = { pid: process.pid, mark: startMark(process.pid), port, children: [] };
  const write = (children: readonly ProcessNote[]) => fs.writeFile(file, JSON.stringify({ ...note, children }));
  await write([]);
  return {
    remember: (pids) => write(pids.map((pid) => ({ pid, mark: startMark(pid) }))),
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
