import type { RuleKind } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Bound, text } from '../../../ui/fields/form.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { BRACKET_HINT } from './brackets.ts';
import { hasEnd, isOfOneDay } from './rule.ts';
import type { RuleValues } from './rule-values.ts';

type Form = UseFormReturn<RuleValues>;

/** The days of a rule, and what its kind says. */
export function RuleFields({ kind, form }: { kind: RuleKind; form: Form }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound control={form.control} name="fromDate">
          {(field) => (
            <DateField
              label="Từ ngày"
              required={hasEnd(kind) || isOfOneDay(kind)}
              {...(!hasEnd(kind) && !isOfOneDay(kind) && { hint: 'Để trống: áp dụng từ trước đến nay' })}
              {...field}
            />
          )}
        </Bound>
        {hasEnd(kind) ? (
          <Bound control={form.control} name="toDate">
            {(field) => (
              <DateField
                label="Đến ngày"
                required={kind !== 'holidays'}
                {...(kind === 'holidays' && { hint: 'Để trống nếu nghỉ một ngày' })}
                {...field}
              />
            )}
          </Bound>
        ) : null}
      </div>
      <OwnFields kind={kind} form={form} />
    </>
  );
}

function OwnFields({ kind, form }: { kind: RuleKind; form: Form }) {
  switch (kind) {
    case 'vatReductions':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Thuế suất thường (%)" required {...text(form, 'standardRate')} />
          <TextField label="Thuế suất được giảm còn (%)" required {...text(form, 'reducedRate')} />
        </div>
      );
    case 'vatRates':
      return (
        <TextField
          label="Các thuế suất"
          required
          hint="Cách nhau bằng dấu phẩy: 0, 5, 8, 10, KCT, KKKNT; KHAC là thuế suất khác, không quá mức cao nhất được ghi"
          {...text(form, 'rates')}
        />
      );
    case 'consumerTexts':
      return <TextField label="Ghi trên hóa đơn" required maxLength={200} {...text(form, 'text')} />;
    case 'holidays':
      return <TextField label="Tên ngày nghỉ" required maxLength={200} {...text(form, 'name')} />;
    case 'symbols':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Mẫu số được dùng" required hint="Các chữ số 1–9" {...text(form, 'forms')} />
          <TextField label="Chữ đầu của ký hiệu" required hint="C có mã, K không mã" {...text(form, 'letters')} />
          <TextField label="Chữ chỉ loại hóa đơn" required {...text(form, 'kinds')} />
          <Bound control={form.control} name="numberDigits">
            {(field) => <NumberField label="Số hóa đơn tối đa (chữ số)" min={1} max={20} {...field} />}
          </Bound>
        </div>
      );
    default:
      return <DateRuleFields kind={kind} form={form} />;
  }
}

/** Of the rules about dates, signatures and what follows from them. */
function DateRuleFields({ kind, form }: { kind: RuleKind; form: Form }) {
  switch (kind) {
    case 'swaps':
      return (
        <Bound control={form.control} name="worked">
          {(field) => <DateField label="Thứ bảy làm bù" required {...field} />}
        </Bound>
      );
    case 'invoiceDates':
      return (
        <Bound control={form.control} name="days">
          {(field) => <NumberField label="Số ngày sau ngày bán" hint="0: đúng ngày bán" min={0} max={60} {...field} />}
        </Bound>
      );
    case 'signing':
      return (
        <Bound control={form.control} name="workingDays">
          {(field) => (
            <NumberField
              label="Số ngày làm việc sau ngày hóa đơn"
              hint="0: trong ngày hóa đơn; 1: ngày làm việc kế tiếp; để trống: chưa rõ hạn"
              min={0}
              max={60}
              {...field}
            />
          )}
        </Bound>
      );
    case 'fineLadders':
      return <TextArea label="Các mức" required rows={7} hint={BRACKET_HINT} {...text(form, 'brackets')} />;
    case 'cancellations':
      return (
        <Bound control={form.control} name="isAllowed">
          {({ value, ...field }) => <Checkbox label="Hóa đơn đã có số được hủy" checked={value} {...field} />}
        </Bound>
      );
    case 'consolidations':
      return (
        <Bound control={form.control} name="isAllowed">
          {({ value, ...field }) => <Checkbox label="Được gộp một hóa đơn, kèm bảng kê" checked={value} {...field} />}
        </Bound>
      );
    case 'incidents':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['sellerDays', 'taxSystemDays'] as const).map((name) => (
            <Bound key={name} control={form.control} name={name}>
              {(field) => (
                <NumberField
                  label={
                    name === 'sellerDays'
                      ? 'Số ngày làm việc, sự cố của bên bán'
                      : 'Số ngày làm việc, sự cố hệ thống thuế'
                  }
                  hint="Để trống: theo hạn thường"
                  min={0}
                  max={60}
                  {...field}
                />
              )}
            </Bound>
          ))}
        </div>
      );
    case 'exportDates':
    case 'serviceDates':
    case 'reconciliationTrades':
      return <LineDayFields kind={kind} form={form} />;
    case 'accountCharts':
      return (
        <TextField
          label="Tài khoản không chia"
          hint="Số tài khoản cách nhau bằng dấu phẩy; để trống: mọi tài khoản chia như trước"
          {...text(form, 'undivided')}
        />
      );
    case 'branchCodes':
      return (
        <Bound control={form.control} name="last">
          {(field) => <NumberField label="Số lớn nhất" min={1} max={999} {...field} />}
        </Bound>
      );
    default:
      return null;
  }
}

/** Of the rules that give a sales line a day of its own. */
function LineDayFields({ kind, form }: { kind: 'exportDates' | 'serviceDates' | 'reconciliationTrades'; form: Form }) {
  if (kind === 'exportDates')
    return (
      <Bound control={form.control} name="workingDays">
        {(field) => (
          <NumberField
            label="Số ngày làm việc sau thông quan"
            hint="Để trống: theo ngày chứng từ"
            min={0}
            max={60}
            {...field}
          />
        )}
      </Bound>
    );
  if (kind === 'serviceDates')
    return (
      <Bound control={form.control} name="isPaymentCounted">
        {({ value, ...field }) => (
          <Checkbox label="Thu tiền trước hoặc trong khi cung cấp thì ngày thu tiền tính" checked={value} {...field} />
        )}
      </Bound>
    );
  return (
    <>
      <TextArea
        label="Các ngành"
        rows={9}
        hint="Mỗi dòng một ngành; để trống: không ngành nào"
        {...text(form, 'trades')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound control={form.control} name="dayOfNextMonth">
          {(field) => <NumberField label="Chậm nhất ngày … của tháng sau" min={1} max={28} {...field} />}
        </Bound>
        <Bound control={form.control} name="daysAfterPeriod">
          {(field) => <NumberField label="Hoặc số ngày sau kỳ quy ước" min={0} max={60} {...field} />}
        </Bound>
      </div>
    </>
  );
}
