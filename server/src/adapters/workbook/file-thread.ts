import { Problem } from '@khop/engine/problem.ts';
import { inThread } from '../../threads/in-thread.ts';
import { limits } from './limits.ts';

/** For threads that read uploaded files: a heap of their own, which a bad file may fill. */
const BOUNDS = {
  // Flags of the main process (--input-type, --inspect …) are not meant for these threads.
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMb, maxYoungGenerationSizeMb: 16 },
};

/** `inThread` for what reads an uploaded file: one that is too much for the thread's heap is refused with FILE_TOO_LARGE. */
export async function inFileThread<I, O, P = never>(
  module: URL,
  input: I,
  options: Pick<Parameters<typeof inThread<I, O, P>>[2] & object, 'signal' | 'onPart' | 'thread'> = {},
): Promise<O> {
  try {
    return await inThread<I, O, P>(module, input, { thread: BOUNDS, ...options });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new Problem('FILE_TOO_LARGE', 'Tệp cần quá nhiều bộ nhớ để đọc. Hãy chia nhỏ theo kỳ rồi tải từng tệp.');
  }
}
