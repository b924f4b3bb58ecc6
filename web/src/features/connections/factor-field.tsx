import { type ReactNode, useState } from 'react';
import { factorText, formatFactor, parseFactor } from '../../shared/records/factor.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

/** The text typed as a factor, and its meaning: null is "none", undefined is not a factor. */
export type TypedFactor = { text: string; factor: string | null | undefined };

export const typedFactor = (factor: string | null): TypedFactor => ({
  text: factor === null ? '' : formatFactor(factor),
  factor,
});

/** A conversion factor, with its meaning in words below: "1 Thùng = 24 Lon". */
export function FactorField({
  value,
  onChange,
  amisUnit,
  bravoUnit,
  label = 'Hệ số quy đổi',
  emptyHint,
  id,
}: {
  value: TypedFactor;
  onChange: (value: TypedFactor) => void;
  amisUnit: string;
  bravoUnit: string;
  label?: ReactNode;
  emptyHint?: string;
  /** Marks the input, so that a shortcut can reach it. */
  id?: string;
}) {
  const [left, setLeft] = useState(false);
  const meaning = value.factor ? factorText({ factor: value.factor, amisUnit, bravoUnit }) : undefined;
  return (
    <TextField
      label={label}
      hint={meaning ?? emptyHint ?? `Số ${amisUnit || 'đơn vị AMIS'} trong 1 ${bravoUnit || 'đơn vị gốc Bravo'}.`}
      error={left && value.factor === undefined ? 'Cần một số dương như 12, 0,5 hoặc 1/24.' : undefined}
      inputMode="text"
      autoComplete="off"
      data-factor={id}
      value={value.text}
      onBlur={() => setLeft(true)}
      onKeyDown={(event) => {
        // For a person whom a shortcut brought here, one key leads back to the other shortcuts.
        if (id === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
      onChange={(event) => onChange({ text: event.target.value, factor: parseFactor(event.target.value) })}
    />
  );
}
