import { TextField } from '../../../ui/fields/text-field.tsx';

/** The name under which a map is remembered. */
export function MapNameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Tên cách đọc"
      required
      maxLength={120}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
