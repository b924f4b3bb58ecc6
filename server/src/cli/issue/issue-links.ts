import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Factor, formatFactor, parseFactor } from '@khop/engine/quantity.ts';
import type { TextRow } from '../../adapters/bravo/records.ts';
import { cell, filled, table } from './issue-tables.ts';

/** A row of the folder's connections; `factor` is missing where products are connected without one, and for partners. */
export type Link = {
  readonly row: number;
  readonly profile: string;
  readonly amis: string;
  readonly bravo: string;
  readonly factor: Factor | undefined;
};

export const PRODUCT_LINKS = 'connections/products.csv';
export const PARTNER_LINKS = 'connections/partners.csv';
const COLUMNS = ['profileCode', 'amisCode', 'bravoCode'];

/**
 * Reads a table of connections, each once. Throws CONNECTION_CONTRADICTS, naming both rows, when one pair stands there with
 * two factors: which of them is right is nothing that the order of a file decides.
 */
export async function readLinks(
  folder: string,
  path: typeof PRODUCT_LINKS | typeof PARTNER_LINKS,
  warnings: Warning[],
): Promise<readonly Link[]> {
  if (!existsSync(join(folder, path))) {
    warnings.push({ code: 'FILE_MISSING', message: `Không có tệp ${path}: coi như chưa có kết nối nào.` });
    return [];
  }
  const hasFactor = path === PRODUCT_LINKS;
  let row = 1;
  const links = await table<Link>(folder, {
    path,
    columns: hasFactor ? [...COLUMNS, 'factor'] : COLUMNS,
    toValue: (cells) => ({ row: ++row, ...linkOf(cells, hasFactor) }),
  });
  const known = new Map<string, Link>();
  for (const link of links) {
    const key = JSON.stringify([link.profile, link.amis, link.bravo]);
    const first = known.get(key);
    if (!first) known.set(key, link);
    else if (factorText(first) !== factorText(link))
      throw new Problem(
        'CONNECTION_CONTRADICTS',
        `Tệp ${path}, dòng ${first.row} và dòng ${link.row} cùng nối «${link.amis}» của «${link.profile}» với «${link.bravo}» nhưng ghi hệ số ${factorText(first)} và ${factorText(link)}: hãy giữ lại dòng đúng.`,
        { path, rows: [first.row, link.row] },
      );
  }
  return [...known.values()];
}

const linkOf = (cells: TextRow, hasFactor: boolean) => ({
  profile: filled(cells, 'profileCode'),
  amis: filled(cells, 'amisCode'),
  bravo: filled(cells, 'bravoCode'),
  factor: hasFactor ? cell(cells, 'factor', (text) => (text === '' ? undefined : parseFactor(text))) : undefined,
});

const factorText = ({ factor }: Link): string => (factor ? formatFactor(factor) : '(trống)');

/** Connections of what is not there: they do nothing, which nobody should find out from a missing invoice. */
export function unknownLinks(
  path: typeof PRODUCT_LINKS | typeof PARTNER_LINKS,
  links: readonly Link[],
  profiles: readonly ProfileBooks[],
  bravoCodes: ReadonlySet<string>,
): Warning[] {
  const isProducts = path === PRODUCT_LINKS;
  const codesOf = new Map(
    profiles.map((books) => [
      books.terms.code,
      new Set((isProducts ? books.products : books.customers).map(({ code }) => code)),
    ]),
  );
  const warnings: Warning[] = [];
  const warn = (unknown: readonly Link[], of: (link: Link) => string, where: string, profile?: string) => {
    if (unknown.length === 0) return;
    const shown = unknown.slice(0, 5).map((link) => `dòng ${link.row} «${of(link)}»`);
    const message = `Tệp ${path}: ${unknown.length} kết nối không dùng được vì ${where}: ${shown.join(', ')}${unknown.length > 5 ? ', …' : ''}.`;
    warnings.push({ code: 'CONNECTION_UNKNOWN', message, ...(profile !== undefined && { profile }) });
  };
  warn(
    links.filter((link) => !codesOf.has(link.profile)),
    (link) => link.profile,
    'hồ sơ không có trong period.json',
  );
  for (const [profile, codes] of codesOf) {
    const own = links.filter((link) => link.profile === profile && codes.size > 0 && !codes.has(link.amis));
    const file = isProducts ? 'HangHoa.xlsx' : 'KhachHang.xlsx';
    warn(own, (link) => link.amis, `mã AMIS không có trong amis/${profile}/${file}`, profile);
  }
  const file = isProducts ? 'bravo/items.csv' : 'bravo/partners.csv';
  warn(
    links.filter((link) => !bravoCodes.has(link.bravo)),
    (link) => link.bravo,
    `mã Bravo không có trong ${file}`,
  );
  return warnings;
}
