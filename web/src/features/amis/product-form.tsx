import { call } from '../../api/client.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useAction } from '../../api/query.ts';
import { DraftNotice } from '../../shared/drafts/use-draft.tsx';
import { shownValue } from '../../shared/records/changes.ts';
import { StaleNotice } from '../../shared/records/stale-notice.tsx';
import { useVersionedForm } from '../../shared/records/use-versioned-form.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Bound, text } from '../../ui/fields/form.tsx';
import { QuantityField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { PRODUCT_LABELS, REDUCTIONS, vatText } from './strings.ts';

type Product = OutputOf<'getAmisProduct'>;
type Reduction = Product['vatReduction'];

/** A select has no empty value. */
const NO_RATE = 'none';

const toValues = (product: Product) => ({
  name: product.name,
  unit: product.unit,
  kind: product.kind,
  group: product.group,
  vatRate: product.vatRate ?? NO_RATE,
  vatReduction: product.vatReduction as Reduction,
  salePrice: product.salePrice,
  defaultWarehouseCode: product.defaultWarehouseCode,
  isActive: product.isActive,
  note: product.note,
});

const RATES = [NO_RATE, '0', '5', '8', '10', 'KCT', 'KKKNT'];

export const productDraft = (id: string): string => `amis-product ${id}`;

/** The fields of a product that a person may change; what the catalogue and the ledger bring is not among them. */
export function ProductForm({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const versioned = useVersionedForm(product, toValues, productDraft(product.id));
  const { form, base, newer } = versioned;
  const save = useAction(
    () => {
      const { vatRate, ...rest } = versioned.changes();
      const body = {
        ...rest,
        ...(vatRate !== undefined && { vatRate: vatRate === NO_RATE ? null : vatRate }),
        version: base.version,
      };
      return call('updateAmisProduct', { params: { id: base.id }, body });
    },
    {
      invalidates: ['getAmisProduct', 'listAmisProducts', 'getAmisProductFilters', 'listRecordHistory'],
      onSuccess: () => {
        toast.success(`Đã lưu mã hàng ${base.code}.`);
        versioned.dropDraft();
        onSaved();
      },
      onError: versioned.onError,
    },
  );
  const rates = RATES.includes(product.vatRate ?? NO_RATE) ? RATES : [...RATES, product.vatRate ?? NO_RATE];
  return (
    <form id="product-form" className="flex flex-col gap-3" onSubmit={form.handleSubmit(() => save.mutate())}>
      {versioned.restored ? <DraftNotice onDiscard={versioned.discard} /> : null}
      {newer ? (
        <StaleNotice
          fields={versioned.clashes.map((name) => ({
            label: PRODUCT_LABELS[name] ?? name,
            mine: shownValue(form.getValues()[name]),
            theirs: shownValue(toValues(newer)[name]),
          }))}
          onReapply={versioned.reapply}
          onTakeTheirs={versioned.takeTheirs}
        />
      ) : null}
      <TextField label="Tên hàng" required {...text(form, 'name')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="ĐVT chính" {...text(form, 'unit')} />
        <TextField label="Tính chất" {...text(form, 'kind')} />
        <TextField label="Nhóm" {...text(form, 'group')} />
        <TextField label="Kho ngầm định" {...text(form, 'defaultWarehouseCode')} />
        <Bound control={form.control} name="vatRate">
          {(field) => (
            <Select
              label="Thuế suất GTGT"
              {...field}
              options={rates.map((rate) => ({ value: rate, label: rate === NO_RATE ? 'Chưa khai' : vatText(rate) }))}
            />
          )}
        </Bound>
        <Bound control={form.control} name="vatReduction">
          {(field) => (
            <Select
              label="Giảm thuế"
              {...field}
              options={Object.entries(REDUCTIONS).map(([value, label]) => ({ value: value as Reduction, label }))}
            />
          )}
        </Bound>
        <Bound control={form.control} name="salePrice">
          {(field) => <QuantityField label="Giá bán" unit="đ" {...field} />}
        </Bound>
      </div>
      <TextArea label="Ghi chú" {...text(form, 'note')} />
      <Bound control={form.control} name="isActive">
        {({ value, onChange, name }) => <Checkbox label="Đang dùng" name={name} checked={value} onChange={onChange} />}
      </Bound>
    </form>
  );
}
