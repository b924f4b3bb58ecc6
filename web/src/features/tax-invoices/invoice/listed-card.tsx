import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { PROCESSING, SIDE, STATE } from '../words.ts';
import type { TaxInvoice } from './tax-invoice.ts';

const amount = (vnd: number | null): string => (vnd === null ? '' : `${formatVnd(vnd)} đ`);

/** The row of an invoice in the newest list of the tax portal; all that there is of one without XML. */
export function ListedCard({ invoice }: { invoice: TaxInvoice }) {
  const { listed, state, processing, evidence } = invoice;
  if (listed === null) return null;
  return (
    <Card title="Theo danh sách của cổng thuế">
      {evidence === 'list' ? (
        <div className="mb-3">
          <Banner tone="warning">
            Kho chưa có tệp XML của hóa đơn này, nên chưa có dòng hàng và chữ ký. Hãy tải XML ở cổng
            hoadondientu.gdt.gov.vn hay xin {listed.side === 'purchase' ? 'người bán' : 'phần mềm hóa đơn'} rồi nạp.
          </Banner>
        </div>
      ) : null}
      <Facts>
        {evidence === 'list' ? <Parties invoice={invoice} /> : null}
        <Fact label="Trạng thái">{state === null ? 'Danh sách không ghi' : STATE[state].label}</Fact>
        <Fact label="Kết quả kiểm tra">{processing === null ? '' : PROCESSING[processing]}</Fact>
        <Fact label="Tiền chưa thuế">{amount(listed.beforeVat)}</Fact>
        <Fact label="Tiền thuế">{amount(listed.vat)}</Fact>
        <Fact label="Tổng thanh toán">{amount(listed.total)}</Fact>
        <Fact label="Tệp">
          <TheirText>{listed.fileName}</TheirText>, dòng {listed.row}
        </Fact>
        <Fact label="Của">
          {listed.profileCode}, {SIDE[listed.side].toLowerCase()}
        </Fact>
        <Fact label="Lập lúc">{formatInstant(listed.saidAt)}</Fact>
      </Facts>
    </Card>
  );
}

function Parties({ invoice: { seller, buyer, date } }: { invoice: TaxInvoice }) {
  return (
    <>
      <Fact label="Ngày lập">{formatDay(date)}</Fact>
      <Fact label="Người bán">
        <TheirText>{[seller.name, seller.taxCode].filter(Boolean).join(', ')}</TheirText>
      </Fact>
      <Fact label="Người mua">
        <TheirText>{[buyer.name, buyer.taxCode].filter(Boolean).join(', ')}</TheirText>
      </Fact>
    </>
  );
}
