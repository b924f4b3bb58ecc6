import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Actor, CommonConnection } from './store/connection-store.ts';
import * as partner from './store/partner-connections.ts';
import * as product from './store/product-connections.ts';

/** The two kinds of connection; everything that treats them alike goes through this table. */
export type KindName = 'product' | 'partner';

export type CommonCreate = {
  readonly profileId: string;
  readonly amisCode?: string | undefined;
  readonly bravoCode: string;
  readonly suggestionId?: string | undefined;
};

export type Kind<Create extends CommonCreate, Edit, Connection extends CommonConnection> = {
  readonly name: KindName;
  readonly entity: string;
  readonly what: string;
  readonly create: (tx: Tx, item: Create, by: Actor) => Promise<Connection>;
  readonly update: (tx: Tx, id: string, edit: Edit, by: Actor) => Promise<{ before: Connection; after: Connection }>;
  readonly remove: (tx: Tx, id: string, version: number | undefined) => Promise<Connection>;
  readonly get: (db: Database, id: string) => Promise<Connection>;
};

export const productKind = {
  name: 'product',
  entity: 'product-connection',
  what: 'mã hàng',
  create: product.createProductConnection,
  update: product.updateProductConnection,
  remove: product.deleteProductConnection,
  get: product.getProductConnection,
} satisfies Kind<never, never, CommonConnection>;

export const partnerKind = {
  name: 'partner',
  entity: 'partner-connection',
  what: 'đối tượng',
  create: partner.createPartnerConnection,
  update: partner.updatePartnerConnection,
  remove: partner.deletePartnerConnection,
  get: partner.getPartnerConnection,
} satisfies Kind<never, never, CommonConnection>;
