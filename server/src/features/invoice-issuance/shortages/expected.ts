import {
  type ExpectedByProduct,
  type ExpectedGoods,
  openByProduct,
} from '@khop/engine/invoice-issuance/shortages/expected-goods.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { Database } from '../../../db/database.ts';
import { lotsOfProfile } from '../../expected-lots/read-lots.ts';
import type { PeriodProfile } from '../period-rows.ts';

/** The goods on their way into the books of a period's profiles, by profile code and product. They are told and never planned with. */
export async function expectedOf(db: Database, profiles: readonly PeriodProfile[]): Promise<ExpectedByProduct> {
  const byProfile = new Map<string, ReadonlyMap<string, readonly ExpectedGoods[]>>();
  for (const { id, code } of profiles) byProfile.set(code, openByProduct(await lotsOfProfile(db, id)));
  return byProfile;
}

export const presentGoods = ({ quantity, offByFactor: _, ...goods }: ExpectedGoods) => ({
  ...goods,
  quantity: formatQuantity(quantity),
});
