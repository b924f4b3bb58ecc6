import { BASIS_KINDS, BASIS_NAMES } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { allRead } from '../../../ui/fields/unread.ts';
import { type Basis, type Part, problemsOf } from './basis-values.ts';
import { ContractFile } from './contract-file.tsx';
import { Delegation } from './delegation-fields.tsx';

type Profile = { readonly id: string; readonly code: string };

/** One basis, with the fields that its kind needs; kept in the form of the period, which is what saves it. */
export function BasisForm({
  value,
  others,
  onChange,
  onKeep,
  onGiveUp,
}: {
  value: Basis;
  others: readonly Profile[];
  onChange: (basis: Basis) => void;
  onKeep: () => void;
  onGiveUp: () => void;
}) {
  const [isTried, setTried] = useState(false);
  const found = problemsOf(value);
  const part: Part = { value, set: (fields) => onChange({ ...value, ...fields }), problems: isTried ? found : {} };
  const keep = (button: Element) => {
    setTried(true);
    if (allRead(button) && Object.keys(found).length === 0) onKeep();
  };
  return (
    <div className="mt-2 grid gap-3 border-t border-line pt-2 sm:grid-cols-3">
      <Select
        label="Loại căn cứ"
        value={value.kind}
        onChange={(kind) => part.set({ kind })}
        options={BASIS_KINDS.map((kind) => ({ value: kind, label: BASIS_NAMES[kind] }))}
      />
      <Day part={part} field="fromDate" label="Từ ngày" />
      <Day part={part} field="toDate" label="Đến ngày" />
      {value.kind === 'own' ? null : <Contract part={part} others={others} />}
      {value.kind === 'delegation' ? <Delegation part={part} /> : null}
      {value.kind === 'agency' ? <Agency part={part} /> : null}
      {value.kind === 'intercompany' ? <Transfer part={part} /> : null}
      <div className="flex gap-2 sm:col-span-3">
        <Button size="sm" variant="primary" onClick={({ currentTarget }) => keep(currentTarget)}>
          Ghi căn cứ
        </Button>
        <Button size="sm" onClick={onGiveUp}>
          Thôi
        </Button>
      </div>
    </div>
  );
}

function Day({
  part: { value, set, problems },
  field,
  label,
}: {
  part: Part;
  field: 'fromDate' | 'toDate' | 'contractDate';
  label: string;
}) {
  return (
    <DateField
      label={label}
      required={field !== 'toDate'}
      value={value[field] || null}
      error={problems[field]}
      onChange={(day) => set({ [field]: day ?? (field === 'fromDate' ? '' : undefined) })}
    />
  );
}

function Contract({ part, others }: { part: Part; others: readonly Profile[] }) {
  const { value, set, problems } = part;
  const party = value.counterparty ?? {};
  const name = PARTY_NAMES[value.kind];
  return (
    <>
      <TextField
        label="Số hợp đồng"
        required
        maxLength={100}
        value={value.contractNumber ?? ''}
        error={problems.contractNumber}
        onChange={(event) => set({ contractNumber: event.target.value })}
      />
      <Day part={part} field="contractDate" label="Ngày hợp đồng" />
      <Select
        label={name}
        value={party.profileId ?? OUTSIDE}
        error={problems.counterparty ?? problems['counterparty.profile']}
        onChange={(id) => set({ counterparty: id === OUTSIDE ? {} : { profileId: id } })}
        options={[
          { value: OUTSIDE, label: 'Đơn vị ngoài Khớp' },
          ...others.map(({ id, code }) => ({ value: id, label: code })),
        ]}
      />
      {party.profileId === undefined
        ? PARTY_FIELDS.map(([field, label, most]) => (
            <TextField
              key={field}
              label={`${label} (${name.toLowerCase()})`}
              required
              maxLength={most}
              value={party[field] ?? ''}
              error={problems[`counterparty.${field}`]}
              onChange={(event) => set({ counterparty: { ...party, [field]: event.target.value } })}
            />
          ))
        : null}
      <div className="sm:col-span-3">
        <ContractFile value={value.contractFile} onChange={(contractFile) => set({ contractFile })} />
      </div>
    </>
  );
}

const PARTY_NAMES: Readonly<Record<Basis['kind'], string>> = {
  own: '',
  intercompany: 'Bên bán hàng cho hồ sơ',
  agency: 'Chủ hàng',
  delegation: 'Bên nhận ủy nhiệm',
};
const OUTSIDE = 'outside';
const PARTY_FIELDS = [
  ['name', 'Tên', 400],
  ['taxCode', 'Mã số thuế', 20],
  ['address', 'Địa chỉ', 400],
] as const;

function Agency({ part: { value, set, problems } }: { part: Part }) {
  const own = value.agency;
  return (
    <>
      <Select
        label="Cách giao hàng"
        value={own?.mode ?? null}
        error={problems.agency}
        onChange={(mode) => set({ agency: { ...own, mode } })}
        options={[
          { value: 'd1', label: 'd.1 · Hóa đơn từng khâu' },
          { value: 'd2', label: 'd.2 · Phiếu xuất kho gửi bán' },
        ]}
      />
      {own?.mode === 'd2' ? (
        <Select
          label="Bảng kê hàng hóa bán ra"
          value={own.listDays === undefined ? null : own.listDays === 5 ? '5' : '10'}
          error={problems['agency.listDays']}
          onChange={(days) => set({ agency: { ...own, listDays: days === '5' ? 5 : 10 } })}
          options={[
            { value: '5', label: '5 ngày một lần' },
            { value: '10', label: '10 ngày một lần' },
          ]}
        />
      ) : null}
    </>
  );
}

function Transfer({ part: { value, set, problems } }: { part: Part }) {
  const own = value.transfer ?? { invoiceNumber: '', invoiceDate: '' };
  return (
    <>
      <TextField
        label="Hóa đơn chuyển hàng đầu tiên, số"
        required
        maxLength={50}
        value={own.invoiceNumber}
        error={problems.transfer}
        onChange={(event) => set({ transfer: { ...own, invoiceNumber: event.target.value } })}
      />
      <DateField
        label="Ngày hóa đơn chuyển hàng"
        required
        value={own.invoiceDate || null}
        onChange={(day) => set({ transfer: { ...own, invoiceDate: day ?? '' } })}
      />
    </>
  );
}
