import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type InvoiceBasis, invoiceBasisFinder } from '@khop/engine/invoice-issuance/bases/invoice-basis.ts';
import type {
  IssuanceInput,
  IssuancePlan,
  PlannedInvoice,
  Shortage,
  StockLot,
} from '@khop/engine/invoice-issuance/types.ts';
import { vatStatement } from '@khop/engine/invoice-issuance/vat/vat-statement.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';

export type WrittenFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** Writes REPORT.json in pieces, so that a long plan never becomes one string. Amounts in đồng, quantities as decimal strings. */
export async function writeReport(
  path: string,
  input: IssuanceInput,
  plan: IssuancePlan,
  files: readonly WrittenFile[],
): Promise<void> {
  await pipeline(Readable.from(pieces(input, plan, files)), createWriteStream(path));
}

function* pieces(input: IssuanceInput, plan: IssuancePlan, files: readonly WrittenFile[]): Generator<string> {
  const { total, byRate, byReason, differences } = vatStatement(input.lines, plan);
  yield `{\n"tieOut": ${JSON.stringify(plan.tieOut)},\n"vatTieOut": ${JSON.stringify({ ...total, byRate, byReason })},\n"vatDifferences": `;
  yield* list(differences, (one) => one);
  yield ',\n"invoices": ';
  const basisOf = invoiceBasisFinder(input);
  yield* list(plan.invoices, (invoice) => invoiceJson(invoice, basisOf(invoice)));
  yield ',\n"shortages": ';
  yield* list(plan.shortages, shortageJson);
  yield ',\n"warnings": ';
  yield* list(plan.warnings, (warning) => warning);
  yield ',\n"files": ';
  yield* list(files, (file) => file);
  yield ',\n"lots": ';
  yield* list(plan.lots, lotJson);
  yield '\n}\n';
}

function* list<T>(rows: readonly T[], toJson: (row: T) => unknown): Generator<string> {
  const chunk = 500;
  yield '[';
  for (let from = 0; from < rows.length; from += chunk) {
    const text = rows.slice(from, from + chunk).map((row) => JSON.stringify(toJson(row)));
    yield `${from === 0 ? '\n' : ',\n'}${text.join(',\n')}`;
  }
  yield rows.length === 0 ? ']' : '\n]';
}

/** A contract and its parties, for an invoice that rests on one; own goods need none. */
const contractJson = (found: InvoiceBasis | undefined) =>
  found && found.basis.kind !== 'own' && found.other
    ? {
        basis: {
          kind: found.basis.kind,
          contractNumber: found.basis.contractNumber,
          contractDate: found.basis.contractDate,
          contractFile: found.basis.contractFile,
          delegation: found.basis.delegation,
          seller: found.seller,
          counterparty: found.other,
        },
      }
    : {};

const invoiceJson = (invoice: PlannedInvoice, found: InvoiceBasis | undefined) => ({
  profile: invoice.profile,
  voucherNumber: invoice.voucherNumber,
  date: invoice.date,
  bravoDocument: invoice.bravoDocument,
  buyer: invoice.buyer,
  items: invoice.items.map((item) => ({
    product: item.product,
    unit: item.unit,
    quantity: formatQuantity(item.quantity),
    amount: item.amount,
    vatRate: item.vatRate,
    vatAmount: item.vatAmount,
    allocations: item.allocations.map(({ line, lot, quantity, amount }) => ({
      line,
      lot,
      quantity: formatQuantity(quantity),
      amount,
    })),
  })),
  total: invoice.total,
  ...contractJson(found),
});

const shortageJson = ({ baseQuantity, competitors, ...shortage }: Shortage) => ({
  ...shortage,
  baseQuantity: formatQuantity(baseQuantity),
  competitors: competitors.map(({ quantity, ...one }) => ({ ...one, quantity: formatQuantity(quantity) })),
});

const lotJson = ({ quantity, ...lot }: StockLot) => ({ ...lot, quantity: formatQuantity(quantity) });
