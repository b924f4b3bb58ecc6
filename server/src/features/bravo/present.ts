import type {
  BRAVO_SOURCES,
  GivenState,
  INVOICE_REQUIREMENTS,
  SALES_LINE_KINDS,
  SalesLedgerLine,
} from '@khop/contract/bravo.ts';
import { netAmountOf, type SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { Selectable } from 'kysely';
import type { BravoItems, BravoPartners, SalesLedgerLines } from '../../db/schema.generated.ts';

type Counted<T> = T & { readonly connectionCount: number };

const originOf = ({ source, givenBy }: Pick<Selectable<BravoItems>, 'source' | 'givenBy'>) => ({
  source: source as (typeof BRAVO_SOURCES)[number],
  givenBy,
});

export const presentItem = (row: Counted<Selectable<BravoItems>>) => ({
  code: row.code,
  name: row.name,
  unit: row.unit,
  units: row.units as { unit: string; rate: string }[],
  group: row.itemGroup,
  type: row.type,
  isActive: row.isActive,
  modifiedAt: row.modifiedAt,
  syncedAt: row.syncedAt,
  connectionCount: row.connectionCount,
  ...originOf(row),
});

export const presentPartner = (row: Counted<Selectable<BravoPartners>>) => ({
  code: row.code,
  name: row.name,
  address: row.address,
  taxCode: row.taxCode,
  phone: row.phone,
  email: row.email,
  type: row.type,
  isActive: row.isActive,
  invoiceRequirement: row.invoiceRequirement as (typeof INVOICE_REQUIREMENTS)[number],
  noInvoiceConfirmed: row.noInvoiceConfirmed,
  modifiedAt: row.modifiedAt,
  syncedAt: row.syncedAt,
  connectionCount: row.connectionCount,
  ...originOf(row),
});

export const presentStoredLine = (
  row: Selectable<SalesLedgerLines> & { readonly partnerName: string | null; readonly state: GivenState | null },
): SalesLedgerLine => ({
  id: row.id,
  sourceKey: row.sourceKey,
  branchCode: row.branchCode,
  docCode: row.docCode,
  docNo: row.docNo,
  docDate: row.docDate,
  docStatus: row.docStatus,
  partnerCode: row.partnerCode,
  partnerName: row.partnerName ?? '',
  itemCode: row.itemCode,
  itemName: row.itemName,
  unit: row.unit,
  quantity: row.quantity,
  convertRate: row.convertRate,
  baseQuantity: row.baseQuantity,
  unitPrice: row.unitPrice,
  amount: row.amount,
  discount: row.discount,
  netAmount: row.amount - row.discount,
  vatRate: row.vatRate,
  vatAmount: row.vatAmount,
  warehouseCode: row.warehouseCode,
  kind: row.kind as (typeof SALES_LINE_KINDS)[number],
  description: row.description,
  storedAt: row.storedAt,
  source: row.source as SalesLedgerLine['source'],
  givenBy: row.givenBy,
  givenState: row.state,
  dayFacts: row.dayFacts as SalesLedgerLine['dayFacts'],
});

/** A line as read from Bravo just now, not stored. */
export const presentLiveLine = (line: SalesLine, partnerName: string): SalesLedgerLine => {
  const { id, quantity, baseQuantity, vatRate, unstated: _unstated, dayFacts = null, ...same } = line;
  return {
    ...same,
    id: null,
    sourceKey: id,
    partnerName,
    quantity: formatQuantity(quantity),
    baseQuantity: formatQuantity(baseQuantity),
    vatRate: vatRate ?? null,
    netAmount: netAmountOf(line),
    storedAt: null,
    source: 'bravo',
    givenBy: '',
    givenState: null,
    dayFacts,
  };
};
