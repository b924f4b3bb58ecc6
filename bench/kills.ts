import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { OperationId } from '@khop/contract/index.ts';
import { randomOf } from '@khop/sample/random.ts';
import { writeSample } from '@khop/server/cli/sample/write-sample.ts';
import type { Caller } from '@khop/server/roles/fill-sample.ts';
import { patientCaller } from './kills/caller.ts';
import { workOfAMonth } from './kills/month.ts';
import { type Part, type Product, startProduct } from './kills/product.ts';
import { differences, type State, stateOf } from './kills/state.ts';

/** No run may need longer after the last thing that went wrong. */
const MOST_SECONDS_AFTER = 60;
const PORT = 18_481;
/** The worker does most of the work that a kill can interrupt; the others die as well. */
const PARTS: readonly Part[] = ['worker', 'worker', 'serve', 'postgres'];

type Step = { readonly operation: OperationId; readonly seconds: number };
type Fault = { readonly part: Part; readonly step: number; readonly share: number };

/**
 * `npm run bench -- kills [--kills N] [--seed N] [--lines N]`: a month-end of the whole product as `npm start` runs it, twice:
 * in peace, and with its processes killed at seeded moments of imports, loads, matching, generating and exporting. All tables
 * of the books must be the same in the end, and no step later than a minute after the last kill in it.
 * @returns 1 when a figure differs or a step came too late.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '60' },
      seed: { type: 'string', default: '7' },
      lines: { type: 'string', default: '2000' },
    },
  });
  const [kills, seed, lines] = [Number(values.kills), Number(values.seed), Number(values.lines)];
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-bench-kills-'));
  try {
    const calm = await month(path.join(folder, 'calm'), lines, []);
    const faults = draw(kills, seed, calm.steps.length);
    const killed = await month(path.join(folder, 'killed'), lines, faults, calm.steps);
    return tell(calm.state, killed, kills);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Which part dies at which share of which step's time; every step at least once where there are enough. */
function draw(kills: number, seed: number, steps: number): Fault[] {
  const random = randomOf(seed, 'kills');
  const order = random.shuffle(Array.from({ length: steps }, (_, step) => step));
  return Array.from({ length: kills }, (_, at) => ({
    part: random.pick(PARTS),
    step: order[at % steps]!,
    share: random.int(0, 900) / 1000,
  }));
}

type Month = {
  readonly state: State;
  readonly steps: readonly Step[];
  /** Kills that hit a part while its step was under way, by part and operation. */
  readonly hits: ReadonlyMap<string, number>;
  /** The longest time from the last kill in a step to its end, in seconds. */
  readonly longest: { readonly seconds: number; readonly operation: string };
};

async function month(
  folder: string,
  lines: number,
  faults: readonly Fault[],
  calm: readonly Step[] = [],
): Promise<Month> {
  const company = path.join(folder, 'sample');
  await writeSample({ seed: 7, lines }, company);
  const product = await startProduct(folder, PORT, `${folder}.log`);
  const steps: Step[] = [];
  const hits = new Map<string, number>();
  let longest = { seconds: 0, operation: '' };
  const person = patientCaller(product.address);
  const call: Caller = async (operation, request) => {
    if (!isWork(operation)) return person.call(operation, request);
    const [at, started] = [steps.length, Date.now()];
    const own = faults.filter(({ step }) => step === at);
    const dying = die(product, own, (calm[at]?.seconds ?? 0) * 1000);
    const answer = await person.call(operation, request);
    if (typeof answer.runId === 'string') await person.runEnd(answer.runId);
    const ended = Date.now();
    const killedAt = await dying;
    for (const { part, moment } of killedAt.filter(({ moment }) => moment < ended)) {
      hits.set(`${part} · ${operation}`, (hits.get(`${part} · ${operation}`) ?? 0) + 1);
      const seconds = (ended - moment) / 1000;
      // Only the last one of the step counts: it goes on after every one.
      if (moment === killedAt.at(-1)!.moment && seconds > longest.seconds) longest = { seconds, operation };
    }
    await product.ready();
    steps.push({ operation, seconds: (ended - started) / 1000 });
    return answer;
  };
  try {
    await workOfAMonth(call, company);
    return { state: await stateOf((await product.databaseUrl())!), steps, hits, longest };
  } finally {
    await product.stop();
  }
}

const SHORT: ReadonlySet<OperationId> = new Set<OperationId>([
  'listProfiles',
  'createProfile',
  'getProfileWarehouses',
  'updateProfileWarehouses',
  'listPeriods',
  'createPeriod',
]);
/** True for a call whose work a kill can interrupt. */
const isWork = (operation: OperationId): boolean => !SHORT.has(operation);

/** Kills the parts at their moments, counted from now. Answers when each died. */
async function die(
  product: Product,
  faults: readonly Fault[],
  lastingMs: number,
): Promise<{ part: Part; moment: number }[]> {
  const started = Date.now();
  const killed: { part: Part; moment: number }[] = [];
  for (const { part, share } of faults.toSorted((a, b) => a.share - b.share)) {
    await sleep(Math.max(0, started + share * lastingMs - Date.now()));
    // A part that is away from an earlier kill comes back first.
    while (!product.kill(part)) await sleep(100);
    killed.push({ part, moment: Date.now() });
  }
  return killed;
}

function tell(calm: State, { state, steps, hits, longest }: Month, kills: number): number {
  const hit = [...hits.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${kills} lần kill -9 trong ${steps.length} việc, ${hit} lần khi việc đang làm:`);
  for (const [name, count] of [...hits].sort()) console.log(`  ${name}: ${count}`);
  const isInTime = longest.seconds <= MOST_SECONDS_AFTER;
  const after = `lâu nhất ${longest.seconds.toFixed(1)} s sau lần chết cuối (${longest.operation})`;
  console.log(`${after}  ${isInTime ? 'đạt' : 'KHÔNG ĐẠT'} (≤ ${MOST_SECONDS_AFTER} s)`);
  const other = differences(calm, state);
  const rows = [...state.values()].reduce((sum, table) => sum + table.length, 0);
  console.log(`${state.size} bảng, ${rows} dòng: ${other.length === 0 ? 'như khi không ai chết' : 'KHÁC'}`);
  for (const line of other) console.log(`  ${line}`);
  return isInTime && other.length === 0 ? 0 : 1;
}
