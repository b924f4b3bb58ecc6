import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { ColumnChoice } from './column-choice.tsx';
import { type Choice, columnsOf, type Draft, type Rows, withField, withNotation } from './draft.ts';

/** The first rows of the sheet as they are, below the choice of what each column is. A click on a row makes it the header. */
export function ColumnTable({
  layout,
  rows,
  draft,
  doubtful,
  onChange,
  onHeaderRow,
}: {
  layout: string;
  rows: Rows;
  draft: Draft;
  /** The column that the trial has a question about. */
  doubtful: string | undefined;
  onChange: (draft: Draft) => void;
  onHeaderRow: (row: number) => void;
}) {
  const columns = columnsOf(rows, draft);
  const lastHeader = draft.headerRow + draft.headerRows - 1;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      aria-label="Các dòng đầu của tệp"
      className="max-h-[32rem] overflow-auto lg:max-h-[max(32rem,calc(100dvh-13rem))] rounded-md border border-line"
    >
      <table className="border-separate border-spacing-0 text-grid">
        <thead>
          <tr>
            <th className="sticky top-0 left-0 z-20 border-r border-b border-line bg-head px-2 py-1 text-left text-small font-medium text-ink-2">
              Dòng
            </th>
            {columns.map(({ letters, header }) => (
              <th
                key={letters}
                scope="col"
                className={cn(
                  'sticky top-0 z-10 min-w-48 border-r border-b border-line bg-head p-1 text-left align-top font-normal',
                  letters === doubtful && 'bg-amber-tint',
                )}
              >
                <span className="flex items-center justify-between gap-1 pb-1">
                  <span className="text-small font-medium text-ink-2">Cột {letters}</span>
                  <By choice={draft.choices[letters]} />
                </span>
                <ColumnChoice
                  layout={layout}
                  name={header === '' ? `Cột ${letters}` : `Cột ${letters} «${header}»`}
                  field={draft.choices[letters]?.field ?? ''}
                  notation={draft.choices[letters] ?? {}}
                  onField={(field) => onChange(withField(draft, letters, field))}
                  onNotation={(notation) => onChange(withNotation(draft, letters, notation))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const number = at + 1;
            const isHeader = number >= draft.headerRow && number <= lastHeader;
            return (
              <tr
                key={number}
                className={cn(isHeader && 'bg-tint font-semibold', number < draft.headerRow && 'text-ink-3')}
              >
                <th scope="row" className="sticky left-0 border-r border-b border-line bg-head p-0 font-normal">
                  <button
                    type="button"
                    aria-pressed={number === draft.headerRow}
                    aria-label={`Dòng ${number} là dòng tiêu đề`}
                    title="Đặt làm dòng tiêu đề"
                    onClick={() => onHeaderRow(number)}
                    className="tabular flex h-control w-full min-w-10 items-center justify-end px-2 text-ink-2 hover:bg-hover"
                  >
                    {number}
                  </button>
                </th>
                {columns.map(({ letters }, column) => (
                  <td
                    key={letters}
                    className={cn(
                      'max-w-64 truncate border-r border-b border-line px-2 py-1',
                      !draft.choices[letters] && !isHeader && 'text-ink-3',
                    )}
                    title={row[column] || undefined}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** A guess, a remembered map or the person at the screen says what a column is. */
function By({ choice }: { choice: Choice | undefined }) {
  if (!choice) return <Chip>Không đọc</Chip>;
  if (choice.by === 'person') return <Chip tone="green">Đã chọn</Chip>;
  if (choice.by === 'memory') return <Chip tone="green">Đã ghi nhớ</Chip>;
  const percent = `${Math.round(choice.sureness * 100)}%`;
  return choice.sureness >= 0.8 ? (
    <Chip tone="green" title={`Khớp đoán, chắc ${percent}`}>{`Đoán · ${percent}`}</Chip>
  ) : (
    <Chip tone="amber" icon title={`Khớp đoán, chỉ chắc ${percent}`}>{`Đoán · ${percent}`}</Chip>
  );
}
