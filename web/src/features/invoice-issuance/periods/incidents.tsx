import { INCIDENT_KINDS, INCIDENT_NAMES } from '@khop/engine/invoice-issuance/rules/incidents.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Incident, incidentProblems } from './incident-values.ts';

/** Incidents that kept invoices of the profiles back, with the evidence of each; wrong fields are named once a save was tried. */
export function Incidents({
  profiles,
  value,
  onChange,
  isTried,
}: {
  /** Codes of the profiles of the period in their order. */
  profiles: readonly string[];
  value: readonly Incident[];
  onChange: (value: readonly Incident[]) => void;
  isTried: boolean;
}) {
  return (
    <>
      <p className="m-0 mb-2 text-grid text-ink-2">
        Hóa đơn của những ngày có sự cố được lập muộn hơn theo luật và không tính là trễ. Giữ bằng chứng cùng hồ sơ
        thuế.
      </p>
      {value.map((incident, index) => (
        <IncidentFields
          // biome-ignore lint/suspicious/noArrayIndexKey: an incident has no name of its own, and its place changes only when one above goes.
          key={index}
          ordinal={index + 1}
          profiles={profiles}
          value={incident}
          problems={isTried ? incidentProblems(incident) : {}}
          onChange={(changed) => onChange(value.with(index, changed))}
          onRemove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="sm"
        disabled={profiles.length === 0}
        onClick={() =>
          onChange([...value, { profile: profiles[0]!, kind: 'seller', fromDate: '', endedOn: '', evidence: '' }])
        }
      >
        Thêm sự cố
      </Button>
    </>
  );
}

function IncidentFields({
  ordinal,
  profiles,
  value,
  problems,
  onChange,
  onRemove,
}: {
  ordinal: number;
  profiles: readonly string[];
  value: Incident;
  problems: ReturnType<typeof incidentProblems>;
  onChange: (value: Incident) => void;
  onRemove: () => void;
}) {
  const set = (fields: Partial<Incident>) => onChange({ ...value, ...fields });
  const known = profiles.includes(value.profile) ? profiles : [value.profile, ...profiles];
  return (
    <fieldset
      aria-label={`Sự cố ${ordinal}`}
      className="m-0 mb-3 grid gap-3 border-0 border-t border-line p-0 pt-2 sm:grid-cols-2"
    >
      <Select
        label="Hồ sơ"
        value={value.profile}
        onChange={(profile) => set({ profile })}
        options={known.map((code) => ({ value: code, label: code }))}
      />
      <Select
        label="Loại sự cố"
        value={value.kind}
        onChange={(kind) => set({ kind })}
        options={INCIDENT_KINDS.map((kind) => ({ value: kind, label: INCIDENT_NAMES[kind] }))}
      />
      <DateField
        label="Xảy ra từ ngày"
        required
        value={value.fromDate || null}
        error={problems.fromDate}
        onChange={(day) => set({ fromDate: day ?? '' })}
      />
      <DateField
        label="Khắc phục xong ngày"
        required
        value={value.endedOn || null}
        error={problems.endedOn}
        onChange={(day) => set({ endedOn: day ?? '' })}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Bằng chứng"
          required
          maxLength={500}
          hint="Biên bản, thông báo của cơ quan thuế: số và ngày"
          value={value.evidence}
          error={problems.evidence}
          onChange={(event) => set({ evidence: event.target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <Button size="sm" onClick={onRemove}>
          {`Bỏ sự cố ${ordinal}`}
        </Button>
      </div>
    </fieldset>
  );
}
