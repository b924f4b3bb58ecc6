import type { Tx } from '../../db/transaction.ts';
import type { UndoneImport } from '../imports/target.ts';
import { addedTo, reasonIfUsed } from '../imports/undo/reasons.ts';

/** The places where records of a catalogue are used; `a` is the record, `i` an invoice. */
const USES = {
  amis_products: {
    kind: 'product',
    what: 'mã hàng',
    connections: 'product_connections c on c.amis_product_id = a.id',
    supplierItems: 'supplier_item_connections c on c.amis_product_id = a.id',
    onInvoice: 'exists (select from invoice_items t where t.invoice_id = i.id and t.product_code = a.code)',
  },
  amis_partners: {
    kind: 'partner',
    what: 'khách hàng, nhà cung cấp',
    connections: 'partner_connections c on c.amis_partner_id = a.id',
    supplierItems: undefined,
    onInvoice: 'i.buyer_customer_id = a.id',
  },
} as const;

type Records = keyof typeof USES;

/** Connections, decided suggestions and invoices of records that go when the import of their catalogue is taken back. */
export async function reasonsOfNewRecords(tx: Tx, table: Records, { importId }: UndoneImport): Promise<string[]> {
  const { kind, what, connections, supplierItems, onInvoice } = USES[table];
  // The import's own rows first: a record that is used from now on waits for this transaction.
  await tx.client.query(`select from ${table} where id in ${addedTo(table)} order by id for update`, [importId]);
  const added = `${table} a where a.id in ${addedTo(table)}`;
  const used = (condition: string, why: string): Promise<string[]> =>
    reasonIfUsed(tx, what, { sql: `select a.code from ${added} and ${condition} order by 1`, values: [importId] }, why);
  return [
    ...(await used(
      `exists (select from ${connections.replace(' on ', ' where ')})`,
      'đã được nối với Bravo. Hãy bỏ các liên kết đó trước.',
    )),
    ...(supplierItems
      ? await used(
          `exists (select from ${supplierItems.replace(' on ', ' where ')})`,
          'đã được nối với mặt hàng của nhà cung cấp. Hãy bỏ các liên kết đó trước.',
        )
      : []),
    ...(await used(
      `exists (select from suggestion_decisions d where d.kind = '${kind}' and d.amis_id = a.id and d.withdrawn_at is null
        and d.decision = 'rejected')`,
      'có gợi ý đã bị từ chối. Hãy mở lại các gợi ý đó trước.',
    )),
    ...(await used(
      `exists (select from invoices i where i.profile_id = a.profile_id and ${onInvoice})`,
      'đang ở trên hóa đơn của kỳ. Hãy sửa tiếp bằng tay hoặc tải tệp đúng lên.',
    )),
  ];
}

/** Suggestions of records that are gone cannot be reviewed. */
export async function dropSuggestionsOfGone(tx: Tx, table: Records, { importId }: UndoneImport): Promise<void> {
  await tx.client.query(`delete from suggestions where kind = '${USES[table].kind}' and amis_id in ${addedTo(table)}`, [
    importId,
  ]);
}
