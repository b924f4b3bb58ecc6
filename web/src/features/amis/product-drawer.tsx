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
import { formatCount, formatDecimal, formatMoney, formatQuantity } from '../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../ui/format/time.ts';
import { TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ProductForm } from './product-form.tsx';
import { PRODUCT_LABELS, REDUCTIONS, vatText } from './strings.ts';

type Product = OutputOf<'getAmisProduct'>;

/** One product: all its fields, its connections, its history, and the form to change it. */
export function ProductDrawer({ productId, onClose }: { productId: string; onClose: () => void }) {
  const product = useCall('getAmisProduct', { params: { id: productId } });
  const [editing, setEditing] = useState(false);
  const [tab, setTab] = useState('fields');
  const data = product.data;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.name ?? 'Mã hàng'}
      description={data ? `${data.code} · ${data.unit}` : undefined}
      footer={
        editing ? (
          <>
            <Button onClick={() => setEditing(false)}>{strings.common.cancel}</Button>
            <Button variant="primary" type="submit" form="product-form">
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
      {product.isError && !data ? (
        <ErrorState message={product.error.message} onRetry={() => void product.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : editing ? (
        <ProductForm product={data} onSaved={() => setEditing(false)} />
      ) : (
        <Tabs
          label="Mã hàng"
          value={tab}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={[
            { value: 'fields', label: 'Thông tin', panel: <Fields product={data} /> },
            {
              value: 'connections',
              label: 'Liên kết',
              count: formatCount(data.connectionCount),
              panel: <Connections product={data} />,
            },
            {
              value: 'history',
              label: 'Lịch sử',
              panel: (
                <div className="px-4 py-3">
                  <HistoryList entity="amis-product" entityId={data.id} labels={PRODUCT_LABELS} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

function Fields({ product }: { product: Product }) {
  return (
    <Facts className="px-4 py-3">
      <Fact label="Trạng thái">
        <Chip tone={product.isActive ? 'green' : 'grey'}>{product.isActive ? 'Đang theo dõi' : 'Ngừng theo dõi'}</Chip>
      </Fact>
      <Fact label="Mã hàng">{product.code}</Fact>
      <Fact label="Tên hàng">{product.name}</Fact>
      <Fact label="ĐVT chính">{product.unit}</Fact>
      <Fact label="Tính chất">{product.kind}</Fact>
      <Fact label="Nhóm">{product.group}</Fact>
      <Fact label="Số lượng tồn">{formatQuantity(product.quantityOnHand)}</Fact>
      <Fact label="Giá trị tồn">{formatMoney(product.stockValue)}</Fact>
      <Fact label="Thuế suất GTGT">{vatText(product.vatRate)}</Fact>
      <Fact label="Giảm thuế">{REDUCTIONS[product.vatReduction]}</Fact>
      <Fact label="Giá bán">{formatDecimal(product.salePrice)}</Fact>
      <Fact label="Giá mua gần nhất">{formatDecimal(product.lastPurchasePrice)}</Fact>
      <Fact label="Ngày mua gần nhất">{formatDay(product.lastPurchaseDate)}</Fact>
      <Fact label="Giá mua bình quân">{formatDecimal(product.averagePurchasePrice)}</Fact>
      <Fact label="Kho ngầm định">{product.defaultWarehouseCode}</Fact>
      {Object.entries(product.accounts).map(([name, account]) => (
        <Fact key={name} label={ACCOUNTS[name] ?? `TK ${name}`}>
          {account}
        </Fact>
      ))}
      <Fact label="Ghi chú">{product.note}</Fact>
      <Fact label="Sửa lúc">{formatInstant(product.updatedAt)}</Fact>
    </Facts>
  );
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  inventory: 'TK kho',
  revenue: 'TK doanh thu',
  discount: 'TK chiết khấu',
  allowance: 'TK giảm giá',
  return: 'TK trả lại',
  cogs: 'TK giá vốn',
};

function Connections({ product }: { product: Product }) {
  const list = useCall('listProductConnections', {
    query: { profileId: product.profileId, amisCode: product.code, limit: 100 },
  });
  return (
    <div className="px-4 py-3 text-grid">
      {list.isError && !list.data ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonLines lines={2} />
      ) : list.data.items.length === 0 ? (
        <p className="m-0 text-ink-2">
          Chưa nối với vật tư Bravo nào. Hãy xem{' '}
          <TextLink className="underline" to={paths.productSuggestions(product.profileId, { q: product.code })}>
            gợi ý
          </TextLink>{' '}
          hoặc{' '}
          <TextLink
            className="underline"
            to={paths.productConnections(product.profileId, { new: 'true', amis: product.code })}
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
                <p className="m-0 text-small text-ink-3">{connection.bravoCode}</p>
              </div>
              {connection.factor === null ? (
                <Chip tone="amber" icon>
                  Thiếu hệ số
                </Chip>
              ) : (
                <span className="tabular whitespace-nowrap text-ink-2">
                  1 {connection.bravoUnit} = {connection.factor.replace('.', ',')} {connection.amisUnit}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
