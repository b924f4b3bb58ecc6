import { Problem } from '../../problem.ts';
import type { Row } from '../../sheets/layouts/layout.ts';
import { namedInHeading, type Owner } from '../../sheets/recognise/whose.ts';
import { readTaxCode } from '../../tax-code.ts';
import type { TaxSide } from '../tax-list.ts';
import type { ListOf } from './read-list.ts';

/** That which a person said of a list when it was sent. */
export type SaidOfList = { readonly profileId?: string | undefined; readonly side?: TaxSide | undefined };

type Sheet = { readonly rows: readonly Row[]; readonly heading: readonly string[] };

const SIDES: readonly TaxSide[] = ['purchase', 'sale'];
const OWN_COLUMN = { purchase: 'buyerTaxCode', sale: 'sellerTaxCode' } as const;

/**
 * The profile and the side that a list is of. First the column of tax codes that is one profile's in most rows tells it, then the
 * person, then the heading; the only profile there is needs no name. Throws WRONG_PROFILE, TAX_LIST_UNPLACED.
 */
export function whoseList<P extends Owner>(
  { rows, heading }: Sheet,
  profiles: readonly P[],
  said: SaidOfList = {},
): ListOf & { readonly profile: P } {
  const owners = profiles.filter(({ taxCode }) => readTaxCode(taxCode).base !== '');
  const chosen = owners.find(({ id }) => id === said.profileId);
  if (said.profileId !== undefined && chosen === undefined)
    throw unplaced('Hồ sơ đã chọn chưa có mã số thuế. Hãy ghi mã số thuế của hồ sơ rồi nạp lại.');
  const named = namedInHeading(heading, owners);
  if (chosen && named.length > 0 && !named.includes(chosen)) throw wrong(chosen, named[0]!);
  const told = toldByColumns(rows, owners, said);
  if (told) {
    if (chosen && told.profile !== chosen) throw wrong(chosen, told.profile);
    return told;
  }
  const has = (field: string): boolean => rows.some((row) => (row[field] ?? '') !== '');
  const [sellers, buyers] = [has('sellerTaxCode'), has('buyerTaxCode') || has('buyerName')];
  if (sellers && has('buyerTaxCode')) throw ofOthers(rows, chosen);
  const side = said.side ?? (sellers ? 'purchase' : buyers ? 'sale' : undefined);
  const profile = chosen ?? (named.length === 1 ? named[0] : owners.length === 1 ? owners[0] : undefined);
  if (profile === undefined)
    throw unplaced('Danh sách không ghi mã số thuế của hồ sơ nào. Hãy nạp lại và chọn hồ sơ mà danh sách thuộc về.');
  if (side === undefined)
    throw unplaced('Danh sách không cho biết mua vào hay bán ra. Hãy nạp lại và chọn chiều của danh sách.');
  return { profile, side, taxCode: readTaxCode(profile.taxCode).code, isNamed: false };
}

/** The profile whose code is in one of the two columns of most rows. A list of sales has buyers, one of purchases sellers. */
function toldByColumns<P extends Owner>(
  rows: readonly Row[],
  owners: readonly P[],
  said: SaidOfList,
): (ListOf & { readonly profile: P }) | undefined {
  const has = (field: string): boolean => rows.some((row) => (row[field] ?? '') !== '');
  const isPossible = {
    purchase: has('sellerTaxCode'),
    sale: has('buyerTaxCode') || has('buyerName') || said.side === 'sale',
  };
  const votes = SIDES.filter((side) => isPossible[side] && (said.side ?? side) === side).flatMap((side) => {
    const counts = countsOf(rows, OWN_COLUMN[side]);
    return owners.map((profile) => {
      const taxCode = readTaxCode(profile.taxCode).code;
      return { profile, side, taxCode, isNamed: true, count: counts.get(taxCode) ?? 0 };
    });
  });
  const most = votes.filter(({ count }) => 2 * count > rows.length);
  // Between two profiles both columns are constant: the person says which of them it is.
  const meant = most.length > 1 ? most.filter(({ profile }) => profile.id === said.profileId) : most;
  if (meant.length === 1) return meant[0];
  if (most.length > 1)
    throw unplaced(
      'Cả người bán lẫn người mua của danh sách đều là hồ sơ ở Khớp. Hãy nạp lại, chọn hồ sơ và chiều của danh sách.',
    );
  return undefined;
}

function countsOf(rows: readonly Row[], field: string): ReadonlyMap<string, number> {
  const written = new Map<unknown, number>();
  for (const row of rows) written.set(row[field], (written.get(row[field]) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [value, count] of written) {
    const { code } = readTaxCode(String(value ?? ''));
    counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

const unplaced = (message: string): Problem => new Problem('TAX_LIST_UNPLACED', message);

const wrong = (chosen: Owner, found: Owner): Problem =>
  new Problem(
    'WRONG_PROFILE',
    `Danh sách này là của hồ sơ «${found.code}» (${found.taxCode}), không phải «${chosen.code}» đã chọn. Hãy nạp lại và chọn đúng hồ sơ.`,
    { profileCode: found.code },
  );

function ofOthers(rows: readonly Row[], chosen: Owner | undefined): Problem {
  const often = (field: string): string =>
    [...countsOf(rows, field)].toSorted(([, a], [, b]) => b - a)[0]?.[0] || 'không có mã số thuế';
  const whose = chosen ? `hồ sơ «${chosen.code}» (${chosen.taxCode})` : 'hồ sơ nào';
  return new Problem(
    'WRONG_PROFILE',
    `Danh sách của người bán ${often('sellerTaxCode')} và người mua ${often('buyerTaxCode')} không thuộc ${whose}. Hãy kiểm tra lại tệp, hoặc ghi mã số thuế ấy ở hồ sơ AMIS.`,
  );
}
