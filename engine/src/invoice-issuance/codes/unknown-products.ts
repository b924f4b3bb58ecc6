import { formatVnd } from '../../money.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import type { IssuanceInput, Warning } from '../types.ts';
import { fewCodes } from './few-codes.ts';

/**
 * A warning for each profile in whose sales ledger goods are sold that neither its catalogue nor its stock report has: they are taken off
 * nothing, so that where the report is older than the ledger they would be promised once more. Spreadsheets make such codes («8.93E+12»,
 * «02-Jan»), and catalogues without the goods that are used no more.
 */
export const unknownProductWarnings = ({ profiles, period }: Pick<IssuanceInput, 'profiles' | 'period'>): Warning[] =>
  profiles.flatMap((books) => {
    const entries = unknownIn(books, period);
    if (entries.length === 0) return [];
    const profile = books.terms.code;
    const byCode = Map.groupBy(entries, ({ product }) => product);
    const named = [...byCode].map(([code, own]) => `«${code}» (${formatVnd(own.length)} dòng)`);
    return [
      {
        code: 'AMIS_PRODUCT_UNKNOWN',
        message: `«${profile}»: ${formatVnd(entries.length)} dòng sổ bán hàng AMIS ghi mã hàng mà danh mục và báo cáo tồn đều không có, nên không trừ vào tồn nào: ${fewCodes(named)}.`,
        profile,
        about: entries.map(({ id, amount }) => ({ kind: 'entry', id, profile, amount })),
      },
    ];
  });

/** A profile that has neither list yet says nothing of what its ledger names; what was sold before the period has left its opening stock. */
function unknownIn(
  { products, inventory, salesLedger }: ProfileBooks,
  { fromDate, toDate }: IssuanceInput['period'],
): readonly AmisSalesEntry[] {
  const known = new Set([...products.map(({ code }) => code), ...inventory.map(({ product }) => product)]);
  if (known.size === 0) return [];
  const ofPeriod = salesLedger.filter(({ documentDate }) => fromDate <= documentDate && documentDate <= toDate);
  return ofPeriod.filter(({ product }) => product !== '' && !known.has(product));
}
