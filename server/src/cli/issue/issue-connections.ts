import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Factor, formatFactor, statedFactor } from '@khop/engine/quantity.ts';
import type { TextRow } from '../../adapters/bravo/cells.ts';
import { type Spell, spelledAs } from './codes/bravo-codes.ts';
import { cell, filled, table } from './issue-tables.ts';

/** A row of the folder's connections; `factor` is missing where products are connected without one, and for partners. */
export type StatedConnection = {
  readonly row: number;
  readonly profile: string;
  readonly amis: string;
  readonly bravo: string;
  readonly factor: Factor | undefined;
};

export const PRODUCT_CONNECTIONS = 'connections/products.csv';
export const PARTNER_CONNECTIONS = 'connections/partners.csv';
const COLUMNS = ['profileCode', 'amisCode', 'bravoCode'];

/**
 * Reads a table of connections, each once, with Bravo's codes as `spell` has them. Throws CONNECTION_CONTRADICTS, naming both rows, when one pair is there with
 * two factors: which of them is right is nothing that the order of a file decides.
 */
export async function readConnections(
  folder: string,
  path: typeof PRODUCT_CONNECTIONS | typeof PARTNER_CONNECTIONS,
  warnings: Warning[],
  spell: Spell,
): Promise<readonly StatedConnection[]> {
  if (!existsSync(join(folder, path))) {
    warnings.push({ code: 'FILE_MISSING', message: `Không có tệp ${path}: coi như chưa có kết nối nào.` });
    return [];
  }
  const hasFactor = path === PRODUCT_CONNECTIONS;
  const connections = await table<StatedConnection>(folder, {
    path,
    columns: hasFactor ? [...COLUMNS, 'factor'] : COLUMNS,
    toValue: (cells, row) => {
      const connection = connectionOf(cells, hasFactor);
      return { row, ...connection, bravo: spell(connection.bravo) };
    },
  });
  const known = new Map<string, StatedConnection>();
  for (const connection of connections) {
    // AMIS compares codes without case.
    const key = JSON.stringify([connection.profile, foldCode(connection.amis), connection.bravo]);
    const first = known.get(key);
    if (!first) known.set(key, connection);
    else if (factorText(first) !== factorText(connection))
      throw new Problem(
        'CONNECTION_CONTRADICTS',
        `Tệp ${path}, dòng ${first.row} và dòng ${connection.row} cùng nối «${connection.amis}» của «${connection.profile}» với «${connection.bravo}» nhưng ghi hệ số ${factorText(first)} và ${factorText(connection)}: hãy giữ lại dòng đúng.`,
        { path, rows: [first.row, connection.row] },
      );
  }
  return [...known.values()];
}

const connectionOf = (cells: TextRow, hasFactor: boolean) => ({
  profile: filled(cells, 'profileCode'),
  amis: filled(cells, 'amisCode'),
  bravo: filled(cells, 'bravoCode'),
  factor: hasFactor ? cell(cells, 'factor', (text) => (text === '' ? undefined : statedFactor(text))) : undefined,
});

const factorText = ({ factor }: StatedConnection): string => (factor ? formatFactor(factor) : '(trống)');

/** Connections of what is not there: they do nothing, which must not first show as a missing invoice. */
export function unknownConnections(
  path: typeof PRODUCT_CONNECTIONS | typeof PARTNER_CONNECTIONS,
  connections: readonly StatedConnection[],
  profiles: readonly ProfileBooks[],
  bravoCodes: ReadonlySet<string>,
): Warning[] {
  const isProducts = path === PRODUCT_CONNECTIONS;
  const listsOf = new Map(profiles.map((books) => [books.terms.code, isProducts ? books.products : books.customers]));
  const warnings: Warning[] = [];
  const warn = (
    unknown: readonly StatedConnection[],
    of: (connection: StatedConnection) => string,
    where: string,
    profile?: string,
  ) => {
    if (unknown.length === 0) return;
    const shown = unknown.slice(0, 5).map((connection) => `dòng ${connection.row} «${of(connection)}»`);
    const message = `Tệp ${path}: ${unknown.length} kết nối không dùng được vì ${where}: ${shown.join(', ')}${unknown.length > 5 ? ', …' : ''}.`;
    warnings.push({ code: 'CONNECTION_UNKNOWN', message, ...(profile !== undefined && { profile }) });
  };
  warn(
    connections.filter((connection) => !listsOf.has(connection.profile)),
    (connection) => connection.profile,
    'hồ sơ không có trong period.json',
  );
  for (const [profile, list] of listsOf) {
    const { knows } = spelledAs(list);
    const own = connections.filter(
      (connection) => connection.profile === profile && list.length > 0 && !knows(connection.amis),
    );
    const file = isProducts ? 'HangHoa.xlsx' : 'KhachHang.xlsx';
    warn(own, (connection) => connection.amis, `mã AMIS không có trong amis/${profile}/${file}`, profile);
  }
  const file = isProducts ? 'bravo/items.csv' : 'bravo/partners.csv';
  warn(
    connections.filter((connection) => !bravoCodes.has(connection.bravo)),
    (connection) => connection.bravo,
    `mã Bravo không có trong ${file}`,
  );
  return warnings;
}
