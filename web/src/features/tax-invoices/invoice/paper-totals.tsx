import type { ReactNode } from 'react';
import { formatDecimal, formatMoney } from '../../../ui/format/number.ts';
import { plainText } from '../../../ui/format/plain-text.ts';
import { TheirText } from '../../../ui/their-text.tsx';
import type { TaxInvoice } from './tax-invoice.ts';

/** The sums as they are signed: by rate, then all together, and in words. */
export function PaperTotals({ invoice }: { invoice: TaxInvoice }) {
  const { rates, totals, currency } = invoice;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-4 md:grid-cols-2">
        {rates.length > 0 ? <Rates rates={rates} /> : <span className="max-md:hidden" />}
        <dl className="m-0 grid grid-cols-[1fr_auto] gap-y-1 self-start text-grid">
          <Sum label="Cộng tiền hàng" value={totals.beforeVat} />
          <Sum label="Tiền thuế GTGT" value={totals.vat} />
          <Sum label="Chiết khấu thương mại" value={totals.discount} isOptional />
          <Sum label="Phí, lệ phí" value={totals.fees} isOptional />
          <Sum label="Giảm trừ khác" value={totals.deduction} isOptional />
          <Sum label="Tổng tiền thanh toán" value={totals.total} isTotal>
            {currency === 'VND' ? null : ` ${plainText(currency)}`}
          </Sum>
        </dl>
      </div>
      {currency === 'VND' ? null : <InDong invoice={invoice} />}
      <p className="m-0 text-grid">
        <span className="text-ink-2">Bằng chữ: </span>
        {totals.inWords ? <TheirText>{totals.inWords}</TheirText> : 'không ghi'}
      </p>
    </div>
  );
}

function Sum({
  label,
  value,
  isOptional = false,
  isTotal = false,
  children,
}: {
  label: string;
  value: string | null;
  /** Not shown when there is none. */
  isOptional?: boolean;
  isTotal?: boolean;
  children?: ReactNode;
}) {
  if (isOptional && (value === null || Number(value) === 0)) return null;
  const look = isTotal ? 'border-t border-line pt-1 font-semibold' : '';
  return (
    <>
      <dt className={`${look} ${isTotal ? '' : 'text-ink-2'}`}>{label}</dt>
      <dd className={`m-0 tabular pl-4 text-right whitespace-nowrap ${look}`}>
        {value === null ? '–' : formatDecimal(value)}
        {children}
      </dd>
    </>
  );
}

function InDong({ invoice: { beforeVat, vat, total } }: { invoice: TaxInvoice }) {
  return (
    <p className="m-0 text-grid">
      <span className="text-ink-2">Quy ra đồng: </span>
      {total === null
        ? 'hóa đơn không ghi tỷ giá nên chưa quy ra đồng được.'
        : `tiền hàng ${formatMoney(beforeVat)}, tiền thuế ${formatMoney(vat)}, tổng ${formatMoney(total)}.`}
    </p>
  );
}

function Rates({ rates }: { rates: TaxInvoice['rates'] }) {
  const figure = 'tabular py-1 pl-4 text-right whitespace-nowrap';
  return (
    <table aria-label="Tiền theo thuế suất" className="w-full self-start border-collapse text-grid">
      <thead>
        <tr className="border-b border-line text-ink-2">
          <th className="py-1 text-left font-medium">Thuế suất</th>
          <th className="py-1 pl-4 text-right font-medium">Tiền hàng</th>
          <th className="py-1 pl-4 text-right font-medium">Tiền thuế</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ rate, amount, vat }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an invoice may write one rate twice
          <tr key={`${rate}-${index}`}>
            <td className="py-1">{plainText(rate) || 'không ghi'}</td>
            <td className={figure}>{formatDecimal(amount)}</td>
            <td className={figure}>{formatDecimal(vat)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
