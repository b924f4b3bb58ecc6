import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { historyTab, RecordDrawer } from '../../shared/records/record-drawer.tsx';
import { ActiveChip } from '../../shared/records/record-state.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { SalesLines } from './sales-lines.tsx';
import { originName, PARTNER_LABELS, REQUIREMENTS, typeName } from './strings.ts';
import { useSetRequirement } from './use-set-requirement.ts';

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

function Fields({ partner }: { partner: OutputOf<'getBravoPartner'> }) {
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
      <Facts>
        <Fact label="Trạng thái">
          <ActiveChip active={partner.isActive} />
        </Fact>
        <Fact label="Mã">{partner.code}</Fact>
        <Fact label="Tên">{partner.name}</Fact>
        <Fact label="Mã số thuế">{partner.taxCode}</Fact>
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
