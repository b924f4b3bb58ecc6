import type { Tx } from '../../../db/transaction.ts';
import type { UndoneImport } from '../../imports/target.ts';
import { reasonIfUsed } from '../../imports/undo/reasons.ts';

/** The places where records of a Bravo master are used; `m` is the record. */
const USES = {
  bravo_items: { what: 'vật tư Bravo', kind: 'product', connections: 'product_connections', onSale: 's.item_code' },
  bravo_partners: {
    what: 'đối tượng Bravo',
    kind: 'partner',
    connections: 'partner_connections',
    onSale: 's.partner_code',
  },
} as const;

type Master = keyof typeof USES;

const ADDED = `(select row_key ->> 'code' from import_changes where import_id = $1 and table_name = $2 and operation = 'INSERT')`;

/** Connections, rejected suggestions and sales of records that go when the file that gave them is taken back. */
export async function reasonsOfGivenMaster(tx: Tx, table: Master, { importId }: UndoneImport): Promise<string[]> {
  const { what, kind, connections, onSale } = USES[table];
  await tx.client.query(`select from ${table} where code in ${ADDED} order by code for update`, [importId, table]);
  const of = `select m.code from ${table} m where m.code in ${ADDED}`;
  const used = (condition: string, why: string): Promise<string[]> =>
    reasonIfUsed(
      tx,
      what,
      { sql: `${of} and exists (select from ${condition}) order by 1`, values: [importId, table] },
      why,
    );
  return [
    ...(await used(
      `${connections} c where c.bravo_code = m.code`,
      'đã được nối với AMIS. Hãy bỏ các liên kết đó trước.',
    )),
    ...(await used(
      `suggestion_decisions d where d.kind = '${kind}' and d.bravo_code = m.code and d.decision = 'rejected' and d.withdrawn_at is null`,
      'có gợi ý đã bị từ chối. Hãy mở lại các gợi ý đó trước.',
    )),
    ...(await used(
      `sales_ledger_lines s where ${onSale} = m.code`,
      'đã có dòng bán hàng. Hãy bỏ các dòng bán hàng đó trước, hoặc tải tệp đúng lên.',
    )),
  ];
}

/** Suggestions of records that are gone cannot be reviewed. */
export async function dropSuggestionsOfGoneMaster(tx: Tx, table: Master, { importId }: UndoneImport): Promise<void> {
  await tx.client.query(`delete from suggestions where kind = '${USES[table].kind}' and bravo_code in ${ADDED}`, [
    importId,
    table,
  ]);
}
