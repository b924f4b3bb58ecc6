import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { BLANK, CONSTANT, fixedValue, type LayoutColumn, type LayoutField, sourceOf, withSource } from './columns.ts';

/** One column: its header, where its value comes from, what is written when there is none, and its place. */
export function ColumnForm({
  column,
  fields,
  onChange,
  onMove,
  onRemove,
}: {
  column: LayoutColumn;
  fields: readonly LayoutField[];
  onChange: (column: LayoutColumn) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const isFixed = sourceOf(column) === CONSTANT;
  const fixed = column.constant ?? '';
  const isNumber = typeof (isFixed ? fixed : column.whenEmpty) === 'number';
  const written = isFixed ? 'constant' : 'whenEmpty';
  const set = (text: string, asNumber: boolean) => {
    const { [written]: _, ...rest } = column;
    onChange(text === '' && !isFixed ? rest : { ...rest, [written]: fixedValue(text, asNumber) });
  };
  const text = String((isFixed ? fixed : column.whenEmpty) ?? '');
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Tiêu đề cột"
        required
        value={column.header}
        maxLength={200}
        onChange={(event) => onChange({ ...column, header: event.target.value })}
      />
      <Select
        label="Lấy từ"
        value={sourceOf(column)}
        onChange={(source) => onChange(withSource(column, source))}
        options={[
          { value: BLANK, label: 'Để trống' },
          { value: CONSTANT, label: 'Giá trị cố định' },
          ...fields.map(({ field, label }) => ({ value: field, label })),
        ]}
      />
      {sourceOf(column) === BLANK ? null : (
        <>
          <TextField
            label={isFixed ? 'Giá trị cố định' : 'Khi không có giá trị thì ghi'}
            value={text}
            maxLength={500}
            onChange={(event) => set(event.target.value, isNumber)}
          />
          <Checkbox
            label="Ghi là số"
            hint="Bỏ dấu thì ghi là chữ, giữ số 0 ở đầu"
            checked={isNumber}
            disabled={text.trim() === '' || !Number.isFinite(Number(text.replace(',', '.')))}
            onChange={(checked) => set(text, checked)}
          />
        </>
      )}
      <div className="flex items-center gap-2">
        <IconButton label="Chuyển cột lên" icon={<ArrowUp aria-hidden />} onClick={() => onMove(-1)} />
        <IconButton label="Chuyển cột xuống" icon={<ArrowDown aria-hidden />} onClick={() => onMove(1)} />
        <Button icon={<Trash2 aria-hidden />} onClick={onRemove}>
          Bỏ cột
        </Button>
      </div>
    </div>
  );
}
