import { parseArgs } from 'node:util';
import { Problem } from '@khop/engine/problem.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { DateOrder } from '@khop/engine/text/day-text.ts';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';

const USAGE = `Cách dùng: khop read TỆP [--layout TÊN] [--date-order dmy|mdy] --json
  --layout      đọc như mẫu này thay vì tự nhận ra
  --date-order  ngày ghi bằng chữ mà tệp không cho biết thứ tự: dmy là ngày trước, mdy là tháng trước`;

/** The orders in which a text may name a day. */
const DATE_ORDERS: Readonly<Record<string, DateOrder>> = { dmy: 'dmy', mdy: 'mdy' };

/**
 * `khop read FILE [--layout NAME] [--date-order dmy|mdy] --json`: recognises a workbook and prints what was read. Exit
 * code 1 on a refusal, 2 on misuse. The reader of the output may stop early (`| head`): then it ends quietly.
 */
export async function run(args: string[]): Promise<number> {
  // Without a listener the stream's own error would end the process with a stack trace.
  if (!process.stdout.listeners('error').includes(passOver)) process.stdout.on('error', passOver);
  try {
    return await reading(args);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    throw error;
  }
}

const isClosedPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

const passOver = (error: unknown): void => {
  if (!isClosedPipe(error)) throw error;
};

async function reading(args: string[]): Promise<number> {
  let file: string | undefined;
  let layout: string | undefined;
  let dateOrder: DateOrder | undefined;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { layout: { type: 'string' }, 'date-order': { type: 'string' }, json: { type: 'boolean' } },
    });
    [file, layout] = [positionals.length === 1 ? positionals[0] : undefined, values.layout];
    const order = values['date-order'];
    dateOrder = order === undefined ? undefined : DATE_ORDERS[order];
    if (order !== undefined && dateOrder === undefined) file = undefined;
  } catch {
    file = undefined;
  }
  if (file === undefined) {
    console.error(USAGE);
    return 2;
  }
  try {
    const read = await readWorkbook(file, { dateOrder, ...(layout !== undefined && { layout }) });
    await printReading(read);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Only the caller who typed the name knows the file by it.
    const message = error.code === 'FILE_NOT_FOUND' ? `${error.message.replace(/\.$/, '')}: «${file}».` : error.message;
    await print(`${JSON.stringify({ error_code: error.code, message, details: error.details })}\n`);
    console.error(message);
    return 1;
  }
}

const ROWS_AT_ONCE = 10_000;

/** One line of JSON, in pieces: a million rows are more than one string can hold. */
async function printReading(reading: ReadResult): Promise<void> {
  const { layout, sheet, headerRow, columns, rows, rejected, totals, warnings } = reading;
  await print(`${JSON.stringify({ layout, sheet, headerRow, columns }).slice(0, -1)},"rows":[`);
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const piece = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)).slice(1, -1);
    await print(at === 0 ? piece : `,${piece}`);
  }
  await print(`],${JSON.stringify({ rejected, totals, warnings }).slice(1)}\n`);
}

/** Waits until the pipe has taken it all: a caller that exits the process afterwards must not cut the output. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
