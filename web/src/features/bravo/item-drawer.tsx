import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { Fact, Facts } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { formatCount, formatDecimal } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectedRecords } from './connected-records.tsx';
import { typeName } from './strings.ts';

/** One Bravo item. It is changed in Bravo only. */
export function ItemDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const item = useCall('getBravoItem', { params: { id: code } });
  const [tab, setTab] = useState('fields');
  const { data } = item;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.name ?? 'Vật tư'}
      description={data ? `${data.code} · ${data.unit}` : undefined}
    >
      {item.isError && !data ? (
        <ErrorState message={item.error.message} onRetry={() => void item.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : (
        <Tabs
          label="Vật tư"
          value={tab}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={[
            {
              value: 'fields',
              label: 'Thông tin',
              panel: (
                <Facts className="px-4 py-3">
                  <Fact label="Trạng thái">
                    <Chip tone={data.isActive ? 'green' : 'grey'}>{data.isActive ? 'Đang dùng' : 'Ngừng dùng'}</Chip>
                  </Fact>
                  <Fact label="Mã vật tư">{data.code}</Fact>
                  <Fact label="Tên vật tư">{data.name}</Fact>
                  <Fact label="ĐVT gốc">{data.unit}</Fact>
                  <Fact label="Quy đổi">
                    {data.units.length === 0
                      ? ''
                      : data.units.map(({ unit, rate }) => (
                          <div key={unit}>
                            1 {unit} = {formatDecimal(rate)} {data.unit}
                          </div>
                        ))}
                  </Fact>
                  <Fact label="Nhóm">{data.group}</Fact>
                  <Fact label="Loại">{typeName(data.type)}</Fact>
                  <Fact label="Sửa ở Bravo lúc">{formatInstant(data.modifiedAt)}</Fact>
                  <Fact label="Đồng bộ lúc">{formatInstant(data.syncedAt)}</Fact>
                </Facts>
              ),
            },
            {
              value: 'connections',
              label: 'Liên kết AMIS',
              count: formatCount(data.connectionCount),
              panel: (
                <div className="px-4 py-3">
                  <ConnectedRecords kind="product" bravoCode={data.code} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}
