import { readDayText } from '@khop/engine/text/day-text.ts';
import type { Run } from '../../api/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import { dayMeant, numberMeant } from './day-meant.ts';
import type { Said } from './said.ts';

type Choice = { readonly label: string; readonly said: Said };

/** Asks what a text of the file means that has two readings: a day, or a number. The answer holds for its column. */
export function OpenTextQuestion({ run, onAnswer }: { run: Run; onAnswer: (said: Said) => void }) {
  const { column, header, value } = (run.result ?? {}) as Readonly<Record<string, unknown>>;
  const text = String(value ?? '');
  const isDay = run.errorCode === 'DATE_ORDER_UNKNOWN';
  const choices = isDay ? dayChoices(text, String(column)) : numberChoices(text, String(column));
  return (
    <Banner>
      <p className="m-0">
        Cột {String(column)} «{String(header)}» ghi «{text}». Đó là {isDay ? 'ngày' : 'số'} nào? Dữ liệu cũ còn nguyên.
      </p>
      <fieldset
        aria-label={isDay ? 'Thứ tự ngày, tháng trong tệp' : 'Dấu của phần lẻ trong cột'}
        className="m-0 mt-2 flex flex-wrap gap-2 border-0 p-0"
      >
        {choices.map(({ label, said }) => (
          <Button key={label} className="h-auto! min-h-control py-1" onClick={() => onAnswer(said)}>
            {label}
          </Button>
        ))}
      </fieldset>
    </Banner>
  );
}

/** The year may come first only where it has two digits. */
function dayChoices(text: string, column: string): readonly Choice[] {
  const isYearFirst = readDayText(text, 'ymd') !== readDayText(text, 'dmy');
  return [
    { label: `Ngày/Tháng: ${dayMeant(text, 'dmy')}`, said: { dateOrder: 'dmy' } },
    { label: `Tháng/Ngày: ${dayMeant(text, 'mdy')}`, said: { dateOrder: 'mdy' } },
    ...(isYearFirst
      ? [{ label: `Năm/Tháng/Ngày: ${dayMeant(text, 'ymd')}`, said: { notations: `${column}:ymd` } }]
      : []),
  ];
}

const numberChoices = (text: string, column: string): readonly Choice[] => [
  { label: `Hàng nghìn: ${numberMeant(text, 'thousands')}`, said: { notations: `${column}:${signOf(text, false)}` } },
  { label: `Phần lẻ: ${numberMeant(text, 'fraction')}`, said: { notations: `${column}:${signOf(text, true)}` } },
];

/** The decimal sign of the column when the sign in this text is that one, or the other. */
const signOf = (text: string, isFraction: boolean): string => (text.includes('.') === isFraction ? 'point' : 'comma');
