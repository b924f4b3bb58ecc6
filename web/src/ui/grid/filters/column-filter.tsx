import { Popover as Base } from '@base-ui/react/popover';
import type { Clause } from '@khop/contract/clauses.ts';
import { type FormEvent, useState } from 'react';
import { strings } from '../../../strings.ts';
import { Button } from '../../button.tsx';
import { cn } from '../../cn.ts';
import { Checkbox } from '../../fields/checkbox.tsx';
import { DateField } from '../../fields/date-field.tsx';
import { QuantityField } from '../../fields/number-field.tsx';
import { Select } from '../../fields/select.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { overlays, popupClass } from '../../overlays/overlays.ts';
import type { GridColumn } from '../types.ts';
import { filterKindOf, valuesHere } from './column-clauses.ts';

const words = strings.grid;

export type ColumnFilterProps<Row> = {
  anchor: HTMLElement;
  column: GridColumn<Row>;
  field: string;
  clauses: readonly Clause[];
  rowAt: (index: number) => Row | undefined;
  total: number;
  onApply: (clauses: readonly Clause[]) => void;
  onClose: () => void;
};

type Blank = 'any' | 'blank' | 'filled';

/** The filter of one column: values, a part of a text, a range, and if it is blank. */
export function ColumnFilter<Row>({
  anchor,
  column,
  field,
  clauses,
  rowAt,
  total,
  onApply,
  onClose,
}: ColumnFilterProps<Row>) {
  const kind = filterKindOf(column);
  const first = (op: Clause['op']) => clauses.find((clause) => clause.op === op)?.values[0] ?? '';
  const [has, setHas] = useState(first('has'));
  const [chosen, setChosen] = useState<readonly string[]>(clauses.find(({ op }) => op === 'in')?.values ?? []);
  const [least, setLeast] = useState<string | null>(first('min') || null);
  const [most, setMost] = useState<string | null>(first('max') || null);
  const [from, setFrom] = useState<string | null>(first('from') || null);
  const [to, setTo] = useState<string | null>(first('to') || null);
  const [blank, setBlank] = useState<Blank>(
    clauses.some(({ op }) => op === 'blank') ? 'blank' : clauses.some(({ op }) => op === 'filled') ? 'filled' : 'any',
  );
  const listed = kind === 'text' ? valuesHere(column, rowAt, total) : [];
  // A chosen value stays in sight, also when no row here has it.
  const values = [
    ...listed,
    ...chosen.filter((value) => !listed.some((one) => one.value === value)).map((value) => ({ value, label: value })),
  ];
  const apply = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const clause = (op: Clause['op'], value: string | null): Clause[] =>
      value?.trim() ? [{ field, op, values: [value.trim()] }] : [];
    onApply([
      ...clause('has', has),
      ...(chosen.length > 0 ? [{ field, op: 'in' as const, values: chosen }] : []),
      ...clause('min', least),
      ...clause('max', most),
      ...clause('from', from),
      ...clause('to', to),
      ...(blank === 'any' ? [] : [{ field, op: blank, values: [] }]),
    ]);
    onClose();
  };
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal container={overlays()}>
        <Base.Positioner anchor={anchor} sideOffset={4} align="start" collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={`${words.filterOf} ${column.header}`}
            finalFocus={() => anchor}
            className={cn(popupClass, 'w-72 max-w-[calc(100vw-16px)] p-3')}
          >
            <form onSubmit={apply} className="flex flex-col gap-3">
              {kind === 'text' && !column.options ? (
                <TextField
                  label={`${column.header} ${words.clauses.has}`}
                  value={has}
                  maxLength={200}
                  onChange={(event) => setHas(event.target.value)}
                />
              ) : null}
              {kind === 'number' ? (
                <div className="grid grid-cols-2 gap-2">
                  <QuantityField label={upper(words.clauses.from)} value={least} onChange={setLeast} />
                  <QuantityField label={upper(words.clauses.to)} value={most} onChange={setMost} />
                </div>
              ) : null}
              {kind === 'day' ? (
                <div className="grid grid-cols-2 gap-2">
                  <DateField label={upper(words.clauses.from)} value={from} onChange={setFrom} />
                  <DateField label={upper(words.clauses.to)} value={to} onChange={setTo} />
                </div>
              ) : null}
              {values.length > 0 ? (
                <Values column={column} values={values} chosen={chosen} onChange={setChosen} />
              ) : null}
              <Select<Blank>
                label="Ô trống"
                value={blank}
                onChange={setBlank}
                options={[
                  { value: 'any', label: words.filterAll },
                  { value: 'blank', label: `Chỉ ô ${words.clauses.blank}` },
                  { value: 'filled', label: `Chỉ ô ${words.clauses.filled}` },
                ]}
              />
              <div className="flex justify-end gap-2">
                <Button
                  disabled={clauses.length === 0}
                  onClick={() => {
                    onApply([]);
                    onClose();
                  }}
                >
                  {words.filterRemove}
                </Button>
                <Button type="submit" variant="primary">
                  {words.filterApply}
                </Button>
              </div>
            </form>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Values<Row>({
  column,
  values,
  chosen,
  onChange,
}: {
  column: GridColumn<Row>;
  values: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1 p-0 text-small text-ink-2">{column.header}</legend>
      <div className="flex max-h-48 flex-col gap-0.5 overflow-y-auto rounded-md border border-line px-2 py-1">
        {values.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        ))}
      </div>
      {column.options ? null : <p className="m-0 mt-1 text-small text-ink-3">{words.filterHere}</p>}
    </fieldset>
  );
}
