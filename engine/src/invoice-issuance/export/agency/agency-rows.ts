import { splitVnd, splitWhole } from '../../../money.ts';
import { convert, FACTOR_ONE, type Quantity } from '../../../quantity.ts';
import { invoiceBasisFinder, saleBasisFinder } from '../../bases/invoice-basis.ts';
import type { AmisSalesEntry, ProfileBooks } from '../../books.ts';
import { HOLDING } from '../../invoice-status.ts';
import { rateOfSale } from '../../rules/vat.ts';
import type { AlreadyInvoiced, IssuanceInput, IssuancePlan } from '../../types.ts';
import { isAdjusting } from './agency-adjustments.ts';
import { type AgencyRow, type FoundRow, listKeyOf, UNKNOWN_RATE } from './agency-row.ts';

/** The rows of an entity’s invoices of the plan, each with the basis that its sale rests on. */
export function plannedRows(input: IssuanceInput, plan: IssuancePlan, profile: string): FoundRow[] {
  const find = invoiceBasisFinder(input);
  return plan.invoices.flatMap((invoice) => {
    if (invoice.profile !== profile || !HOLDING.has(invoice.status)) return [];
    const { voucherNumber, invoiceNumber = '', issuedOn: invoiceDate = invoice.date, buyer } = invoice;
    const head = { saleDay: invoice.documentDate, voucherNumber, invoiceNumber, invoiceDate, buyer };
    const found = find(invoice);
    return invoice.items.map(({ kind, product, name, unit, quantity, amount, vatAmount, vatRate: rate }) => ({
      ...{ found, rate },
      row: { ...head, product, name, unit, amount, vatAmount, quantity: kind === 'discount' ? undefined : quantity },
    }));
  });
}

/** Sales that AMIS shows on invoices which are not ours, by hand or of an earlier run that keeps no memory: the owner's goods all the same. */
export function foreignRows(input: IssuanceInput, plan: IssuancePlan, books: ProfileBooks): FoundRow[] {
  const { code: profile } = books.terms;
  const parts = Map.groupBy(
    plan.alreadyInvoiced.filter((part) => part.profile === profile),
    ({ entry }) => entry,
  );
  if (parts.size === 0) return [];
  const find = saleBasisFinder(input);
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const products = new Map(books.products.map((one) => [one.code, one]));
  const factors = new Map(
    books.productConnections.map(({ product, item, factor }) => [`${product}\u0000${item}`, factor]),
  );
  const taxCodes = new Map(books.customers.map(({ code, taxCode }) => [code, taxCode]));
  return books.salesLedger.flatMap((entry) => {
    if (isAdjusting(entry)) return [];
    const { voucherNumber, invoiceNumber, invoiceDate = entry.documentDate, product, unit } = entry;
    const known = products.get(product);
    const sold = (parts.get(entry.id) ?? []).flatMap((part) => {
      const line = lines.get(part.line);
      if (!line) return [];
      const { docDate: saleDay, branchCode: branch } = line;
      const found = find({ profile, branch, saleDay, issueDay: invoiceDate });
      const ours = known ? rateOfSale(line, known, input.invoiceRules) : line.vatRate;
      // The rate of its invoice, whatever Bravo says: the owner invoices what was invoiced.
      const rate = entry.vatRate ?? ours ?? UNKNOWN_RATE;
      const row: Omit<AgencyRow, keyof Figures> = {
        ...{ saleDay, voucherNumber, invoiceNumber, invoiceDate, product, unit, name: known?.name ?? line.itemName },
        buyer: { name: entry.customerName, taxCode: taxCodes.get(entry.customerCode) ?? '' },
      };
      const goods = convert(part.baseQuantity, factors.get(`${product}\u0000${line.itemCode}`) ?? FACTOR_ONE);
      return [{ part, goods, found, rate, row }];
    });
    return ofLists(entry, sold);
  });
}

type Figures = Pick<AgencyRow, 'quantity' | 'amount' | 'vatAmount'>;
type Sold = Omit<FoundRow, 'row'> & {
  readonly part: AlreadyInvoiced;
  /** In units of the entry's product. */
  readonly goods: Quantity;
  readonly row: Omit<AgencyRow, keyof Figures>;
};

/**
 * An entry that a person says to be several sales is on the list of each, by their worth in the ledger: they may be of two
 * owners, of two parts of the month, or of goods that are the entity's own. Its own figures are shared out to the đồng.
 */
function ofLists({ quantity, amount, vatAmount }: AmisSalesEntry, sold: readonly Sold[]): FoundRow[] {
  const zero = { quantity: undefined, amount: 0, vatAmount: 0 };
  const lists = [
    ...Map.groupBy(sold, ({ found, rate, row }) => listKeyOf({ found, rate, row: { ...row, ...zero } })).values(),
  ];
  const weigh = (of: (one: Sold) => bigint) => lists.map((list) => list.reduce((sum, one) => sum + of(one), 0n));
  const worth = weigh(({ part }) => size(part.amount));
  const vat = weigh(({ part }) => size(part.vatAmount));
  const amounts = splitVnd(amount, worth);
  const vatAmounts = splitVnd(vatAmount, vat.some((weight) => weight > 0n) ? vat : worth);
  const quantities = splitWhole(
    quantity,
    weigh(({ goods }) => (goods < 0n ? -goods : goods)),
  );
  return lists.map(([first], index) => {
    const { found, rate, row } = first!;
    const figures = { quantity: quantities[index], amount: amounts[index]!, vatAmount: vatAmounts[index]! };
    return { found, rate, row: { ...row, ...figures } };
  });
}

const size = (amount: number): bigint => BigInt(Math.abs(amount));
