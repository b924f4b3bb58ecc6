import { call } from '../../../api/client.ts';
import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import type { TypedFactor } from '../factor-field.tsx';
import { FactorPart, WhyScore } from '../factor-part.tsx';
import { scoreText } from '../review/pair/evidence.tsx';
import { PairTable } from '../review/pair/pair-view.tsx';
import { linesOf, type Product, type Suggested, type SupplierItem } from './supplier-item.ts';

export const FACTOR = 'supplier-item';
const SHOWN = 30;

type Props = {
  item: SupplierItem;
  profileId: string;
  product: Product | null;
  factor: TypedFactor;
  onProduct: (product: Product | null) => void;
  onFactor: (factor: TypedFactor) => void;
};

/** One item of a supplier beside the AMIS product that it may be: what differs, why it was suggested, its factor. */
export function ItemArticle({ item, profileId, product, factor, onProduct, onFactor }: Props) {
  const suggested = item.suggestions.find((one) => one.product.id === product?.id);
  return (
    <article aria-label="Mặt hàng đang xem" className="mx-auto flex max-w-4xl flex-col gap-4 px-3 py-3 sm:px-6 sm:py-4">
      <ItemHeader item={item} score={suggested?.score} />
      <PairTable left={<Head text="Nhà cung cấp" />} right={<Head text="AMIS" />} lines={linesOf(item, product)} />
      {suggested ? <WhyScore suggestion={suggested} /> : null}
      {product ? (
        <FactorPart
          key={product.id}
          id={FACTOR}
          value={factor}
          onChange={onFactor}
          amisUnit={product.unit}
          bravoUnit={item.unit}
          emptyHint={`Cần nhập: số ${product.unit || 'đơn vị AMIS'} trong 1 ${item.unit || 'đơn vị của nhà cung cấp'}.`}
          evidence={suggested?.factorEvidence ?? []}
          isContradicted={suggested?.factorContradicted ?? false}
        />
      ) : null}
      <section aria-label="Mã hàng khác" className="flex flex-col gap-2">
        <h2 className="m-0 text-grid font-semibold">Chọn mã hàng</h2>
        <Suggestions items={item.suggestions} chosen={product?.id} onChoose={onProduct} />
        <Combobox<Product>
          label="Mã hàng AMIS khác"
          value={suggested ? null : product}
          onChange={onProduct}
          search={async (q, signal) =>
            (await call('listAmisProducts', { query: { profileId, q, limit: SHOWN } }, { signal })).items.map(
              ({ id, code, name, unit, lastPurchasePrice }) => ({ id, code, name, unit, price: lastPurchasePrice }),
            )
          }
          itemKey={({ id }) => id}
          itemLabel={({ code, name }) => `${code} · ${name}`}
          placeholder="Gõ mã hoặc tên…"
        />
      </section>
    </article>
  );
}

const Head = ({ text }: { text: string }) => (
  <th scope="col" className="px-2 pb-2 text-left font-semibold">
    {text}
  </th>
);

function ItemHeader({ item, score }: { item: SupplierItem; score: number | undefined }) {
  const days = [item.firstDay, item.lastDay].flatMap((day) => (day === null ? [] : formatDay(day)));
  return (
    <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {score === undefined ? null : (
        <span className="tabular text-[22px] leading-7 font-semibold" title="Xác suất hai bên là một mặt hàng">
          {scoreText(score)}
        </span>
      )}
      <span className="text-base text-ink-2">
        <TheirText>{item.supplierName}</TheirText> · {item.supplierTaxCode}
      </span>
      <span className="tabular text-base text-ink-2">
        {formatCount(item.invoices)} hóa đơn, <b className="font-semibold text-ink">{formatMoney(item.value)}</b>
        {days.length > 0 ? `, ${[...new Set(days)].join(' – ')}` : ''}
      </span>
      {item.names > 1 ? (
        <Chip tone="amber" icon>
          {formatCount(item.names)} tên khác nhau dưới mã này
        </Chip>
      ) : null}
      {item.state === 'not_stock' ? <Chip>Không phải hàng tồn kho</Chip> : null}
      {item.state === 'connected' ? (
        <Chip tone="green" icon>
          Đã nối · {item.connection?.createdBy}
        </Chip>
      ) : null}
    </header>
  );
}

function Suggestions({
  items,
  chosen,
  onChoose,
}: {
  items: readonly Suggested[];
  chosen: string | undefined;
  onChoose: (product: Product) => void;
}) {
  if (items.length === 0) return <p className="m-0 text-grid text-ink-3">Chưa có gợi ý cho mặt hàng này.</p>;
  return (
    <ol aria-label="Gợi ý" className="m-0 -mx-2 flex list-none flex-col p-0">
      {items.map(({ product, score }, index) => (
        <li key={product.id}>
          <button
            type="button"
            aria-pressed={product.id === chosen}
            onClick={() => onChoose(product)}
            className={cn(
              'flex w-full items-center gap-2 rounded-md px-2 py-1 text-left text-grid pointer-coarse:min-h-11',
              product.id === chosen ? 'bg-tint text-tint-ink' : 'hover:bg-hover',
            )}
          >
            <span className="max-sm:hidden">
              <Kbd>{String(index + 1)}</Kbd>
            </span>
            <span className="min-w-0 grow truncate">
              {product.name} <span className={product.id === chosen ? '' : 'text-ink-3'}>{product.code}</span>
            </span>
            <span className="tabular shrink-0">{scoreText(score)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
