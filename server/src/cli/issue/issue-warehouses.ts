import { Problem } from '@khop/engine/problem.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';

/** Name of a warehouse → its AMIS code, as period.json says for one profile. */
export type WarehouseCodes = Readonly<Record<string, string>>;

/**
 * Gives the rows of a stock report their warehouse codes where it has names only: by period.json, else by what the profile's
 * other files state together («Mã kho» beside «Tên kho»). Throws WAREHOUSE_UNKNOWN with the names that neither explains.
 */
export function withWarehouseCodes(
  inventory: ReadResult,
  stated: WarehouseCodes,
  others: readonly (ReadResult | undefined)[],
  profile: string,
): readonly Row[] {
  if (inventory.rows.every((row) => row.warehouseCode !== null)) return inventory.rows;
  const codes = new Map(learnt(others));
  for (const [name, code] of Object.entries(stated)) codes.set(warehouseKey(name), code);
  const codeOf = (row: Row) => row.warehouseCode ?? codes.get(warehouseKey(String(row.warehouseName ?? ''))) ?? null;
  const rows = inventory.rows.map((row): Row => ({ ...row, warehouseCode: codeOf(row) }));
  const unknown = [...new Set(rows.filter((row) => row.warehouseCode === null).map((row) => row.warehouseName))];
  if (unknown.length > 0) {
    const names = unknown.map((name) => `«${name}»`).join(', ');
    throw new Problem(
      'WAREHOUSE_UNKNOWN',
      `Tệp amis/${profile}/TonKho.xlsx ghi kho bằng tên ${names}, không có mã: hãy thêm "warehouses": { "tên kho": "mã kho" } vào hồ sơ «${profile}» trong period.json.`,
      { profile, names: unknown },
    );
  }
  return rows;
}

/** Names that the files give one code, and only one. */
function learnt(files: readonly (ReadResult | undefined)[]): [key: string, code: string][] {
  const codes = new Map<string, Set<string>>();
  const see = (code: unknown, name: unknown) => {
    if (typeof code !== 'string' || typeof name !== 'string' || code === '' || name === '') return;
    const key = warehouseKey(name);
    codes.set(key, (codes.get(key) ?? new Set()).add(code));
  };
  for (const file of files)
    for (const row of file?.rows ?? []) {
      see(row.warehouseCode, row.warehouseName);
      see(row.defaultWarehouseCode, row.defaultWarehouseName);
    }
  return [...codes].flatMap(([key, own]): [string, string][] => (own.size === 1 ? [[key, [...own][0]!]] : []));
}
