import type { ProfileBooks } from '@khop/engine/invoice-issuance/books.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { expect, it } from 'vitest';
import { type Company, generateCompany } from './company.ts';
import { inventoryRows, salesLedgerRows } from './files/amis-ledgers.ts';
import { productRows } from './files/amis-lists.ts';
import { purchaseRows } from './files/purchase-ledger.ts';

const text = (row: Row, field: string): string => String(row[field] ?? '');
const quantity = (row: Row, field: string): bigint => parseQuantity(text(row, field));

/** The company as the engine's own input, without a detour over files. */
function inputOf(company: Company): IssuanceInput {
  const { period, connections } = company;
  return {
    period: { ...period, issueDay: period.today },
    lines: [...company.ledger()].flatMap((document) =>
      document.lines.map((line, index) => ({
        ...line,
        id: `${document.serial}-${index}`,
        branchCode: document.branch.code,
        docCode: document.docCode,
        docNo: document.docNo,
        docDate: document.docDate,
        docStatus: document.docStatus,
        partnerCode: document.partner.bravoCode,
        itemCode: line.good.bravoCode,
        itemName: line.good.name,
        quantity: BigInt(line.quantity) * 1000n,
        baseQuantity: BigInt(line.quantity * line.rate) * 1000n,
        convertRate: String(line.rate),
        unitPrice: String(line.unitPrice),
        vatRate: line.vatRate || undefined,
        warehouseCode: document.branch.warehouse,
      })),
    ),
    profiles: period.profiles.map((_, profile) => booksOf(company, profile)),
    invoiceRules: SHIPPED_RULES,
    bravoItems: company.bravoItems,
    bravoPartners: company.partners.map((partner) => ({ ...partner, code: partner.bravoCode })),
    exclusions: [],
    kept: [],
    previous: [],
    reconciliations: [],
  };

  function booksOf({ period: { profiles } }: Company, profile: number): ProfileBooks {
    const terms = profiles[profile]!;
    const own = <T extends { profileCode: string }>(pairs: readonly T[]) =>
      pairs.filter(({ profileCode }) => profileCode === terms.code);
    return {
      terms: { ...terms, lockedThrough: terms.lockedThrough ?? undefined, lastIssuedDate: undefined },
      products: [...productRows(company, profile)].map((row) => ({
        code: text(row, 'code'),
        name: text(row, 'name'),
        unit: text(row, 'unit'),
        kind: text(row, 'kind'),
        vatRate: text(row, 'vatRate') || undefined,
        vatReduction: text(row, 'vatReduction') as 'unknown' | 'none' | 'reduced',
        defaultWarehouseCode: text(row, 'defaultWarehouseCode'),
      })),
      customers: company.customers[profile]!.map((customer) => ({ ...customer, email: '', isActive: true })),
      productConnections: own(connections.products).map(({ amisCode, bravoCode, factor }) => ({
        product: amisCode,
        item: bravoCode,
        factor: parseFactor(factor),
        priority: 1,
      })),
      partnerConnections: own(connections.partners).map(({ amisCode, bravoCode }) => ({
        customer: amisCode,
        partner: bravoCode,
        isDefault: true,
      })),
      inventory: [...inventoryRows(company, profile)].map((row) => ({
        warehouse: text(row, 'warehouseCode'),
        product: text(row, 'productCode'),
        opening: quantity(row, 'openingQuantity'),
        incoming: quantity(row, 'inQuantity'),
        outgoing: quantity(row, 'outQuantity'),
        closing: quantity(row, 'closingQuantity'),
      })),
      purchases: [...purchaseRows(company, profile)].map((row, index) => ({
        id: `${terms.code}-P${index}`,
        date: text(row, 'accountingDate'),
        voucherNumber: text(row, 'voucherNumber'),
        product: text(row, 'productCode'),
        warehouse: text(row, 'warehouseCode'),
        quantity: quantity(row, 'quantity'),
      })),
      salesLedger: [...salesLedgerRows(company, profile)].map((row, index) => ({
        id: `${terms.code}-S${index}`,
        voucherNumber: text(row, 'voucherNumber'),
        documentDate: text(row, 'documentDate'),
        invoiceNumber: text(row, 'invoiceNumber'),
        invoiceDate: text(row, 'invoiceDate') || undefined,
        customerCode: text(row, 'customerCode'),
        customerName: text(row, 'customerName'),
        product: text(row, 'productCode'),
        warehouse: text(row, 'warehouseCode'),
        unit: text(row, 'unit'),
        quantity: quantity(row, 'quantity'),
        amount: Number(row.amount) - Number(row.discount),
        vatAmount: Number(row.vatAmount),
      })),
    };
  }
}

it('can be invoiced for the most part, and the rest falls to every kind of reason', () => {
  const plan = planInvoices(inputOf(generateCompany()));
  const { ledger, invoiced, alreadyInvoiced, unallocated, excluded } = plan.tieOut;
  expect(invoiced + alreadyInvoiced + unallocated + excluded).toBe(ledger);
  const share = (invoiced + alreadyInvoiced) / (ledger - excluded);
  expect(share).toBeGreaterThan(0.85);
  expect(share).toBeLessThan(0.92);
  const reasons = new Set(plan.shortages.map(({ reason }) => reason));
  const expected = ['ITEM_NOT_CONNECTED', 'NO_STOCK', 'STOCK_AFTER_SALE', 'TAKEN_BY_OTHERS', 'ISSUER_NOT_DECLARED'];
  expect([...reasons]).toEqual(expect.arrayContaining(expected));
  expect(plan.alreadyInvoiced.length).toBeGreaterThan(25);
  expect(plan.netted.length).toBeGreaterThan(5);
  expect(plan.newCustomers.length).toBeGreaterThan(10);
});
