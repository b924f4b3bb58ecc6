import { BASIS_NAMES, PAYEE_NAMES } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { isConsolidated, listNumberOf } from '@khop/engine/invoice-issuance/rules/consolidation.ts';
import { paths } from '../../../paths.ts';
import { ContractFileLink } from '../../../shared/invoices/contract-file-link.tsx';
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
            {invoice.listSha256 ? (
              <span className="block text-ink-2">
                Mã băm SHA-256 các dòng lúc giao: <code className="break-all">{invoice.listSha256}</code>
              </span>
            ) : null}
          </Fact>
        ) : null}
        {contract ? <ContractFacts contract={contract} /> : null}
      </Facts>
    </section>
  );
}

/** The contract that the invoice rests on, with its other side. */
function ContractFacts({ contract }: { contract: NonNullable<Invoice['contract']> }) {
  const { kind, counterparty, contractNumber, contractDate, fromDate, toDate, delegation, contractFile } = contract;
  const term = `từ ${formatDay(fromDate)}${toDate ? ` đến ${formatDay(toDate)}` : ', không thời hạn'}`;
  return (
    <>
      <Fact label={kind === 'delegation' ? 'Bên nhận ủy nhiệm' : 'Chủ hàng'}>
        {counterparty.name} · MST {counterparty.taxCode} · {counterparty.address}
      </Fact>
      <Fact label="Căn cứ">
        {BASIS_NAMES[kind]}, hợp đồng số {contractNumber}
        {contractDate ? ` ngày ${formatDay(contractDate)}` : ''}; {term}
      </Fact>
      {delegation?.paidTo ? <Fact label="Bên nhận thanh toán">{PAYEE_NAMES[delegation.paidTo]}</Fact> : null}
      {delegation?.makerCertificate ? <Fact label="Chứng thư số bên nhận">{delegation.makerCertificate}</Fact> : null}
      <Fact label="Tệp hợp đồng">{contractFile ? <ContractFileLink file={contractFile} /> : 'Chưa tải lên'}</Fact>
    </>
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
