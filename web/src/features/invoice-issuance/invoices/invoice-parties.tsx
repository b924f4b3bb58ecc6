import { paths } from '../../../paths.ts';
import { BUYER_SOURCE } from '../../../shared/invoices/invoice-words.ts';
import { Fact, Facts } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import type { Invoice } from './invoice.ts';

const heading = 'm-0 mb-2 text-grid font-semibold text-ink-2';

export function SellerPanel({ invoice: { seller, profileCode, profileId } }: { invoice: Invoice }) {
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
      </Facts>
    </section>
  );
}

/** The invoice's buyer, with the ledger's own always beside it. */
export function BuyerPanel({ invoice: { buyer, ledgerBuyer } }: { invoice: Invoice }) {
  return (
    <section>
      <h3 className={heading}>Người mua</h3>
      <Facts>
        <Fact label="Tên">{buyer.name}</Fact>
        <Fact label="Mã khách hàng">{buyer.customerCode}</Fact>
        <Fact label="Mã số thuế">{buyer.taxCode}</Fact>
        <Fact label="Địa chỉ">{buyer.address}</Fact>
        <Fact label="Cách tìm">
          {BUYER_SOURCE[buyer.source]}
          {buyer.reason ? ` · ${buyer.reason}` : ''}
        </Fact>
        <Fact label="Trên sổ Bravo">
          {ledgerBuyer.code} · {ledgerBuyer.name}
          {ledgerBuyer.taxCode ? ` · MST ${ledgerBuyer.taxCode}` : ''}
        </Fact>
      </Facts>
    </section>
  );
}
