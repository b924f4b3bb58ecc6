import { Select } from '../../../ui/fields/select.tsx';
import type { GiftInvoices as Gifts } from './period-values.ts';

const CHOICES = [
  { value: 'each', label: 'Theo từng lần bán' },
  { value: 'month', label: 'Một hóa đơn mỗi tháng' },
  { value: 'quarter', label: 'Một hóa đơn mỗi quý' },
] as const;

/** The choice of each profile between gifts on the invoices of their sales and one invoice of a month or quarter. */
export function GiftInvoices({
  profiles,
  value,
  onChange,
}: {
  /** Codes of the profiles of the period in their order. */
  profiles: readonly string[];
  value: Gifts;
  onChange: (value: Gifts) => void;
}) {
  return (
    <>
      <p className="m-0 mb-2 text-grid text-ink-2">
        Hóa đơn gộp kèm bảng kê, theo kỳ khai thuế GTGT của hồ sơ; kỳ phát hành phải gồm đủ tháng hoặc quý ấy.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {profiles.map((code) => (
          <Select
            key={code}
            label={`Hàng tặng của ${code}`}
            options={CHOICES}
            value={value[code] ?? 'each'}
            onChange={(every) => {
              const { [code]: _, ...others } = value;
              onChange(every === 'each' ? others : { ...others, [code]: every });
            }}
          />
        ))}
      </div>
    </>
  );
}
