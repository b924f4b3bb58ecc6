import type { AmisPartner } from '@khop/contract/amis/resources.ts';
import { readTaxCode, type TaxCode } from '@khop/engine/tax-code.ts';

/** The verdict on a partner's tax code, as lists filter by it. A restored leading zero is no trouble any more. */
export function taxCodeCheckOf({ code, check: read, kind }: TaxCode): AmisPartner['taxCodeCheck'] {
  const check = read === 'lost_zero' ? readTaxCode(code).check : read;
  if (check === 'empty') return 'none';
  if (check === 'bad_checksum' || check === 'bad_format' || check === 'branch_range') return check;
  return kind === 'person' ? 'personal_id' : 'valid';
}
