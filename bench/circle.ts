import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCircle } from './circle/engine-circle.ts';
import { twiceRound } from './circle/twice-round.ts';

/** Laws shown of each step. */
const shown = 5;

/**
 * `npm run bench -- circle [--lines N] [--seed N]`: a rough month twice round between Khớp's engine and the simulated AMIS.
 * Prints every step with its figures. @returns 1 when a law was broken or AMIS refused a voucher.
 */
export async function run(args: string[]): Promise<number> {
  const options = { lines: { type: 'string', default: '20000' }, seed: { type: 'string', default: '7' } } as const;
  const { values } = parseArgs({ args, options });
  const folder = await mkdtemp(join(tmpdir(), 'khop-bench-'));
  try {
    const circle = await startCircle(folder, { seed: Number(values.seed), lines: Number(values.lines) });
    const refused = await twiceRound(circle);
    for (const { name, invoices, inAmis, coverage, seconds, broken } of circle.steps) {
      console.log(
        `${name}: ${invoices} hóa đơn, ${inAmis} đã ở AMIS, phủ ${(coverage * 100).toFixed(1)} %, ${seconds.toFixed(1)} s, ${broken.length} luật bị phạm`,
      );
      for (const law of broken.slice(0, shown)) console.log(`  ${law}`);
    }
    console.log(`AMIS từ chối ${refused.length} chứng từ`);
    for (const { voucher, message } of refused.slice(0, shown)) console.log(`  ${voucher}: ${message}`);
    return refused.length > 0 || circle.steps.some(({ broken }) => broken.length > 0) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
