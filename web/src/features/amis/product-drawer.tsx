import { amisProduct } from '@khop/engine/records/amis-product.ts';
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
import { ProductArrivals } from './product-arrivals.tsx';

type Product = OutputOf<'getAmisProduct'>;

/** One product: all its fields, its connections, when it came in, its history, and the form to change it. */
export function ProductDrawer({ productId, onClose }: { productId: string; onClose: () => void }) {
  return (
    <RecordDrawer
      record={useCall('getAmisProduct', { params: { id: productId } })}
      noun={amisProduct.noun}
      title={(product) => product.name}
      description={(product) => `${product.code} · ${product.unit}`}
      onClose={onClose}
      edit={{
        ...recordEdit(amisProduct, productId),
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
        recordHistory(amisProduct, product.id),
      ]}
    />
  );
}

const Fields = ({ product }: { product: Product }) => (
  <RecordFacts record={amisProduct} values={product}>
    {Object.entries(product.accounts).map(([name, account]) => (
      <Fact key={name} label={ACCOUNTS[name] ?? `TK ${name}`}>
        {account}
      </Fact>
    ))}
    <Fact label="Sửa lúc">{formatInstant(product.updatedAt)}</Fact>
  </RecordFacts>
);

/** Only fields that neither the catalogue nor the ledger brings are changed here. */
const ProductForm = ({ product, onSaved }: { product: Product; onSaved: () => void }) => (
  <RecordForm
    record={amisProduct}
    resource={product}
    save={(body) => call('updateAmisProduct', { params: { id: product.id }, body })}
    saved="Đã lưu mã hàng"
    invalidates={['getAmisProduct', 'listAmisProducts', 'getAmisProductFilters', 'listRecordHistory']}
    onSaved={onSaved}
  />
);

const ACCOUNTS: Readonly<Record<string, string>> = {
  inventory: 'TK kho',
  revenue: 'TK doanh thu',
  discount: 'TK chiết khấu',
  allowance: 'TK giảm giá',
  return: 'TK trả lại',
  cogs: 'TK giá vốn',
};
