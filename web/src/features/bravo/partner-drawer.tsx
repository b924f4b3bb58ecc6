import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { historyTab, RecordDrawer } from '../../shared/records/record-drawer.tsx';
import { ActiveChip } from '../../shared/records/record-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { Banner } from '../../ui/states.tsx';
import { SalesLines } from './sales-lines.tsx';
import { originName, PARTNER_LABELS, REQUIREMENTS, typeName } from './strings.ts';
import { useSetRequirement } from './use-set-requirement.ts';

type Partner = OutputOf<'getBravoPartner'>;

/** One Bravo partner; only the invoice requirement is kept here, the rest is changed in Bravo. */
export function PartnerDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getBravoPartner', { params: { id: code } })}
      noun="Đối tượng"
      title={(partner) => partner.name}
      description={({ code: own, taxCode }) => (taxCode ? `${own} · MST ${taxCode}` : own)}
      onClose={onClose}
      tabs={(partner) => [
        { value: 'fields', label: 'Thông tin', panel: <Fields partner={partner} /> },
        {
          value: 'connections',
          label: 'Liên kết AMIS',
          count: formatCount(partner.connectionCount),
          panel: <ConnectedRecords kind="partner" of={{ bravoCode: partner.code }} />,
        },
        { value: 'sales', label: 'Bán hàng', panel: <SalesLines of={{ partnerCode: partner.code }} /> },
        historyTab('bravo-partner', partner.code, PARTNER_LABELS, { invoiceRequirement: REQUIREMENTS }),
      ]}
    />
  );
}

/** True until a person confirms for this tax code, or for that of a connected AMIS customer, that no invoice is taken. */
function asksToConfirm({ invoiceRequirement, taxCode, noInvoiceConfirmed, connectionCount }: Partner): boolean {
  if (invoiceRequirement !== 'not_required') return false;
  return taxCode ? !noInvoiceConfirmed.split(',').includes(taxCode) : connectionCount > 0 && noInvoiceConfirmed === '';
}

function Fields({ partner }: { partner: Partner }) {
  const setRequirement = useSetRequirement();
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Yêu cầu hóa đơn"
        hint="«Không lấy hóa đơn»: bán cho người tiêu dùng, vẫn lập hóa đơn không có thông tin người mua."
        value={partner.invoiceRequirement}
        disabled={setRequirement.isPending}
        onChange={(requirement) => setRequirement.mutate({ codes: [partner.code], requirement })}
        options={(['required', 'not_required', 'unset'] as const).map((value) => ({
          value,
          label: REQUIREMENTS[value],
        }))}
      />
      {asksToConfirm(partner) ? (
        <Banner tone="warning">
          <p className="m-0">
            Khách có mã số thuế mà không lấy hóa đơn thì không khấu trừ được thuế GTGT. Nếu đã hỏi và khách chắc chắn
            không lấy, hãy xác nhận; đổi mã số thuế thì phải hỏi lại.
          </p>
          <Button
            size="sm"
            className="mt-2"
            busy={setRequirement.isPending}
            onClick={() =>
              setRequirement.mutate({ codes: [partner.code], requirement: 'not_required', isConfirmed: true })
            }
          >
            Xác nhận không lấy hóa đơn
          </Button>
        </Banner>
      ) : null}
      <Facts>
        <Fact label="Trạng thái">
          <ActiveChip active={partner.isActive} />
        </Fact>
        <Fact label="Mã">{partner.code}</Fact>
        <Fact label="Tên">{partner.name}</Fact>
        <Fact label="Mã số thuế">{partner.taxCode}</Fact>
        {partner.noInvoiceConfirmed ? (
          <Fact label="Đã xác nhận không lấy hóa đơn">MST {partner.noInvoiceConfirmed.replaceAll(',', ', ')}</Fact>
        ) : null}
        <Fact label="Địa chỉ">{partner.address}</Fact>
        <Fact label="Điện thoại">{partner.phone}</Fact>
        <Fact label="Email">{partner.email}</Fact>
        <Fact label="Loại">{typeName(partner.type)}</Fact>
        <Fact label="Nguồn">{originName(partner)}</Fact>
        <Fact label="Sửa ở Bravo lúc">{formatInstant(partner.modifiedAt)}</Fact>
        <Fact label="Đồng bộ lúc">{formatInstant(partner.syncedAt)}</Fact>
      </Facts>
    </div>
  );
}
