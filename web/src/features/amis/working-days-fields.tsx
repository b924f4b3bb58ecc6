import type { ReactElement } from 'react';
import type { ItemOf } from '../../api/operations.ts';
import { FOLLOWS_SWAPS_WORDS, PROFILE_LABELS } from '../../shared/records/profile-labels.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import type { BoundField } from '../../ui/fields/form.tsx';
import { Select } from '../../ui/fields/select.tsx';

type FollowsSwaps = ItemOf<'listProfiles'>['followsSwaps'];

const SWAPS = (['unknown', 'yes', 'no'] as const).map((value) => ({ value, label: FOLLOWS_SWAPS_WORDS[value] }));

/** The Saturdays of an entity: off, or working days that the last day of signing may fall on. */
export function SaturdayField({ value, onChange, name }: BoundField<boolean>): ReactElement {
  return (
    <Checkbox
      label={PROFILE_LABELS.saturdayIsWorking}
      hint="Bán thứ sáu thì hạn ký là thứ bảy, không phải thứ hai."
      name={name}
      checked={value}
      onChange={onChange}
    />
  );
}

/** The answer to the question of an entity swapping days as the public service does. */
export function SwapsField({ value, onChange, name, error }: BoundField<FollowsSwaps>): ReactElement {
  return (
    <Select
      label={PROFILE_LABELS.followsSwaps}
      hint="Theo ngày nghỉ hoán đổi của công chức. Chưa rõ thì nhắc theo hạn sớm, xét theo hạn muộn."
      value={value}
      onChange={onChange}
      options={SWAPS}
      name={name}
      error={error}
    />
  );
}
