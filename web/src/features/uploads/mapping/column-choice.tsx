import type { Notation } from '@khop/engine/sheets/body/notation.ts';
import { labelOf } from '@khop/engine/sheets/header.ts';
import type { FieldType } from '@khop/engine/sheets/layouts/layout.ts';
import { layoutOf } from '@khop/engine/sheets/layouts/layouts.ts';
import { Select } from '../../../ui/fields/select.tsx';

/** The fields of a layout as choices for a column, those that every file needs first. */
function fieldOptions(layout: string) {
  const { fields } = layoutOf(layout);
  const options = fields.map((field) => ({
    value: field.field,
    label: labelOf(field),
    ...(field.required && { hint: 'Bắt buộc' }),
  }));
  const isNeeded = ({ value }: { value: string }) => fields.some(({ field, required }) => field === value && required);
  return [
    { value: '', label: 'Không đọc' },
    ...options.filter(isNeeded),
    ...options.filter((option) => !isNeeded(option)),
  ];
}

const DAYS = [
  { value: '', label: 'Ngày: tự nhận ra' },
  { value: 'dmy', label: 'Ngày/Tháng/Năm' },
  { value: 'mdy', label: 'Tháng/Ngày/Năm' },
  { value: 'ymd', label: 'Năm/Tháng/Ngày' },
] as const;
const SIGNS = [
  { value: '', label: 'Phần lẻ: tự nhận ra' },
  { value: ',', label: 'Phần lẻ sau dấu phẩy' },
  { value: '.', label: 'Phần lẻ sau dấu chấm' },
] as const;
const NUMBERS: readonly FieldType[] = ['quantity', 'price'];

/** The choice of what a column is; of one of days or numbers also how its texts write them. */
export function ColumnChoice({
  layout,
  name,
  field,
  notation,
  onField,
  onNotation,
}: {
  layout: string;
  /** The column, for the labels of its fields. */
  name: string;
  field: string;
  notation: Notation;
  onField: (field: string) => void;
  onNotation: (notation: Notation) => void;
}) {
  const type = layoutOf(layout).fields.find((one) => one.field === field)?.type;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Select label={`${name} là`} hideLabel value={field} options={fieldOptions(layout)} onChange={onField} />
      {type === 'day' ? (
        <Select
          label={`${name} ghi ngày`}
          hideLabel
          value={notation.days ?? ''}
          options={DAYS}
          onChange={(days) => onNotation({ days: days || undefined })}
        />
      ) : null}
      {type !== undefined && NUMBERS.includes(type) ? (
        <Select
          label={`${name} ghi số`}
          hideLabel
          value={notation.decimal ?? ''}
          options={SIGNS}
          onChange={(decimal) => onNotation({ decimal: decimal || undefined })}
        />
      ) : null}
    </div>
  );
}
