import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { HistoryList } from '../../shared/history-list.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PartnerForm } from './partner-form.tsx';
import { PARTNER_LABELS } from './strings.ts';
import { TaxCheckChip } from './tax-check-chip.tsx';

type Partner = OutputOf<'getAmisPartner'>;

/** One customer or supplier: fields, connections, history, and the form to change it. */
export function PartnerDrawer({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const partner = useCall('getAmisPartner', { params: { id: partnerId } });
  const [editing, setEditing] = useState(false);
  const [tab, setTab] = useState('fields');
  const data = partner.data;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.name ?? 'Đối tượng'}
      description={data ? `${data.code}${data.taxCode ? ` · MST ${data.taxCode}` : ''}` : undefined}
      footer={
        editing ? (
          <>
            <Button onClick={() => setEditing(false)}>{strings.common.cancel}</Button>
            <Button variant="primary" type="submit" form="partner-form">
              {strings.common.save}
            </Button>
          </>
        ) : (
          <Button variant="primary" disabled={!data} onClick={() => setEditing(true)}>
            {strings.common.edit}
          </Button>
        )
      }
    >
      {partner.isError && !data ? (
        <ErrorState message={partner.error.message} onRetry={() => void partner.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : editing ? (
        <PartnerForm partner={data} onSaved={() => setEditing(false)} />
      ) : (
        <Tabs
          label="Đối tượng"
          value={tab}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={[
            { value: 'fields', label: 'Thông tin', panel: <Fields partner={data} /> },
            ...(data.type === 'customer'
              ? [
                  {
                    value: 'connections',
                    label: 'Liên kết',
                    count: formatCount(data.connectionCount),
                    panel: <Connections partner={data} />,
                  },
                ]
              : []),
            {
              value: 'history',
              label: 'Lịch sử',
              panel: (
                <div className="px-4 py-3">
                  <HistoryList entity="amis-partner" entityId={data.id} labels={PARTNER_LABELS} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

function Fields({ partner }: { partner: Partner }) {
  return (
    <Facts className="px-4 py-3">
      <Fact label="Trạng thái">
        <Chip tone={partner.isActive ? 'green' : 'grey'}>{partner.isActive ? 'Đang theo dõi' : 'Ngừng theo dõi'}</Chip>
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

function Connections({ partner }: { partner: Partner }) {
  const list = useCall('listPartnerConnections', {
    query: { profileId: partner.profileId, amisCode: partner.code, limit: 100 },
  });
  return (
    <div className="px-4 py-3 text-grid">
      {list.isError && !list.data ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonLines lines={2} />
      ) : list.data.items.length === 0 ? (
        <p className="m-0 text-ink-2">
          Chưa nối với đối tượng Bravo nào. Hãy xem{' '}
          <TextLink className="underline" to={paths.partnerSuggestions(partner.profileId, { q: partner.code })}>
            gợi ý
          </TextLink>{' '}
          hoặc{' '}
          <TextLink
            className="underline"
            to={paths.partnerConnections(partner.profileId, { new: 'true', amis: partner.code })}
          >
            nối tay
          </TextLink>
          .
        </p>
      ) : (
        <ul className="m-0 list-none divide-y divide-line p-0">
          {list.data.items.map((connection) => (
            <li key={connection.id} className="flex items-start gap-3 py-2">
              <div className="min-w-0 grow">
                <p className="m-0">{connection.bravoName || connection.bravoCode}</p>
                <p className="m-0 text-small text-ink-3">
                  {connection.bravoCode}
                  {connection.bravoTaxCode ? ` · MST ${connection.bravoTaxCode}` : ''}
                </p>
              </div>
              {connection.isDefault ? <Chip tone="green">Mặc định</Chip> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
