import { STOCK_CAUSE_NAMES, STOCK_CAUSES } from '@khop/engine/invoice-issuance/shortages/stock-causes.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { fold } from '../../../page/commands.ts';

export type Lack = OutputOf<'getStockCauses'>['lacks'][number];
export type Cause = Lack['causes'][number];

export const CAUSES = STOCK_CAUSES.map((value) => ({ value, label: STOCK_CAUSE_NAMES[value] }));
export const KINDS = [
  { value: 'missing', label: 'Bán mà thiếu hàng' },
  { value: 'negative', label: 'Tồn AMIS âm' },
];

type Narrowing = { readonly q: string; readonly kind: string; readonly cause: string; readonly profileId: string };

/** The lacks that meet every filter; an empty one leaves all. */
export const foundIn = (lacks: readonly Lack[], { q, kind, cause, profileId }: Narrowing): Lack[] => {
  const words = fold(q).split(/\s+/).filter(Boolean);
  return lacks.filter((lack) => {
    const said = fold(`${lack.product} ${lack.name}`);
    return (
      words.every((word) => said.includes(word)) &&
      (kind === '' || lack.kind === kind) &&
      (profileId === '' || lack.profileId === profileId) &&
      (cause === '' || lack.causes.some(({ code }) => code === cause))
    );
  });
};
