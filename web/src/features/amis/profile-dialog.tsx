import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../api/client.ts';
import type { InputOf, ItemOf } from '../../api/operations.ts';
import { useAction, useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { DraftNotice } from '../../shared/drafts/use-draft.tsx';
import { shownValue } from '../../shared/records/changes.ts';
import { HistoryList } from '../../shared/records/history-list.tsx';
import { PROFILE_LABELS, PROFILE_WORDS } from '../../shared/records/profile-labels.ts';
import { StaleNotice } from '../../shared/records/stale-notice.tsx';
import { useVersionedForm } from '../../shared/records/use-versioned-form.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Bound, text } from '../../ui/fields/form.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { useGo } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { LogoField } from './logo-field.tsx';
import { Suspensions, suspensionRule } from './suspensions.tsx';
import { SaturdayField, SwapsField } from './working-days-fields.tsx';

type Profile = ItemOf<'listProfiles'>;
type Draft = Omit<Profile, 'id' | 'createdAt' | 'updatedAt'>;

const NEW_PROFILE: Draft = {
  version: 0,
  code: '',
  name: '',
  taxCode: '',
  address: '',
  invoiceForm: '1',
  invoiceSymbol: '',
  voucherPrefix: 'BH',
  defaultWarehouseCode: '',
  excludedWarehouseCodes: [],
  accounts: { receivable: '131', revenue: '511', vat: '33311', cogs: '632', inventory: '156' },
  chart: [],
  maxLinesPerInvoice: 200,
  lockedThrough: null,
  lastIssuedDate: null,
  saturdayIsWorking: false,
  followsSwaps: 'unknown',
  suspensions: [],
  logoUrl: null,
  exportLayout: 'amis-sales-voucher',
  isActive: true,
};

const toValues = (profile: Draft) => ({
  code: profile.code,
  name: profile.name,
  taxCode: profile.taxCode,
  address: profile.address,
  invoiceForm: profile.invoiceForm,
  invoiceSymbol: profile.invoiceSymbol,
  voucherPrefix: profile.voucherPrefix,
  defaultWarehouseCode: profile.defaultWarehouseCode,
  excludedWarehouseCodes: profile.excludedWarehouseCodes.join(', '),
  accounts: { ...profile.accounts },
  chart: profile.chart.join(', '),
  maxLinesPerInvoice: profile.maxLinesPerInvoice as number | null,
  lockedThrough: profile.lockedThrough,
  lastIssuedDate: profile.lastIssuedDate,
  saturdayIsWorking: profile.saturdayIsWorking,
  followsSwaps: profile.followsSwaps,
  suspensions: profile.suspensions,
  logoUrl: profile.logoUrl,
  exportLayout: profile.exportLayout,
  isActive: profile.isActive,
});
type Values = ReturnType<typeof toValues>;

/** The templates to choose from; one that is no longer there keeps its name, so that nothing changes unseen. */
const layoutOptions = (known: readonly { code: string; name: string }[], chosen: string) => [
  ...known.map(({ code, name }) => ({ value: code, label: name })),
  ...(known.some(({ code }) => code === chosen) ? [] : [{ value: chosen, label: chosen }]),
];

/** The values of the form, as the service takes them. */
function toBody({ excludedWarehouseCodes, chart, maxLinesPerInvoice, ...rest }: Partial<Values>) {
  return {
    ...rest,
    ...(excludedWarehouseCodes !== undefined && {
      excludedWarehouseCodes: excludedWarehouseCodes.split(/[,;\s]+/).filter(Boolean),
    }),
    ...(chart !== undefined && { chart: [...new Set(chart.split(/[,;\s]+/).filter(Boolean))] }),
    ...(maxLinesPerInvoice !== undefined && { maxLinesPerInvoice: maxLinesPerInvoice ?? 200 }),
  };
}

const FORM = 'profile-form';

/** Creates a profile, or changes one and shows its history. */
export function ProfileDialog({ profile, onClose }: { profile: Profile | undefined; onClose: () => void }) {
  const go = useGo();
  const layouts = useCall('listExportLayouts', {});
  const versioned = useVersionedForm<Draft, Values>(
    profile ?? NEW_PROFILE,
    toValues,
    `profile ${profile?.id ?? 'new'}`,
  );
  const { form, base, newer } = versioned;
  const save = useAction(
    () =>
      profile
        ? call('updateProfile', {
            params: { id: profile.id },
            body: { ...toBody(versioned.changes()), version: base.version },
          })
        : call('createProfile', { body: toBody(form.getValues()) as InputOf<'createProfile'>['body'] }),
    {
      invalidates: ['listProfiles', 'getProfile', 'listRecordHistory'],
      onSuccess: (saved) => {
        toast.success(profile ? `Đã lưu hồ sơ «${saved.name}».` : `Đã tạo hồ sơ «${saved.name}».`);
        versioned.dropDraft();
        onClose();
        if (!profile) go(paths.products(saved.id));
      },
      onError: (error) => {
        if ('code' in error && error.code === 'CODE_TAKEN') {
          form.setError('code', { message: error.message });
          return true;
        }
        return versioned.onError(error);
      },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={profile ? `Sửa hồ sơ ${profile.code}` : 'Tạo hồ sơ'}
      width="lg"
      footer={
        <>
          <Button
            onClick={() => {
              versioned.dropDraft();
              onClose();
            }}
          >
            {strings.common.cancel}
          </Button>
          <Button variant="primary" type="submit" form={FORM} busy={save.isPending}>
            {profile ? strings.common.save : 'Tạo hồ sơ'}
          </Button>
        </>
      }
    >
      <form id={FORM} className="flex flex-col gap-4" onSubmit={form.handleSubmit(() => save.mutate())}>
        {versioned.restored ? <DraftNotice onDiscard={versioned.discard} /> : null}
        {newer ? (
          <StaleNotice
            fields={versioned.clashes.map((name) => ({
              label: (PROFILE_LABELS as Readonly<Record<string, string>>)[name] ?? name,
              mine: shownValue(form.getValues()[name]),
              theirs: shownValue(toValues(newer)[name]),
            }))}
            versioned={versioned}
          />
        ) : null}
        <Group title="Pháp nhân">
          <TextField label={PROFILE_LABELS.code} required {...text(form, 'code', { required: true })} />
          <TextField label={PROFILE_LABELS.taxCode} required {...text(form, 'taxCode', { required: true })} />
          <TextField
            label={PROFILE_LABELS.name}
            required
            className="sm:col-span-2"
            {...text(form, 'name', { required: true })}
          />
          <TextField label={PROFILE_LABELS.address} className="sm:col-span-2" {...text(form, 'address')} />
          <Bound control={form.control} name="logoUrl">
            {({ value, onChange }) => <LogoField value={value} onChange={onChange} />}
          </Bound>
        </Group>
        <Group title="Hóa đơn">
          <TextField label={PROFILE_LABELS.invoiceForm} {...text(form, 'invoiceForm')} />
          <TextField label={PROFILE_LABELS.invoiceSymbol} placeholder="C26TAA" {...text(form, 'invoiceSymbol')} />
          <TextField label={PROFILE_LABELS.voucherPrefix} {...text(form, 'voucherPrefix')} />
          <Bound control={form.control} name="maxLinesPerInvoice">
            {(field) => <NumberField label={PROFILE_LABELS.maxLinesPerInvoice} min={1} max={10_000} {...field} />}
          </Bound>
          <Bound control={form.control} name="exportLayout">
            {({ value, onChange }) => (
              <Select
                label={PROFILE_LABELS.exportLayout}
                value={value}
                onChange={onChange}
                options={layoutOptions(layouts.data?.items ?? [], value)}
              />
            )}
          </Bound>
          <Bound control={form.control} name="lockedThrough">
            {(field) => <DateField label={PROFILE_LABELS.lockedThrough} {...field} />}
          </Bound>
          <Bound control={form.control} name="lastIssuedDate">
            {(field) => (
              <DateField
                label={PROFILE_LABELS.lastIssuedDate}
                hint="Nhập tay theo hóa đơn gần nhất của ký hiệu này trên AMIS. Hóa đơn mới không đề ngày trước ngày này."
                {...field}
              />
            )}
          </Bound>
        </Group>
        <Group title="Ngày làm việc (hạn ký hóa đơn)">
          <Bound control={form.control} name="saturdayIsWorking">
            {(field) => <SaturdayField {...field} />}
          </Bound>
          <Bound control={form.control} name="followsSwaps">
            {(field) => <SwapsField {...field} />}
          </Bound>
        </Group>
        <Group title="Ngừng sử dụng hóa đơn" columns="">
          <Bound control={form.control} name="suspensions" rules={{ validate: suspensionRule }}>
            {(field) => <Suspensions {...field} />}
          </Bound>
        </Group>
        <Group title="Kho">
          <TextField label={PROFILE_LABELS.defaultWarehouseCode} {...text(form, 'defaultWarehouseCode')} />
          <TextField
            label={PROFILE_LABELS.excludedWarehouseCodes}
            hint="Mã kho cách nhau bằng dấu phẩy."
            {...text(form, 'excludedWarehouseCodes')}
          />
        </Group>
        <AccountFields form={form} />
        <Bound control={form.control} name="isActive">
          {({ value, onChange, name }) => (
            <Checkbox
              label={PROFILE_LABELS.isActive}
              hint="Hồ sơ ngừng dùng không được chọn vào kỳ phát hành mới."
              name={name}
              checked={value}
              onChange={onChange}
            />
          )}
        </Bound>
      </form>
      {profile ? (
        <details className="mt-4 border-t border-line pt-2">
          <summary className="cursor-pointer py-1 text-grid font-semibold">Lịch sử</summary>
          <HistoryList entity="profile" entityId={profile.id} labels={PROFILE_LABELS} words={PROFILE_WORDS} />
        </details>
      ) : null}
    </Dialog>
  );
}

/** The accounts that files to import carry, and the chart that they have to be in. */
function AccountFields({ form }: { form: UseFormReturn<Values> }) {
  return (
    <Group title="Tài khoản hạch toán" columns="grid-cols-2 sm:grid-cols-5">
      <TextField label={PROFILE_LABELS['accounts.receivable']} {...text(form, 'accounts.receivable')} />
      <TextField label={PROFILE_LABELS['accounts.revenue']} {...text(form, 'accounts.revenue')} />
      <TextField label={PROFILE_LABELS['accounts.vat']} {...text(form, 'accounts.vat')} />
      <TextField label={PROFILE_LABELS['accounts.cogs']} {...text(form, 'accounts.cogs')} />
      <TextField label={PROFILE_LABELS['accounts.inventory']} {...text(form, 'accounts.inventory')} />
      <TextArea
        className="col-span-full"
        label={PROFILE_LABELS.chart}
        hint="Dán cột Số tài khoản của Hệ thống tài khoản ở AMIS. Để trống: xét theo Quy tắc hóa đơn và danh mục hàng hóa."
        {...text(form, 'chart')}
      />
    </Group>
  );
}

function Group({
  title,
  columns = 'grid-cols-1 sm:grid-cols-2',
  children,
}: {
  title: string;
  columns?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-1 p-0 text-base font-semibold">{title}</legend>
      <div className={`grid gap-3 ${columns}`}>{children}</div>
    </fieldset>
  );
}
