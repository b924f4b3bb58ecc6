import type { ReactElement } from 'react';
import type { ItemOf } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import type { BoundField } from '../../ui/fields/form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

/** Days on which an entity may not issue invoices; a day that is not chosen yet is ''. */
type Suspension = ItemOf<'listProfiles'>['suspensions'][number];

/** The fault that keeps suspensions from being saved, in words; true: none. */
export function suspensionRule(suspensions: readonly Suspension[]): string | true {
  for (const { fromDate, toDate, notice } of suspensions) {
    if (fromDate === '' || notice.trim() === '') return 'Ghi ngày đầu và số, ngày của thông báo; hoặc bỏ mục này.';
    if (toDate !== undefined && toDate < fromDate) return 'Ngày cuối không được trước ngày đầu.';
  }
  return true;
}

/** The suspensions of an entity, each with the notice that says so. */
export function Suspensions({ value, onChange, error }: BoundField<Suspension[]>): ReactElement {
  const set = (index: number, fields: Partial<Suspension>) =>
    onChange(value.with(index, { ...value[index]!, ...fields }));
  return (
    <div className="min-w-0">
      <p className="m-0 mb-2 text-grid text-ink-2">
        Những ngày cơ quan thuế không cho hồ sơ dùng hóa đơn: Khớp không lập hóa đơn vào ngày ấy, không hóa đơn nào mang
        ngày ấy.
      </p>
      {value.map((suspension, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a suspension has no name of its own, and its place changes only when one above goes.
          key={index}
          aria-label={`Lần ngừng ${index + 1}`}
          className="m-0 mb-3 grid gap-3 border-0 border-t border-line p-0 pt-2 sm:grid-cols-2"
        >
          <DateField
            label="Ngừng từ ngày"
            required
            value={suspension.fromDate || null}
            onChange={(day) => set(index, { fromDate: day ?? '' })}
          />
          <DateField
            label="Đến hết ngày"
            hint="Chưa được dùng lại thì để trống"
            value={suspension.toDate ?? null}
            onChange={(day) => set(index, { toDate: day ?? undefined })}
          />
          <TextField
            label="Quyết định, thông báo"
            required
            maxLength={500}
            hint="Số, ngày và lý do"
            className="sm:col-span-2"
            value={suspension.notice}
            onChange={(event) => set(index, { notice: event.target.value })}
          />
          <div className="sm:col-span-2">
            <Button size="sm" onClick={() => onChange(value.toSpliced(index, 1))}>
              {`Bỏ lần ngừng ${index + 1}`}
            </Button>
          </div>
        </fieldset>
      ))}
      {error ? (
        <p role="alert" className="m-0 mb-2 text-small text-red-ink">
          {error}
        </p>
      ) : null}
      <Button size="sm" onClick={() => onChange([...value, { fromDate: '', notice: '' }])}>
        Thêm lần ngừng
      </Button>
    </div>
  );
}
