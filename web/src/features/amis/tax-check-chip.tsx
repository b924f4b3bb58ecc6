import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';

type Check = ItemOf<'listAmisPartners'>['taxCodeCheck'];

const tones: Record<Check, Tone> = {
  valid: 'green',
  none: 'grey',
  personal_id: 'grey',
  branch_range: 'amber',
  bad_checksum: 'red',
  bad_format: 'red',
};

/** The result of the check digits of a tax code. */
export function TaxCheckChip({ check }: { check: Check }) {
  return <Chip tone={tones[check]}>{amisPartner.fields.taxCodeCheck.words[check]}</Chip>;
}
