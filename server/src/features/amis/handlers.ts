import { formatDay } from '@khop/engine/day.ts';
import { amisPartner, PARTNER_NOUNS } from '@khop/engine/records/amis-partner.ts';
import { amisProduct } from '@khop/engine/records/amis-product.ts';
import { maskedChange } from '@khop/engine/records/record.ts';
import { readTaxCode } from '@khop/engine/tax-code.ts';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { changedColumns, recordSearch } from '../../db/records/rows.ts';
import { rememberedOf } from '../../http/answers/remembered.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';
import { startImport } from '../imports/start.ts';
import { importCustomers, importSuppliers } from './import-partners.ts';
import { importProducts } from './import-products.ts';
import { importPurchaseLedger } from './import-purchase-ledger.ts';
import { profileHandlers } from './profiles.ts';
import { listPurchases } from './purchases.ts';
import { listPartners, listProducts, partnerById, partnerFilters, productById, productFilters } from './queries.ts';
import { taxCodeCheckOf } from './tax-code-check.ts';
import { warehouseHandlers } from './warehouses.ts';

/** The texts that the column of a price holds exactly. */
const PRICE = /^-?\d{1,18}(\.\d{1,10})?$/;

/** The tables from which the pages of products and partners are read. */
const TABLES = ['amis_products', 'amis_partners', 'product_connections', 'partner_connections'];

export const amisHandlers = {
  ...rememberedOf(TABLES, {
    listAmisProducts: ({ context, query }) => listProducts(context.db, query),
    listAmisPartners: ({ context, query }) => listPartners(context.db, query),
  }),
  ...profileHandlers,
  ...warehouseHandlers,

  getAmisProduct: async ({ context, params }) => productById(context.db, params.id),
  getAmisProductFilters: async ({ context, query }) => productFilters(context.db, query.profileId),

  updateAmisProduct: async ({ params, body, commit, user, requestId }) =>
    commit(async (tx) => {
      await tx.db.selectFrom('amisProducts').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await productById(tx.db, params.id);
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, before);
      if (body.salePrice && !PRICE.test(body.salePrice))
        throw new Refusal('VALIDATION', `Giá bán «${body.salePrice}» quá dài: tối đa 18 chữ số nguyên, 10 chữ số lẻ.`);
      const { vatReductionFrom: from, vatReductionTo: to } = { ...before, ...body };
      if (from && to && to < from)
        throw new Refusal('VALIDATION', `Giảm thuế: ngày cuối ${formatDay(to)} ở trước ngày đầu ${formatDay(from)}.`);
      await tx.db
        .updateTable('amisProducts')
        .set((eb) => ({
          ...changedColumns(amisProduct, body),
          search: recordSearch(amisProduct, { ...before, ...body }),
          version: eb('version', '+', 1),
          updatedAt: sql<string>`now()`,
        }))
        .where('id', '=', before.id)
        .execute();
      const after = await productById(tx.db, before.id);
      await audit(tx, {
        actor: user.email,
        action: 'amis-product.update',
        entity: 'amis-product',
        entityId: before.id,
        summary: `Sửa mã hàng ${before.code} – ${after.name}`,
        before,
        after,
        requestId,
      });
      return after;
    }),

  uploadAmisProducts: async (call) => startImport(call, { target: importProducts, profileId: call.body.profileId }),
  uploadPurchaseLedger: async (call) =>
    startImport(call, { target: importPurchaseLedger, profileId: call.body.profileId }),

  listAmisPurchases: async (call) => listPurchases(call),

  getAmisPartner: async ({ context, params }) => partnerById(context.db, params.id),
  getAmisPartnerFilters: async ({ context, query }) => partnerFilters(context.db, query),

  updateAmisPartner: async ({ params, body, commit, user, requestId }) =>
    commit(async (tx) => {
      await tx.db.selectFrom('amisPartners').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await partnerById(tx.db, params.id);
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, before);
      const taxCode = readTaxCode(body.taxCode ?? before.taxCode);
      const changes = { ...body, taxCode: taxCode.code };
      await tx.db
        .updateTable('amisPartners')
        .set((eb) => ({
          ...changedColumns(amisPartner, changes),
          taxCodeCheck: taxCodeCheckOf(taxCode),
          search: recordSearch(amisPartner, { ...before, ...changes }),
          version: eb('version', '+', 1),
          updatedAt: sql<string>`now()`,
        }))
        .where('id', '=', before.id)
        .execute();
      const after = await partnerById(tx.db, before.id);
      await audit(tx, {
        actor: user.email,
        action: 'amis-partner.update',
        entity: 'amis-partner',
        entityId: before.id,
        summary: `Sửa ${PARTNER_NOUNS[before.type]} ${before.code} – ${after.name}`,
        ...maskedChange(amisPartner, before, after),
        requestId,
      });
      return after;
    }),

  uploadAmisPartners: async (call) =>
    startImport(call, {
      target: call.body.type === 'customer' ? importCustomers : importSuppliers,
      profileId: call.body.profileId,
    }),
} satisfies Handlers;
