import type { AmisSalesEntry, SnapshotMoments } from '@khop/engine/invoice-issuance/books.ts';
import { exportFiles } from '@khop/engine/invoice-issuance/export/export-files.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { Amis, type Refused } from '@khop/sample/amis-world/amis.ts';
import type { Moment } from '@khop/sample/amis-world/model.ts';
import { stockRowsOf } from '@khop/sample/amis-world/stock-report.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { inventorySheetRows, salesSheetRows } from '@khop/sample/files/amis-ledgers.ts';
import { readIssueFolder } from '@khop/server/cli/issue/issue-folder.ts';
import { inventoryRowOf, salesEntriesOf } from '@khop/server/cli/issue/issue-rows.ts';
import { writeSample } from '@khop/server/cli/sample/write-sample.ts';
import { type Circle, type CircleStep, takeIn } from './circle.ts';
import { brokenLaws } from './plan-laws.ts';

/** The circle through the engine and files alone, as the command line has it: makes the company in `dir` and opens its AMISes. */
export async function startCircle(dir: string, options: { seed: number; lines: number }): Promise<Circle> {
  await writeSample(options, dir);
  const company = generateCompany(options);
  const { profiles, fromDate, toDate } = company.period;
  const amis = new Map(profiles.map(({ code }, index) => [code, new Amis(company.books().amis[index]!)]));
  const numbers = new Map<string, string>();
  const steps: CircleStep[] = [];
  let { input: read } = await readIssueFolder(dir);
  const seen = new Map(profiles.map(({ code }) => [code, new Snapshots()]));
  let kept: PlannedInvoice[] = [];
  let last: { input: IssuanceInput; plan: IssuancePlan } | undefined;

  const note = (name: string, started: number) => {
    const { input, plan } = last!;
    const { ledger, invoiced, alreadyInvoiced, excluded } = plan.tieOut;
    steps.push({
      name,
      invoices: plan.invoices.length,
      inAmis: plan.settled.length,
      coverage: (invoiced + alreadyInvoiced) / (ledger - excluded),
      seconds: (performance.now() - started) / 1000,
      broken: brokenLaws(input, plan, amis, numbers),
    });
  };

  const generate = async (name: string, through: string): Promise<void> => {
    const started = performance.now();
    const input = {
      ...read,
      profiles: read.profiles.map((own) => ({ ...own, moments: seen.get(own.terms.code)!.moments })),
      lines: read.lines.filter(({ docDate }) => docDate <= through),
      kept,
      ...memoryOf(last?.plan),
    };
    const made = planInvoices(input);
    const told = new Map(made.settled.map((one) => [one.key, one]));
    const plan = {
      ...made,
      invoices: made.invoices.map((invoice) => ({ ...invoice, ...readBackOf(told.get(invoice.key)) })),
    };
    last = { input, plan };
    kept = plan.invoices.filter(({ status }) => status !== 'draft');
    note(name, started);
  };

  const importInto: Circle['importInto'] = async (shares, at) => {
    const { input, plan } = last!;
    const started = performance.now();
    kept = plan.invoices.map((invoice) => (invoice.status === 'draft' ? { ...invoice, status: 'exported' } : invoice));
    last = { input, plan: { ...plan, invoices: kept } };
    const refused: Refused[] = [];
    for (const own of seen.values()) own.exports.push(at);
    for (const { profile, customerCode: code, name } of last.plan.newCustomers)
      amis.get(profile)!.importCustomers([{ code, name }]);
    for (const { path, sheets } of exportFiles(input, last.plan)) {
      const [profile, file] = path.split('/');
      if (file?.startsWith('BanHang'))
        refused.push(...takeIn(amis.get(profile!)!, recordsOf(sheets[0]!), shares[profile!] ?? 100, at));
    }
    note('import', started);
    return refused;
  };

  return {
    amis,
    steps,
    generate,
    importInto,
    // The files themselves go through readers and uploads in the circle of the service.
    report: async (profile, which, at) => {
      const { books } = amis.get(profile)!;
      const own = seen.get(profile)!;
      const told =
        which === 'stock'
          ? { inventory: [...inventorySheetRows(stockRowsOf(books, { fromDate, toDate }, at))].map(inventoryRowOf) }
          : { salesLedger: own.ledger(salesEntriesOf([...salesSheetRows(books, at)]), at) };
      if (which === 'stock') own.stock = at;
      read = {
        ...read,
        profiles: read.profiles.map((one) => (one.terms.code === profile ? { ...one, ...told } : one)),
      };
    },
    check: async (name) => note(name, performance.now()),
  };
}

/** The moments of one profile's reports, as the service keeps them. */
class Snapshots {
  stock: Moment | undefined;
  readonly exports: Moment[] = [];
  #ledger: Moment | undefined;
  #seen = new Map<string, { first: Moment; absent?: Moment }>();

  get moments(): SnapshotMoments {
    return {
      ...(this.stock !== undefined && { stock: this.stock }),
      ...(this.#ledger !== undefined && { ledger: this.#ledger }),
      exports: this.exports,
    };
  }

  /** Takes in a ledger made at a moment: entries that it shows for the first time were not in the one before. */
  ledger(entries: readonly AmisSalesEntry[], at: Moment): AmisSalesEntry[] {
    const before = this.#ledger;
    this.#ledger = at;
    const known = this.#seen;
    this.#seen = new Map(
      entries.map(({ id }) => [id, known.get(id) ?? { first: at, ...(before !== undefined && { absent: before }) }]),
    );
    return entries.map((entry) => ({ ...entry, seen: this.#seen.get(entry.id)! }));
  }
}

/** The part of an earlier plan that the next one starts from. */
function memoryOf(plan: IssuancePlan | undefined): Pick<IssuanceInput, 'previous' | 'previousVouchers'> {
  if (!plan) return { previous: [] };
  return {
    previous: plan.invoices.flatMap(({ items }) =>
      items.flatMap(({ allocations }) =>
        allocations.flatMap(({ line, lot, baseQuantity }) =>
          lot === null ? [] : [{ line, lot, lineQuantity: baseQuantity }],
        ),
      ),
    ),
    previousVouchers: Object.fromEntries(plan.invoices.map(({ key, voucherNumber }) => [key, voucherNumber])),
  };
}

const readBackOf = (settled: IssuancePlan['settled'][number] | undefined): Partial<PlannedInvoice> =>
  settled
    ? { status: settled.status, ...(settled.invoiceNumber !== '' && { invoiceNumber: settled.invoiceNumber }) }
    : {};

/** A sheet with its header in the first row, as records. */
function recordsOf(sheet: SheetModel): Record<string, Cell>[] {
  const [head, ...rows] = Array.from(sheet.rows, (row) => ('cells' in row ? row.cells : row));
  return rows.map((cells) => Object.fromEntries(head!.map((name, index) => [String(name), cells[index] ?? null])));
}
