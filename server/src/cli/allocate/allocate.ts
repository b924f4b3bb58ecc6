import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { allocate } from '@khop/engine/allocation/allocate.ts';
import { readInstance } from '@khop/engine/allocation/json/instance.ts';
import { allocationInJson, refusedPinInJson, shortageInJson } from '@khop/engine/allocation/json/plan.ts';
import type { AllocationPlan } from '@khop/engine/allocation/types.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { isSameFile, writtenTogether } from '../written-together.ts';
import { readInstanceFile } from './instance-file.ts';

const USAGE = 'Cách dùng: khop allocate --instance I.json --out PLAN.json';

/**
 * `khop allocate`: reads an instance, writes the plan. Exit code 0 when written, 1 when the instance is refused
 * (with the reason in Vietnamese), 2 for wrong arguments.
 */
export async function run(args: string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  if (isSameFile(options.instance, options.out)) {
    console.error(`--out là chính tệp «${options.out}» của --instance: kết quả sẽ ghi đè lên nó. Chọn tên khác.`);
    return 2;
  }
  try {
    const instance = readInstance(await readInstanceFile(options.instance));
    const plan = allocate(instance, { clock: () => performance.now() });
    await writtenTogether([options.out], ([staged]) => writePlan(staged!, plan));
    return 0;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return tellRefusal(error);
    console.error(`Tệp ${options.instance} không phải JSON hợp lệ: ${error.message}`);
    return 1;
  }
}

function readArguments(args: string[]): { instance: string; out: string } | undefined {
  try {
    const { values } = parseArgs({ args, options: { instance: { type: 'string' }, out: { type: 'string' } } });
    return values.instance && values.out ? { instance: values.instance, out: values.out } : undefined;
  } catch {
    return undefined;
  }
}

/** Streams the plan in chunks, so that a million allocations never become one string. */
async function writePlan(path: string, plan: AllocationPlan): Promise<void> {
  const file = createWriteStream(path);
  const failed = once(file, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  const write = async (text: string): Promise<void> => {
    if (!file.write(text)) await Promise.race([once(file, 'drain'), failed]);
  };
  const { stats, refusedPins } = plan;
  await write('{"allocations":[');
  await writeRows(plan.allocations, allocationInJson, write);
  await write('],\n"shortages":[');
  await writeRows(plan.shortages, shortageInJson, write);
  const rest = { stats, ...(refusedPins && { refusedPins: refusedPins.map(refusedPinInJson) }) };
  await write(`],\n${JSON.stringify(rest).slice(1)}\n`);
  file.end();
  await Promise.race([once(file, 'finish'), failed]);
}

async function writeRows<Row>(
  rows: readonly Row[],
  inJson: (row: Row) => unknown,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const CHUNK = 2000;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const text = rows
      .slice(from, from + CHUNK)
      .map((row) => JSON.stringify(inJson(row)))
      .join(',\n');
    await write(`${from === 0 ? '\n' : ',\n'}${text}`);
  }
}
