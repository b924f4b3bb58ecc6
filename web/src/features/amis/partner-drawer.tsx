import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import { call } from '../../api/client.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { RecordDrawer, recordHistory } from '../../shared/records/record-drawer.tsx';
import { RecordFacts } from '../../shared/records/record-facts.tsx';
import { RecordForm, recordEdit } from '../../shared/records/record-form.tsx';
import { Fact } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import type { TabItem } from '../../ui/tabs.tsx';
import { TaxCheckChip } from './tax-check-chip.tsx';

type Partner = OutputOf<'getAmisPartner'>;

/** One customer or supplier: fields, connections, history, and the form to change it. */
export function PartnerDrawer({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getAmisPartner', { params: { id: partnerId } })}
      noun={amisPartner.noun}
      title={(partner) => partner.name}
      description={({ code, taxCode }) => (taxCode ? `${code} · MST ${taxCode}` : code)}
      onClose={onClose}
      edit={{
        ...recordEdit(amisPartner, partnerId),
        fields: (partner, done) => <PartnerForm partner={partner} onSaved={done} />,
      }}
      tabs={(partner) => [
        { value: 'fields', label: 'Thông tin', panel: <Fields partner={partner} /> },
        // Only customers are connected with Bravo: invoices are made out to them.
        ...(partner.type === 'customer' ? [connectionsTab(partner)] : []),
        recordHistory(amisPartner, partner.id),
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

const Fields = ({ partner }: { partner: Partner }) => (
  <RecordFacts
    record={amisPartner}
    values={partner}
    own={{ taxCodeCheck: <TaxCheckChip check={partner.taxCodeCheck} /> }}
  >
    <Fact label="Sửa lúc">{formatInstant(partner.updatedAt)}</Fact>
  </RecordFacts>
);

const PartnerForm = ({ partner, onSaved }: { partner: Partner; onSaved: () => void }) => (
  <RecordForm
    record={amisPartner}
    resource={partner}
    save={(body) => call('updateAmisPartner', { params: { id: partner.id }, body })}
    saved="Đã lưu"
    invalidates={['getAmisPartner', 'listAmisPartners', 'getAmisPartnerFilters', 'listRecordHistory']}
    onSaved={onSaved}
  />
);
