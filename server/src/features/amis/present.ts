import type { AmisPartner, AmisProduct, Profile } from '@khop/contract/amis/resources.ts';
import { accounts } from '@khop/contract/amis/resources.ts';
import { amisPartner as partnerRecord } from '@khop/engine/records/amis-partner.ts';
import { amisProduct as productRecord } from '@khop/engine/records/amis-product.ts';
import { maskedValues } from '@khop/engine/records/record.ts';
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
  chart: row.chart,
  maxLinesPerInvoice: row.maxLinesPerInvoice,
  lockedThrough: row.lockedThrough,
  lastIssuedDate: row.lastIssuedDate,
  saturdayIsWorking: row.saturdayIsWorking,
  followsSwaps: row.followsSwaps as Profile['followsSwaps'],
  suspensions: row.suspensions as Profile['suspensions'],
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
  ...presentFields(productRecord, row),
  accounts: row.accounts as Record<string, string>,
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

/** A partner as lists show it: who opens it sees its personal data whole. */
export const presentListedPartner = (row: Counted<Selectable<AmisPartners>>): AmisPartner =>
  maskedValues(partnerRecord, presentPartner(row));
