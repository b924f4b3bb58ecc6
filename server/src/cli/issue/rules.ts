import { parseArgs } from 'node:util';
import { type Day, formatDay, isDay } from '@khop/engine/day.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import { TURN_NAMES } from '@khop/engine/invoice-issuance/rule-changes/names.ts';
import {
  comingChanges,
  nextChange,
  type RuleChanges,
  ruleChanges,
} from '@khop/engine/invoice-issuance/rule-changes/rule-changes.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { readIssueFolder } from './issue-folder.ts';

const USAGE = 'Cách dùng: khop rules --dir THƯ_MỤC [--on YYYY-MM-DD] [--json]';

/** Days that are named at the end, for the next question. */
const COMING = 6;

/**
 * `khop rules`: the rules that turn on a day and their effect on the open documents of a folder that `khop issue`
 * reads; without `--on` on the next day on which more than a day off changes. It plans and writes nothing. Exit code 1
 * when the folder is refused, 2 on misuse.
 */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { input } = await readIssueFolder(options.dir);
    const { issueDay } = input.period;
    const on = options.on ?? nextChange(input.invoiceRules, issueDay);
    const changes = ruleChanges(input, planInvoices(input), on);
    const coming = comingChanges(input.invoiceRules, issueDay, COMING);
    console.log(
      options.isJson ? JSON.stringify({ today: issueDay, ...changes, coming }, null, 2) : textOf(changes, coming),
    );
    return 0;
  } catch (error) {
    return tellRefusal(error);
  }
}

function textOf({ on, rules, effects }: RuleChanges, coming: readonly Day[]): string {
  const turning = rules.map(
    ({ turn, text, before, source, confirmed }) =>
      `  ${TURN_NAMES[turn]}: ${text}${before === null ? '' : ` (trước đó: ${before})`}\n    ${source}; ${confirmed ? `${confirmed.by} xác nhận ${formatDay(confirmed.on)}` : 'chưa được chuyên gia xác nhận'}`,
  );
  const effected = effects.flatMap(({ says, remedy, lines, documents, invoices, amount }) => [
    `  • ${says}`,
    ...(lines > 0
      ? [
          `    ${formatVnd(lines)} dòng, ${formatVnd(documents)} chứng từ, ${formatVnd(invoices)} hóa đơn nháp, ${formatVnd(amount)} đ trước thuế`,
        ]
      : []),
    `    Việc phải làm: ${remedy}`,
  ]);
  return [
    `Luật đổi vào ngày ${formatDay(on)}`,
    ...(turning.length > 0 ? turning : ['  Không có quy tắc nào bắt đầu hay hết vào ngày này.']),
    'Chứng từ đang mở (hóa đơn nháp và phần chưa có hóa đơn)',
    ...(effected.length > 0 ? effected : ['  Không đổi gì.']),
    `Những ngày sắp tới có quy tắc đổi: ${coming.map(formatDay).join(', ')}.`,
  ].join('\n');
}

type Options = { readonly dir: string; readonly on?: Day; readonly isJson: boolean };

function readOptions(args: string[]): Options | undefined {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args, options: { dir: text, on: text, json: { type: 'boolean', default: false } } });
    const { dir, on, json: isJson } = values;
    if (!dir || (on !== undefined && !isDay(on))) return undefined;
    return { dir, isJson, ...(on !== undefined && { on }) };
  } catch {
    return undefined;
  }
}
