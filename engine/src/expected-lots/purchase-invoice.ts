import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import type { RelationKind } from '../tax-invoices/tax-invoice.ts';

/** An item in the words of its supplier: what it is called for that tax code, and its unit. */
export type SupplierItem = { readonly supplier: string; readonly item: string; readonly unit: string };

/** The one text by which a supplier's item is known. */
export const supplierItemKey = ({ supplier, item, unit }: SupplierItem): string =>
  JSON.stringify([supplier, item, unit]);

/** A line of a purchase invoice that may be goods, signed as the invoice has it. */
export type PurchaseInvoiceLine = {
  /** Place in the invoice, from 1. */
  readonly at: number;
  /** `item` and `unit` of the supplier's item. */
  readonly item: string;
  readonly unit: string;
  readonly code: string;
  readonly name: string;
  readonly unitName: string;
  readonly quantity: Quantity | null;
  /** Before VAT; null in a foreign currency without a rate. */
  readonly value: Vnd | null;
};

/** A purchase of one profile, as the tax invoice says it. */
export type PurchaseInvoice = {
  readonly id: string;
  /** The invoice key; null for a draft. */
  readonly key: string | null;
  readonly supplier: string;
  readonly supplierName: string;
  readonly symbol: string;
  readonly number: string | null;
  readonly date: Day | null;
  /** The portal's list calls it replaced or cancelled. Absent: it does not. */
  readonly isVoid?: boolean;
  readonly related: readonly { readonly relation: RelationKind; readonly key: string | null }[];
  readonly lines: readonly PurchaseInvoiceLine[];
};
