import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { HistoryList } from '../../shared/history-list.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { Select } from '../../ui/select.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectedRecords } from './connected-records.tsx';
import { PARTNER_LABELS, REQUIREMENTS, typeName } from './strings.ts';
import { useSetRequirement } from './use-set-requirement.ts';

/** One Bravo partner; only the invoice requirement is kept here, the rest is changed in Bravo. */
export function PartnerDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const partner = useCall('getBravoPartner', { params: { id: code } });
  const setRequirement = useSetRequirement();
  const [tab, setTab] = useState('fields');
  const { data } = partner;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.name ?? 'Đối tượng'}
      description={data ? `${data.code}${data.taxCode ? ` · MST ${data.taxCode}` : ''}` : undefined}
    >
      {partner.isError && !data ? (
        <ErrorState message={partner.error.message} onRetry={() => void partner.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : (
        <Tabs
          label="Đối tượng"
          value={tab}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={[
            {
              value: 'fields',
              label: 'Thông tin',
              panel: (
                <div className="flex flex-col gap-3 px-4 py-3">
                  <Select
                    label="Yêu cầu hóa đơn"
                    hint="«Không lấy hóa đơn»: bán cho người tiêu dùng, vẫn lập hóa đơn không có thông tin người mua."
                    value={data.invoiceRequirement}
                    disabled={setRequirement.isPending}
                    onChange={(requirement) => setRequirement.mutate({ codes: [data.code], requirement })}
                    options={(['required', 'not_required', 'unset'] as const).map((value) => ({
                      value,
                      label: REQUIREMENTS[value],
                    }))}
                  />
                  <Facts>
                    <Fact label="Trạng thái">
                      <Chip tone={data.isActive ? 'green' : 'grey'}>{data.isActive ? 'Đang dùng' : 'Ngừng dùng'}</Chip>
                    </Fact>
                    <Fact label="Mã">{data.code}</Fact>
                    <Fact label="Tên">{data.name}</Fact>
                    <Fact label="Mã số thuế">{data.taxCode}</Fact>
                    <Fact label="Địa chỉ">{data.address}</Fact>
                    <Fact label="Điện thoại">{data.phone}</Fact>
                    <Fact label="Email">{data.email}</Fact>
                    <Fact label="Loại">{typeName(data.type)}</Fact>
                    <Fact label="Sửa ở Bravo lúc">{formatInstant(data.modifiedAt)}</Fact>
                    <Fact label="Đồng bộ lúc">{formatInstant(data.syncedAt)}</Fact>
                  </Facts>
                </div>
              ),
            },
            {
              value: 'connections',
              label: 'Liên kết AMIS',
              count: formatCount(data.connectionCount),
              panel: (
                <div className="px-4 py-3">
                  <ConnectedRecords kind="partner" bravoCode={data.code} />
                </div>
              ),
            },
            {
              value: 'history',
              label: 'Lịch sử',
              panel: (
                <div className="px-4 py-3">
                  <HistoryList entity="bravo-partner" entityId={data.code} labels={PARTNER_LABELS} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}
