import type { AmisPartner } from '@khop/contract/amis/resources.ts';
import type { TaxCode } from '@khop/engine/tax-code.ts';

/** The verdict on a partner's tax code, as lists filter by it. A restored leading zero counts as valid. */
export function taxCodeCheckOf({ check, kind }: TaxCode): AmisPartner['taxCodeCheck'] {
  if (check === 'empty') return 'none';
  if (check === 'bad_checksum' || check === 'bad_format') return check;
  return kind === 'person' ? 'personal_id' : 'valid';
}
