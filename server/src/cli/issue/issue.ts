import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Day, isDay } from '@khop/engine/day.ts';
import { exportFiles } from '@khop/engine/invoice-issuance/export/export-files.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { bytesOf } from '../../adapters/bundle/bytes-of.ts';
import { type BundleEntry, zipBundle } from '../../adapters/bundle/zip-bundle.ts';
import { writeWorkbook } from '../../adapters/workbook/write/write-workbook.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { writtenTogether } from '../written-together.ts';
import { readIssueFolder } from './issue-folder.ts';
import { findingsOfPlan, refuseBefore } from './issue-gate.ts';
import { writeReport } from './issue-report.ts';

const USAGE =
  'Cách dùng: khop issue --dir THƯ_MỤC --out KẾT_QUẢ.zip --report BÁO_CÁO.json [--through YYYY-MM-DD] (không ghi đè tệp đầu vào)';

/**
 * `khop issue`: the whole main job on a folder of files, without a server. Reads the layout that `khop sample` writes (never
 * its truth/), plans the invoices (with `--through` those of the days up to it), writes the zip and the report. Exit code 1 when the folder is refused or its pre-flight
 * stops it, 2 on misuse.
 */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { input, warnings } = await readIssueFolder(options.dir, options.through);
    refuseBefore(input);
    const plan = planInvoices(input);
    const remarks = [...warnings, ...findingsOfPlan(input, plan, warnings)];
    const entries: BundleEntry[] = [];
    for (const { path, sheets } of exportFiles(input, plan)) {
      entries.push({ path, bytes: await bytesOf(writeWorkbook(sheets)) });
    }
    const files = entries.map(({ path, bytes }) => ({
      name: path,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }));
    await writtenTogether([options.out, options.report], async ([out, report]) => {
      await pipeline(zipBundle(entries), createWriteStream(out!));
      await writeReport(report!, input, { ...plan, warnings: [...remarks, ...plan.warnings] }, files);
    });
    const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = plan.tieOut;
    console.log(
      `Sổ ${formatVnd(ledger)} = hóa đơn ${formatVnd(invoiced)} + đã xuất ${formatVnd(alreadyInvoiced)} + chưa xuất ${formatVnd(unallocated)} + loại ${formatVnd(excluded)} đồng; ${plan.invoices.length} hóa đơn, ${plan.shortages.length} phần chưa xuất.`,
    );
    return 0;
  } catch (error) {
    return tellRefusal(error);
  }
}

type Options = { readonly dir: string; readonly out: string; readonly report: string; readonly through?: Day };

/** True for what the command reads, which is never written over: period.json, and all that lies in folders of the folder. */
function isInput(dir: string, path: string): boolean {
  const inside = relative(dir, path);
  if (inside === 'period.json') return true;
  return !inside.startsWith('..') && !isAbsolute(inside) && dirname(inside) !== '.';
}

function readOptions(args: string[]): Options | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { dir: text, out: text, report: text, through: text } });
    const { dir, out, report, through } = values;
    if (!dir || !out || !report || resolve(out) === resolve(report)) return undefined;
    if ([out, report].some((path) => isInput(dir, path))) return undefined;
    if (through === undefined) return { dir, out, report };
    return isDay(through) ? { dir, out, report, through } : undefined;
  } catch {
    return undefined;
  }
}
