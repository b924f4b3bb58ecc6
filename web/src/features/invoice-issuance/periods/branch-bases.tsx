import { BASIS_NAMES } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import { BasisForm } from './basis-form.tsx';
import { type Basis, cleaned, gapsOf, issuerKey, newBasis, stateOf, type WrittenBasis } from './basis-values.ts';

type Profile = { readonly id: string; readonly code: string };
export type BasesValue = readonly Basis[] | null;

type Shown = {
  readonly profiles: readonly Profile[];
  readonly value: BasesValue;
  readonly onChange: (value: BasesValue) => void;
  /** Bases that are being written, by issuer; they are none of the period's until they are kept. */
  readonly written: Readonly<Record<string, WrittenBasis>>;
  readonly onWrite: (issuer: string, written: WrittenBasis | null) => void;
  /** Said where a basis is being written. */
  readonly error: string | undefined;
  readonly today: string;
};

/** The reasons that let each issuer of each branch invoice, and whether they are in force today. */
export function BranchBases({ issuers, ...shown }: Shown & { issuers: Readonly<Record<string, readonly string[]>> }) {
  const pairs = Object.keys(issuers)
    .sort()
    .flatMap((branch) =>
      shown.profiles.filter(({ id }) => issuers[branch]!.includes(id)).map((profile) => ({ branch, profile })),
    );
  return (
    <>
      <p className="m-0 mb-2 text-grid text-ink-2">
        {shown.value === null
          ? 'Chưa ai khai căn cứ: tạm coi là hàng của chính đơn vị. Khai một căn cứ thì hồ sơ nào chưa có sẽ không được lập.'
          : 'Hồ sơ không có căn cứ có hiệu lực ngày bán thì không được lập hóa đơn cho chi nhánh ấy.'}
      </p>
      {pairs.length === 0 ? <p className="m-0 text-grid text-ink-3">Chọn hồ sơ cho chi nhánh ở trên trước.</p> : null}
      {pairs.map(({ branch, profile }) => (
        <IssuerBases key={`${branch} ${profile.id}`} branch={branch} profile={profile} {...shown} />
      ))}
    </>
  );
}

function IssuerBases({ branch, profile, ...shown }: Shown & { branch: string; profile: Profile }) {
  const { profiles, value, onChange, today, error } = shown;
  const issuer = issuerKey(branch, profile.id);
  const edited = shown.written[issuer];
  const write = (written: WrittenBasis | null) => shown.onWrite(issuer, written);
  const isOwn = (basis: Basis) => basis.branch === branch && basis.profileId === profile.id;
  const own = (value ?? []).flatMap((basis, at) => (isOwn(basis) ? [{ basis, at }] : []));
  const state = stateOf(value && own.map(({ basis }) => basis), today);
  const keep = ({ at, basis }: WrittenBasis) => {
    const kept = cleaned(basis);
    onChange(at === null ? [...(value ?? []), kept] : (value ?? []).with(at, kept));
    write(null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
    <div
      role="group"
      aria-label={`Căn cứ của ${profile.code} cho chi nhánh ${branch}`}
      className="mb-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          {branch} · {profile.code}
        </span>
        <Chip tone={state.tone} icon>
          {state.label}
        </Chip>
        <span className="grow" />
        {edited === undefined ? (
          <Button size="sm" onClick={() => write({ at: null, basis: newBasis(branch, profile.id, today) })}>
            Thêm căn cứ
          </Button>
        ) : null}
      </div>
      {own.map(({ basis, at }) => (
        <BasisRow
          key={at}
          basis={basis}
          today={today}
          onEdit={() => write({ at, basis })}
          onRemove={() => {
            write(null);
            onChange((value ?? []).toSpliced(at, 1));
          }}
        />
      ))}
      {edited ? (
        <BasisForm
          value={edited.basis}
          others={profiles.filter(({ id }) => id !== profile.id)}
          onChange={(basis) => write({ ...edited, basis })}
          onKeep={() => keep(edited)}
          onGiveUp={() => write(null)}
        />
      ) : null}
      {edited && error ? (
        <p role="alert" className="m-0 mt-2 text-small text-red-ink">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function BasisRow({
  basis,
  today,
  onEdit,
  onRemove,
}: {
  basis: Basis;
  today: string;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { tone, label } = stateOf([basis], today);
  const gaps = gapsOf(basis).length;
  const contract = basis.contractNumber ? ` · hợp đồng ${basis.contractNumber}` : '';
  const term = `từ ${formatDay(basis.fromDate)}${basis.toDate ? ` đến ${formatDay(basis.toDate)}` : ', không thời hạn'}`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-grid">
      <span className="min-w-0 break-words">
        {BASIS_NAMES[basis.kind]}
        {contract} · {term}
      </span>
      <Chip tone={tone}>{label}</Chip>
      {gaps > 0 ? <Chip tone="amber">Thiếu {gaps} mục</Chip> : null}
      <span className="grow" />
      <Button size="sm" variant="ghost" onClick={onEdit}>
        Sửa
      </Button>
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Bỏ
      </Button>
    </div>
  );
}
