import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '@khop/engine/problem.ts';
import { readNotations } from '@khop/engine/sheets/body/notation.ts';
import { type ColumnMap, readColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { unguessed } from '@khop/engine/sheets/mapping/guess.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import type { DateOrder } from '@khop/engine/text/day-text.ts';
import { isTaxUpload } from '../adapters/tax-xml/is-tax-upload.ts';
import { sheetOfList, TAX_LIST } from '../adapters/tax-xml/list-file.ts';
import { previewWorkbook } from '../adapters/workbook/preview/preview.ts';
import type { ReadingSaid } from '../adapters/workbook/read-file.ts';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';
import { listIn } from './read-list.ts';
import { printTaxFiles } from './read-tax.ts';

const USAGE = `Cách dùng: khop read TỆP [--layout TÊN] [--date-order dmy|mdy] [--notations CỘT:CÁCH,…] [--map TỆP.json] --json
           khop read TỆP [--layout TÊN] --guess-map
           khop read TỆP.xml|TỆP.zip|DANH_SÁCH.xlsx [--tax-code MST] --json
           hóa đơn điện tử (XML, hoặc gói nén nhiều XML và danh sách): in ra hóa đơn, chữ ký, danh sách và tệp bị từ chối
  --layout      đọc như mẫu này thay vì tự nhận ra
  --date-order  ngày ghi bằng chữ mà tệp không cho biết thứ tự: dmy là ngày trước, mdy là tháng trước
  --notations   cách ghi của từng cột: dmy, mdy, ymd cho ngày; comma, point là dấu của phần lẻ. Ví dụ A:ymd,D:comma
  --map         cột nào là gì, theo tệp JSON này, thay vì tự nhận ra
  --tax-code    mã số thuế của công ty mà danh sách hóa đơn của cổng thuế thuộc về; danh sách bán ra cần có
  --guess-map   in ra cách đọc mà Khớp đoán, để sửa rồi đưa vào --map`;

/** The orders in which a text may name a day. */
const DATE_ORDERS: Readonly<Record<string, DateOrder>> = { dmy: 'dmy', mdy: 'mdy' };

/**
 * `khop read FILE [--layout NAME] [--date-order dmy|mdy] [--notations …] [--map FILE] --json`: recognises a workbook, or takes
 * what a map says of its columns, and prints what was read; with `--guess-map` the map that it would guess. A file with invoices'
 * XML is read as such, the portal's list also as rows of invoices. Exit code 1 on a refusal, 2 on misuse. The reader of the output may stop early (`| head`): then it ends quietly.
 */
export async function run(args: string[]): Promise<number> {
  // Without a listener the stream's own error would end the process with a stack trace; `print` rejects with the same one.
  if (!process.stdout.listeners('error').includes(passOver)) process.stdout.on('error', passOver);
  try {
    return await reading(args);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    throw error;
  }
}

const isClosedPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

const passOver = (): void => {};

type Asked = ReadingSaid & {
  readonly file: string;
  readonly mapFile: string | undefined;
  readonly guesses: boolean;
  readonly taxCode: string | undefined;
};

/** The reading that the command line asks for; undefined for a misuse. */
function askedIn(args: string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const { layout, map: mapFile, 'date-order': order, notations: answers, 'guess-map': guesses = false } = values;
    const taxCode = values['tax-code'];
    const [file, ...others] = positionals;
    const dateOrder = order === undefined ? undefined : DATE_ORDERS[order];
    const notations = answers === undefined ? undefined : readNotations(answers);
    const isUnknown = (said: unknown, read: unknown): boolean => said !== undefined && read === undefined;
    if (file === undefined || others.length > 0 || isUnknown(order, dateOrder) || isUnknown(answers, notations))
      return undefined;
    if (taxCode !== undefined && readTaxCode(taxCode).base === '') return undefined;
    return { file, mapFile, guesses, taxCode, layout, dateOrder, notations };
  } catch {
    return undefined;
  }
}

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ layout: TEXT, 'date-order': TEXT, notations: TEXT, map: TEXT },
  ...{ 'guess-map': FLAG, json: FLAG, 'tax-code': TEXT },
} as const;

async function reading(args: string[]): Promise<number> {
  const asked = askedIn(args);
  if (asked === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { file, mapFile, guesses, taxCode, ...said } = asked;
  try {
    if (guesses) await printGuess(file, said.layout);
    else if (said.layout === undefined && mapFile === undefined && (await isTaxUpload(file)))
      await printTaxFiles(file, print, taxCode);
    else
      await printReading(
        await readWorkbook(file, { ...said, map: mapFile === undefined ? undefined : await mapIn(mapFile) }),
        taxCode,
      );
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

/** The map in a file of JSON. Throws MAP_INVALID. */
async function mapIn(file: string): Promise<ColumnMap> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Problem('MAP_INVALID', `Không mở được tệp cách đọc «${file}».`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('MAP_INVALID', `Tệp cách đọc «${file}» không phải JSON.`);
  }
  return readColumnMap(value);
}

/** The guess as `--map` takes it. What it leaves open, and what is missing, goes to the other stream. */
async function printGuess(file: string, layout: string | undefined): Promise<void> {
  const { guess } = await previewWorkbook(file, { layout });
  if (!guess) throw new Problem('UNKNOWN_LAYOUT', 'Không thấy dòng nào giống dòng tiêu đề.');
  await print(`${JSON.stringify(guess.map, null, 2)}\n`);
  for (const label of unguessed(guess)) console.error(`Chưa đoán được cột nào là «${label}».`);
  for (const { field, kind, value } of guess.open)
    console.error(
      `«${field}» ghi «${value}»: hãy thêm ${kind === 'days' ? '"days": "dmy"' : '"decimal": ","'} vào cột ấy, hoặc cách khác.`,
    );
}

const ROWS_AT_ONCE = 10_000;

/** One line of JSON, in pieces: a million rows are more than one string can hold. */
async function printReading(reading: ReadResult, taxCode: string | undefined): Promise<void> {
  const { layout, sheet, headerRow, columns, rows, rejected, totals, warnings } = reading;
  await print(`${JSON.stringify({ layout, sheet, headerRow, columns }).slice(0, -1)},"rows":[`);
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const piece = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)).slice(1, -1);
    await print(at === 0 ? piece : `,${piece}`);
  }
  const list = layout === TAX_LIST ? { list: listIn(sheetOfList(reading), taxCode) } : {};
  await print(`],${JSON.stringify({ rejected, totals, warnings, ...list }).slice(1)}\n`);
}

/** Waits until the pipe has taken it all: a caller that exits the process afterwards must not cut the output. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
