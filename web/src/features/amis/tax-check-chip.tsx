import type { ItemOf } from '../../api/operations.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { TAX_CHECKS } from './strings.ts';

type Check = ItemOf<'listAmisPartners'>['taxCodeCheck'];

const tones: Record<Check, Tone> = {
  valid: 'green',
  none: 'grey',
  personal_id: 'grey',
  bad_checksum: 'red',
  bad_format: 'red',
};

/** What the check digits of a tax code say. */
export function TaxCheckChip({ check }: { check: Check }) {
  return <Chip tone={tones[check]}>{TAX_CHECKS[check]}</Chip>;
}
