import type { DATE_ORDERS } from '@khop/contract/values.ts';
import type { Run } from '../../api/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import { dayMeant } from './day-meant.ts';

export type DateOrder = (typeof DATE_ORDERS)[number];

const ORDERS: readonly (readonly [DateOrder, string])[] = [
  ['dmy', 'Ngày/Tháng'],
  ['mdy', 'Tháng/Ngày'],
];

/** Asks which of day and month comes first in a file that was refused because it does not tell, by a date of the file. */
export function DateOrderQuestion({ run, onAnswer }: { run: Run; onAnswer: (order: DateOrder) => void }) {
  const { column, header, value } = (run.result ?? {}) as Readonly<Record<string, unknown>>;
  const text = String(value ?? '');
  return (
    <Banner>
      <p className="m-0">
        Cột {String(column)} «{String(header)}» ghi «{text}». Đó là ngày nào? Dữ liệu cũ còn nguyên.
      </p>
      <fieldset aria-label="Thứ tự ngày, tháng trong tệp" className="m-0 mt-2 flex flex-wrap gap-2 border-0 p-0">
        {ORDERS.map(([order, label]) => (
          <Button key={order} className="h-auto! min-h-control py-1" onClick={() => onAnswer(order)}>
            {label}: {dayMeant(text, order)}
          </Button>
        ))}
      </fieldset>
    </Banner>
  );
}
