import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { historyTab, RecordDrawer } from '../../shared/records/record-drawer.tsx';
import { ActiveChip, AMIS_WORDS } from '../../shared/records/record-state.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import type { TabItem } from '../../ui/tabs.tsx';
import { PartnerForm, partnerDraft } from './partner-form.tsx';
import { PARTNER_LABELS, TAX_CHECKS } from './strings.ts';
import { TaxCheckChip } from './tax-check-chip.tsx';

type Partner = OutputOf<'getAmisPartner'>;

/** One customer or supplier: fields, connections, history, and the form to change it. */
export function PartnerDrawer({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getAmisPartner', { params: { id: partnerId } })}
      noun="Đối tượng"
      title={(partner) => partner.name}
      description={({ code, taxCode }) => (taxCode ? `${code} · MST ${taxCode}` : code)}
      onClose={onClose}
      edit={{
        form: 'partner-form',
        draft: partnerDraft(partnerId),
        fields: (partner, done) => <PartnerForm partner={partner} onSaved={done} />,
      }}
      tabs={(partner) => [
        { value: 'fields', label: 'Thông tin', panel: <Fields partner={partner} /> },
        // Only customers are connected with Bravo: invoices are made out to them.
        ...(partner.type === 'customer' ? [connectionsTab(partner)] : []),
        historyTab('amis-partner', partner.id, PARTNER_LABELS, { taxCodeCheck: TAX_CHECKS }),
      ]}
    />
  );
}

const connectionsTab = ({ profileId, code, connectionCount }: Partner): TabItem => ({
  value: 'connections',
  label: 'Liên kết',
  count: formatCount(connectionCount),
  panel: <ConnectedRecords kind="partner" of={{ profileId, amisCode: code }} />,
});

function Fields({ partner }: { partner: Partner }) {
  return (
    <Facts>
      <Fact label="Trạng thái">
        <ActiveChip active={partner.isActive} words={AMIS_WORDS} />
      </Fact>
      <Fact label="Mã">{partner.code}</Fact>
      <Fact label="Tên">{partner.name}</Fact>
      <Fact label="Mã số thuế">{partner.taxCode}</Fact>
      <Fact label="Kiểm tra MST">
        <TaxCheckChip check={partner.taxCodeCheck} />
      </Fact>
      <Fact label="Địa chỉ">{partner.address}</Fact>
      <Fact label="Điện thoại">{partner.phone}</Fact>
      <Fact label="Email">{partner.email}</Fact>
      <Fact label="Số CCCD/hộ chiếu">{partner.idNumber}</Fact>
      <Fact label="Nhóm">{partner.group}</Fact>
      <Fact label="Loại">{partner.isOrganisation === null ? '' : partner.isOrganisation ? 'Tổ chức' : 'Cá nhân'}</Fact>
      <Fact label="Đối tượng nội bộ">{partner.isInternal ? 'Có' : 'Không'}</Fact>
      <Fact label="Ghi chú">{partner.note}</Fact>
      <Fact label="Sửa lúc">{formatInstant(partner.updatedAt)}</Fact>
    </Facts>
  );
}
