import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { RecordDrawer } from '../../shared/records/record-drawer.tsx';
import { ActiveChip } from '../../shared/records/record-state.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { formatCount, formatDecimal } from '../../ui/format/number.ts';
import { formatInstant } from '../../ui/format/time.ts';
import { SalesLines } from './sales-lines.tsx';
import { originName, typeName } from './strings.ts';

/** One Bravo item. It is changed in Bravo or by a file only, so it has no history here. */
export function ItemDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getBravoItem', { params: { id: code } })}
      noun="Vật tư"
      title={(item) => item.name}
      description={(item) => `${item.code} · ${item.unit}`}
      onClose={onClose}
      tabs={(item) => [
        {
          value: 'fields',
          label: 'Thông tin',
          panel: (
            <>
              <Facts>
                <Fact label="Trạng thái">
                  <ActiveChip active={item.isActive} />
                </Fact>
                <Fact label="Mã vật tư">{item.code}</Fact>
                <Fact label="Tên vật tư">{item.name}</Fact>
                <Fact label="ĐVT gốc">{item.unit}</Fact>
                <Fact label="Quy đổi">
                  {item.units.some(({ unit }) => unit !== item.unit)
                    ? item.units
                        .filter(({ unit }) => unit !== item.unit)
                        .map(({ unit, rate }) => (
                          <div key={unit}>
                            1 {unit} = {formatDecimal(rate)} {item.unit}
                          </div>
                        ))
                    : ''}
                </Fact>
                <Fact label="Nhóm">{item.group}</Fact>
                <Fact label="Loại">{typeName(item.type)}</Fact>
                <Fact label="Nguồn">{originName(item)}</Fact>
                <Fact label="Sửa ở Bravo lúc">{formatInstant(item.modifiedAt)}</Fact>
                <Fact label="Đồng bộ lúc">{formatInstant(item.syncedAt)}</Fact>
              </Facts>
              <p className="m-0 mt-3 text-small text-ink-3">
                {item.source === 'given'
                  ? 'Vật tư này từ tệp; tải tệp mới lên để sửa. Khi Bravo có mã này thì theo Bravo.'
                  : 'Vật tư chỉ sửa ở Bravo; đồng bộ để lấy thay đổi về đây.'}
              </p>
            </>
          ),
        },
        {
          value: 'connections',
          label: 'Liên kết AMIS',
          count: formatCount(item.connectionCount),
          panel: <ConnectedRecords kind="product" of={{ bravoCode: item.code }} />,
        },
        { value: 'sales', label: 'Bán hàng', panel: <SalesLines of={{ itemCode: item.code }} /> },
      ]}
    />
  );
}
