import { BASIS_NAMES } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { isConsolidated, listNumberOf } from '@khop/engine/invoice-issuance/rules/consolidation.ts';
import { paths } from '../../../paths.ts';
import { BUYER_SOURCE } from '../../../shared/invoices/invoice-words.ts';
import { Fact, Facts } from '../../../ui/card.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import type { Invoice } from './invoice.ts';

const heading = 'm-0 mb-2 text-grid font-semibold text-ink-2';

export function SellerPanel({ invoice }: { invoice: Invoice }) {
  const { seller, profileCode, profileId, contract } = invoice;
  return (
    <section>
      <h3 className={heading}>Người bán</h3>
      <Facts>
        <Fact label="Tên công ty">{seller.name}</Fact>
        <Fact label="Mã số thuế">{seller.taxCode}</Fact>
        <Fact label="Địa chỉ">{seller.address}</Fact>
        <Fact label="Hồ sơ">
          <TextLink to={paths.products(profileId)}>{profileCode}</TextLink>
        </Fact>
        {isConsolidated(invoice) ? (
          <Fact label="Hóa đơn tổng hợp">
            Hàng khuyến mại, cho, biếu, tặng; kèm bảng kê số {listNumberOf(invoice)} (BangKeKhuyenMai.xlsx của bộ tệp)
          </Fact>
        ) : null}
        {contract ? (
          <>
            <Fact label={contract.kind === 'delegation' ? 'Bên nhận ủy nhiệm' : 'Chủ hàng'}>
              {contract.counterparty.name} · MST {contract.counterparty.taxCode} · {contract.counterparty.address}
            </Fact>
            <Fact label="Căn cứ">
              {BASIS_NAMES[contract.kind]}, hợp đồng số {contract.contractNumber}
              {contract.contractDate ? ` ngày ${formatDay(contract.contractDate)}` : ''}
            </Fact>
          </>
        ) : null}
      </Facts>
    </section>
  );
}

/** The number on the invoice beside name and address: the tax code, or the one that the buyer has in its place. */
function identifiers({ taxCode, personalId, passport, nationality, budgetCode }: Invoice['buyer']) {
  const others = [
    { label: 'Số định danh cá nhân', value: personalId },
    { label: 'Hộ chiếu', value: [passport, nationality].filter(Boolean).join(' · ') },
    { label: 'Mã số ĐVQHNS', value: budgetCode },
  ].filter(({ value }) => value !== '');
  return taxCode !== '' || others.length === 0 ? [{ label: 'Mã số thuế', value: taxCode }, ...others] : others;
}

/** The invoice's buyer, with the ledger's own always beside it. */
export function BuyerPanel({ invoice: { buyer, ledgerBuyer } }: { invoice: Invoice }) {
  return (
    <section>
      <h3 className={heading}>Người mua</h3>
      <Facts>
        <Fact label="Tên">{buyer.name}</Fact>
        {buyer.realName ? <Fact label="Tên thật">{buyer.realName} (ghi chú, không in trên hóa đơn)</Fact> : null}
        <Fact label="Địa chỉ">{buyer.address}</Fact>
        {identifiers(buyer).map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Mã khách hàng">{buyer.customerCode}</Fact>
        <Fact label="Cách tìm">
          {BUYER_SOURCE[buyer.source]}
          {buyer.reason ? ` · ${buyer.reason}` : ''}
        </Fact>
        <Fact label="Trên sổ Bravo">
          {[ledgerBuyer.code, ledgerBuyer.name, ledgerBuyer.taxCode && `MST ${ledgerBuyer.taxCode}`]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      </Facts>
    </section>
  );
}
