import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import { TheirText } from '../../../ui/their-text.tsx';
import { numberOf, titleOf } from '../words.ts';
import { PaperLines } from './paper-lines.tsx';
import { PaperTotals } from './paper-totals.tsx';
import type { TaxInvoice } from './tax-invoice.ts';

/** The invoice as it looks on paper: our drawing of its signed data, never a page or a style sheet that came with it. */
export function Paper({ invoice }: { invoice: TaxInvoice }) {
  return (
    <Card>
      <article aria-label="Nội dung hóa đơn" className="flex flex-col gap-4">
        <header className="text-center">
          <h2 className="m-0 text-title font-semibold uppercase">
            <TheirText>{titleOf(invoice)}</TheirText>
          </h2>
          <p className="m-0 mt-1 text-grid text-ink-2">
            Mẫu số <TheirText>{invoice.form}</TheirText> · Ký hiệu <TheirText>{invoice.symbol}</TheirText> · Số{' '}
            <b className="text-ink">{numberOf(invoice)}</b>
          </p>
          <p className="m-0 text-grid text-ink-2">
            {invoice.date ? `Ngày ${formatDay(invoice.date)}` : 'Không đọc được ngày lập'}
          </p>
          {invoice.authorityCode ? (
            <p className="m-0 text-grid text-ink-2">
              Mã của cơ quan thuế: <TheirText className="font-mono text-small">{invoice.authorityCode}</TheirText>
            </p>
          ) : null}
        </header>
        <div className="grid gap-4 md:grid-cols-2">
          <PartyPanel title="Người bán" party={invoice.seller} />
          <PartyPanel title="Người mua" party={invoice.buyer} />
        </div>
        <Payment invoice={invoice} />
        <PaperLines lines={invoice.lines} />
        <PaperTotals invoice={invoice} />
      </article>
    </Card>
  );
}

function PartyPanel({ title, party }: { title: string; party: TaxInvoice['buyer'] }) {
  const bank = [party.bankAccount, party.bankName].filter(Boolean).join(' · ');
  const fields: readonly (readonly [string, string])[] = [
    ['Người mua hàng', party.person],
    ['Mã số ĐVQHNS', party.budgetCode],
    ['Giấy tờ cá nhân', party.paper],
    ['Điện thoại', party.phone],
    ['Email', party.email],
    ['Tài khoản', bank],
  ];
  return (
    <section>
      <h3 className="m-0 mb-2 text-grid font-semibold text-ink-2">{title}</h3>
      <Facts>
        <Fact label="Tên">{party.name ? <TheirText className="font-medium">{party.name}</TheirText> : null}</Fact>
        <Fact label="Mã số thuế">{party.taxCode ? <TheirText>{party.taxCode}</TheirText> : null}</Fact>
        <Fact label="Địa chỉ">{party.address ? <TheirText>{party.address}</TheirText> : null}</Fact>
        {fields
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              <TheirText>{value}</TheirText>
            </Fact>
          ))}
      </Facts>
    </section>
  );
}

function Payment({ invoice: { paymentMethod, currency, exchangeRate } }: { invoice: TaxInvoice }) {
  const isForeign = currency !== 'VND';
  if (paymentMethod === '' && !isForeign) return null;
  return (
    <p className="m-0 flex flex-wrap gap-x-4 text-grid">
      {paymentMethod ? (
        <span>
          <span className="text-ink-2">Hình thức thanh toán: </span>
          <TheirText>{paymentMethod}</TheirText>
        </span>
      ) : null}
      {isForeign ? (
        <span>
          <span className="text-ink-2">Tiền tệ: </span>
          <TheirText>{currency}</TheirText>
          {exchangeRate ? `, tỷ giá ${exchangeRate.replace('.', ',')}` : ', không ghi tỷ giá'}
        </span>
      ) : null}
    </p>
  );
}
