import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { ConnectedRecords } from '../../shared/records/connected-records.tsx';
import { historyTab, RecordDrawer } from '../../shared/records/record-drawer.tsx';
import { ActiveChip } from '../../shared/records/record-state.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { formatCount, formatDecimal, formatMoney, formatQuantity } from '../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../ui/format/time.ts';
import { ProductArrivals } from './product-arrivals.tsx';
import { ProductForm, productDraft } from './product-form.tsx';
import { PRODUCT_LABELS, REDUCTIONS, vatText } from './strings.ts';

type Product = OutputOf<'getAmisProduct'>;

/** One product: all its fields, its connections, when it came in, its history, and the form to change it. */
export function ProductDrawer({ productId, onClose }: { productId: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getAmisProduct', { params: { id: productId } })}
      noun="Mã hàng"
      title={(product) => product.name}
      description={(product) => `${product.code} · ${product.unit}`}
      onClose={onClose}
      edit={{
        form: 'product-form',
        draft: productDraft(productId),
        fields: (product, done) => <ProductForm product={product} onSaved={done} />,
      }}
      tabs={(product) => [
        { value: 'fields', label: 'Thông tin', panel: <Fields product={product} /> },
        {
          value: 'connections',
          label: 'Liên kết',
          count: formatCount(product.connectionCount),
          panel: <ConnectedRecords kind="product" of={{ profileId: product.profileId, amisCode: product.code }} />,
        },
        { value: 'arrivals', label: 'Nhập hàng', panel: <ProductArrivals product={product} /> },
        historyTab('amis-product', product.id, PRODUCT_LABELS, { vatReduction: REDUCTIONS }),
      ]}
    />
  );
}

function Fields({ product }: { product: Product }) {
  return (
    <Facts>
      <Fact label="Trạng thái">
        <ActiveChip active={product.isActive} />
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
