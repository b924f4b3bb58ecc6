import type { AmisPartner, AmisProduct, Profile, VAT_REDUCTIONS } from '@khop/contract/amis/resources.ts';
import { accounts } from '@khop/contract/amis/resources.ts';
import { amisPartner as partnerRecord } from '@khop/engine/records/amis-partner.ts';
import type { Selectable } from 'kysely';
import { presentFields } from '../../db/records/rows.ts';
import type { AmisPartners, AmisProducts, Profiles } from '../../db/schema.generated.ts';

export const presentProfile = (row: Selectable<Profiles>): Profile => ({
  id: row.id,
  code: row.code,
  name: row.name,
  taxCode: row.taxCode,
  address: row.address,
  invoiceForm: row.invoiceForm,
  invoiceSymbol: row.invoiceSymbol,
  voucherPrefix: row.voucherPrefix,
  defaultWarehouseCode: row.defaultWarehouseCode,
  excludedWarehouseCodes: row.excludedWarehouseCodes,
  accounts: accounts.parse(row.accounts),
  maxLinesPerInvoice: row.maxLinesPerInvoice,
  lockedThrough: row.lockedThrough,
  lastIssuedDate: row.lastIssuedDate,
  logoUrl: row.logoUrl,
  exportLayout: row.exportLayout,
  isActive: row.isActive,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

type Counted<T> = T & { readonly connectionCount: number };

export const presentProduct = (row: Counted<Selectable<AmisProducts>>): AmisProduct => ({
  id: row.id,
  profileId: row.profileId,
  code: row.code,
  name: row.name,
  unit: row.unit,
  kind: row.kind,
  group: row.productGroup,
  vatRate: row.vatRate,
  vatReduction: row.vatReduction as (typeof VAT_REDUCTIONS)[number],
  salePrice: row.salePrice,
  lastPurchasePrice: row.lastPurchasePrice,
  lastPurchaseDate: row.lastPurchaseDate,
  averagePurchasePrice: row.averagePurchasePrice,
  quantityOnHand: row.quantityOnHand,
  stockValue: row.stockValue,
  defaultWarehouseCode: row.defaultWarehouseCode,
  accounts: row.accounts as Record<string, string>,
  isActive: row.isActive,
  note: row.note,
  connectionCount: row.connectionCount,
  version: row.version,
  updatedAt: row.updatedAt,
});

export const presentPartner = (row: Counted<Selectable<AmisPartners>>): AmisPartner => ({
  id: row.id,
  profileId: row.profileId,
  type: row.type as AmisPartner['type'],
  ...presentFields(partnerRecord, row),
  connectionCount: row.connectionCount,
  version: row.version,
  updatedAt: row.updatedAt,
});
