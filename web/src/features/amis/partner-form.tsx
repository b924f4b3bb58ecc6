import { call } from '../../api/client.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useAction } from '../../api/query.ts';
import { DraftNotice } from '../../shared/drafts/use-draft.tsx';
import { shownValue } from '../../shared/records/changes.ts';
import { StaleNotice } from '../../shared/records/stale-notice.tsx';
import { useVersionedForm } from '../../shared/records/use-versioned-form.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Bound, text } from '../../ui/fields/form.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { PARTNER_LABELS } from './strings.ts';

type Partner = OutputOf<'getAmisPartner'>;

const toValues = (partner: Partner) => ({
  name: partner.name,
  address: partner.address,
  taxCode: partner.taxCode,
  phone: partner.phone,
  email: partner.email,
  idNumber: partner.idNumber,
  group: partner.group,
  isOrganisation: partner.isOrganisation === null ? 'unknown' : String(partner.isOrganisation),
  isInternal: partner.isInternal,
  isActive: partner.isActive,
  note: partner.note,
});

export const partnerDraft = (id: string): string => `amis-partner ${id}`;

/** The fields of a customer or supplier that a person may change. */
export function PartnerForm({ partner, onSaved }: { partner: Partner; onSaved: () => void }) {
  const versioned = useVersionedForm(partner, toValues, partnerDraft(partner.id));
  const { form, base, newer } = versioned;
  const save = useAction(
    () => {
      const { isOrganisation, ...rest } = versioned.changes();
      const organisation =
        isOrganisation === undefined
          ? {}
          : { isOrganisation: isOrganisation === 'unknown' ? null : isOrganisation === 'true' };
      return call('updateAmisPartner', {
        params: { id: base.id },
        body: { ...rest, ...organisation, version: base.version },
      });
    },
    {
      invalidates: ['getAmisPartner', 'listAmisPartners', 'getAmisPartnerFilters', 'listRecordHistory'],
      onSuccess: () => {
        toast.success(`Đã lưu ${base.code}.`);
        versioned.dropDraft();
        onSaved();
      },
      onError: versioned.onError,
    },
  );
  return (
    <form id="partner-form" className="flex flex-col gap-3" onSubmit={form.handleSubmit(() => save.mutate())}>
      {versioned.restored ? <DraftNotice onDiscard={versioned.discard} /> : null}
      {newer ? (
        <StaleNotice
          fields={versioned.clashes.map((name) => ({
            label: PARTNER_LABELS[name] ?? name,
            mine: shownValue(form.getValues()[name]),
            theirs: shownValue(toValues(newer)[name]),
          }))}
          onReapply={versioned.reapply}
          onTakeTheirs={versioned.takeTheirs}
        />
      ) : null}
      <TextField label="Tên" required {...text(form, 'name')} />
      <TextField label="Địa chỉ" {...text(form, 'address')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Mã số thuế" {...text(form, 'taxCode')} />
        <TextField label="Số CCCD/hộ chiếu" {...text(form, 'idNumber')} />
        <TextField label="Điện thoại" type="tel" {...text(form, 'phone')} />
        <TextField label="Email" {...text(form, 'email')} />
        <TextField label="Nhóm" {...text(form, 'group')} />
        <Bound control={form.control} name="isOrganisation">
          {(field) => (
            <Select
              label="Loại"
              {...field}
              options={[
                { value: 'unknown', label: 'Chưa rõ' },
                { value: 'true', label: 'Tổ chức' },
                { value: 'false', label: 'Cá nhân' },
              ]}
            />
          )}
        </Bound>
      </div>
      <TextArea label="Ghi chú" {...text(form, 'note')} />
      <div className="flex flex-wrap gap-x-6">
        <Bound control={form.control} name="isActive">
          {({ value, onChange, name }) => (
            <Checkbox label="Đang dùng" name={name} checked={value} onChange={onChange} />
          )}
        </Bound>
        <Bound control={form.control} name="isInternal">
          {({ value, onChange, name }) => (
            <Checkbox label="Đối tượng nội bộ" name={name} checked={value} onChange={onChange} />
          )}
        </Bound>
      </div>
    </form>
  );
}
