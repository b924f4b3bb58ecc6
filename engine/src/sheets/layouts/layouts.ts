import { Problem } from '../../problem.ts';
import type { Layout, LayoutName } from './layout.ts';
import { amisPurchaseLedger, amisSalesLedger } from './layouts-amis-ledgers.ts';
import { amisCustomers, amisProducts, amisSuppliers } from './layouts-amis-lists.ts';
import { amisInventory } from './layouts-amis-stock.ts';
import { bravoItems, bravoPartners } from './layouts-bravo.ts';
import { bravoSales, invoiceRequirements, partnerConnections, productConnections } from './layouts-khop.ts';
import { taxInvoiceList } from './layouts-tax.ts';

/** All layouts, in the order in which they are tried; the first of equally good ones wins: «Mã vật tư» is Bravo's word. */
export const layouts: Readonly<Record<LayoutName, Layout>> = {
  'bravo-items': bravoItems,
  'bravo-partners': bravoPartners,
  'amis-sales-ledger': amisSalesLedger,
  'amis-purchase-ledger': amisPurchaseLedger,
  'amis-inventory': amisInventory,
  'amis-products': amisProducts,
  'amis-customers': amisCustomers,
  'amis-suppliers': amisSuppliers,
  'bravo-sales': bravoSales,
  'invoice-requirements': invoiceRequirements,
  'partner-connections': partnerConnections,
  'product-connections': productConnections,
  'tax-invoice-list': taxInvoiceList,
};

export const layoutNames = Object.keys(layouts) as LayoutName[];

/** The layouts that an upload takes in. */
export const uploadedLayouts: readonly LayoutName[] = layoutNames.filter((name) => !layouts[name].isForTaxRoom);

/** The layout of that name; throws UNKNOWN_LAYOUT. */
export function layoutOf(name: string): Layout {
  const layout = Object.hasOwn(layouts, name) ? layouts[name as LayoutName] : undefined;
  if (layout) return layout;
  throw new Problem('UNKNOWN_LAYOUT', `Không có mẫu tệp «${name}». Các mẫu: ${layoutNames.join(', ')}.`, { name });
}
