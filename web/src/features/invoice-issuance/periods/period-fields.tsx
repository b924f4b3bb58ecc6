import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Bound, text } from '../../../ui/fields/form.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import type { PeriodValues } from './period-values.ts';

export type PeriodForm = UseFormReturn<PeriodValues>;

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-1 p-0 text-base font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/**
 * Name and days of a period.
 * @param props.daysFixed its days can no longer be moved: its invoices depend on them.
 */
export function PeriodDays({ form, daysFixed }: { form: PeriodForm; daysFixed: boolean }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField label="Tên kỳ" required maxLength={200} {...text(form, 'name')} />
      <Bound control={form.control} name="fromDate">
        {({ onChange, ...field }) => (
          <DateField
            label="Từ ngày"
            required
            disabled={daysFixed}
            {...field}
            onChange={(day) => {
              onChange(day);
              // A last day before the first one is told at the last one.
              if (form.formState.isSubmitted) void form.trigger('toDate');
            }}
          />
        )}
      </Bound>
      <Bound control={form.control} name="toDate">
        {(field) => <DateField label="Đến ngày" required disabled={daysFixed} {...field} />}
      </Bound>
    </div>
  );
}

export function PeriodRules({ form }: { form: PeriodForm }) {
  return (
    <Group title="Quy tắc">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Trạng thái chứng từ đã hủy"
          hint="Mã DocStatus của Bravo, cách nhau bằng dấu phẩy"
          {...text(form, 'cancelled')}
        />
        <TextField label="Đơn vị chia lẻ được" hint="Đơn vị khác chỉ xuất số nguyên" {...text(form, 'divisible')} />
        <div className="sm:col-span-2">
          <TextArea
            label="Đối tượng nội bộ"
            hint="Mã đối tượng Bravo là công ty cùng tập đoàn"
            rows={2}
            {...text(form, 'internal')}
          />
        </div>
        <div className="sm:col-span-2">
          <Bound control={form.control} name="aggregate">
            {({ value, onChange, name }) => (
              <Checkbox
                label="Gộp khách không lấy hóa đơn theo ngày"
                hint="Chỉ một số ngành nghề được phép; hỏi kế toán thuế trước khi bật."
                name={name}
                checked={value}
                onChange={onChange}
              />
            )}
          </Bound>
        </div>
        <div className="sm:col-span-2">
          <Bound control={form.control} name="nextPurchase">
            {({ value, onChange, name }) => (
              <Checkbox
                label="Ghi chiết khấu riêng vào lần mua sau"
                hint="Chiết khấu theo số lượng, doanh số ghi riêng một chứng từ: thành dòng chiết khấu trên hóa đơn nháp kế tiếp của khách đủ tiền hàng; không có thì lập hóa đơn điều chỉnh."
                name={name}
                checked={value}
                onChange={onChange}
              />
            )}
          </Bound>
        </div>
      </div>
    </Group>
  );
}
