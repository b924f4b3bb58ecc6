import type { Tx } from '../../db/transaction.ts';

/**
 * The purchase prices of products by the purchase ledger, whichever of the two is loaded last. Last price: of the latest
 * line that bought something. Average: net amount over net quantity of all stored lines. Only products whose figures
 * differ are touched; one without lines keeps what its catalogue said.
 */
export async function fillPurchasePrices(tx: Tx, profileId: string): Promise<void> {
  await tx.client.query(
    `with latest as (
       select distinct on (lower(product_code)) lower(product_code) as product, accounting_date as day,
              coalesce(unit_price, round(amount / quantity, 6)) as price
       from amis_purchase_lines where profile_id = $1 and quantity > 0
       order by lower(product_code), accounting_date desc, voucher_number desc, line_key desc
     ), average as (
       select lower(product_code) as product, round(sum(amount) / sum(quantity - returned_quantity), 6) as price
       from amis_purchase_lines where profile_id = $1
       group by lower(product_code) having sum(quantity - returned_quantity) > 0
     )
     update amis_products p
     set last_purchase_price = l.price, last_purchase_date = l.day, average_purchase_price = a.price,
         version = p.version + 1, updated_at = now()
     from latest l left join average a using (product)
     where p.profile_id = $1 and lower(p.code) = l.product
       and (p.last_purchase_price, p.last_purchase_date, p.average_purchase_price)
           is distinct from (l.price, l.day, a.price)`,
    [profileId],
  );
}
