import type { CheckWarning } from '../checks.ts';
import type { Row, Value } from '../layouts/layout.ts';
import type { Plan } from './plan.ts';

/** Amounts that are taken off the sum of a ledger's line, and quantities that go with them. */
const AMOUNTS = ['discount', 'returnAmount', 'allowanceAmount'] as const;
const QUANTITIES = ['returnQuantity', 'mainReturnQuantity'] as const;

const dong = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);
const isNegative = (value: Value | undefined): boolean =>
  typeof value === 'number' ? value < 0 : typeof value === 'string' && value.startsWith('-');

/** The net amount of a line, as AMIS computes it: reductions are positive figures there. */
export const netOf = (row: Row): number =>
  dong(row.amount) - dong(row.discount) - dong(row.returnAmount) - dong(row.allowanceAmount);

/** The same as the file says it: in a column of its own, or by the sum that the buyer pays less its tax. */
const statedNetOf = ({ statedNetAmount, totalAmount, vatAmount }: Row): number | undefined => {
  if (typeof statedNetAmount === 'number') return statedNetAmount;
  return typeof totalAmount === 'number' && typeof vatAmount === 'number' ? totalAmount - vatAmount : undefined;
};

/**
 * Makes positive what a ledger writes as negative reductions: −5 returned would be taken for five more sold. A discount of a line that is no sale,
 * and everything of a line whose own amount is negative, may be taken back with it and stays; so does what the file's own net amount bears out.
 */
export function reductions({ has, columns }: Plan): ((row: Row) => CheckWarning | undefined) | undefined {
  const amounts = AMOUNTS.filter(has);
  const quantities = QUANTITIES.filter(has);
  if (amounts.length + quantities.length === 0) return undefined;
  const headerOf = (name: string): string => columns.find(({ field }) => field.field === name)!.header;
  return (row) => {
    const negative: string[] = [...amounts, ...quantities].filter((field) => isNegative(row[field]));
    if (negative.length === 0 || dong(row.amount) < 0 || isNegative(row.quantity)) return undefined;
    const isBorneOut = statedNetOf(row) === netOf(row);
    const turned = negative.filter((field) => {
      if (field === 'discount' && dong(row.amount) === 0) return false;
      return !isBorneOut || !amounts.some((one) => isNegative(row[one]));
    });
    for (const field of turned) {
      const value = row[field]!;
      row[field] = typeof value === 'number' ? -value : String(value).slice(1);
    }
    const [first] = turned;
    if (first === undefined) return undefined;
    const names = turned.map((field) => `«${headerOf(field)}»`).join(', ');
    return {
      field: first,
      code: 'REDUCTION_NEGATIVE',
      sentence: `ghi số âm ở ${names}: được đọc như số dương, tức là trừ đi. Không đúng thì ghi lại dấu rồi tải lên.`,
    };
  };
}
