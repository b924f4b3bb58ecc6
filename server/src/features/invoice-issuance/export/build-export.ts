import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { exportFiles } from '@khop/engine/invoice-issuance/export/export-files.ts';
import { type Finding, mayPass, stopping } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { giftListHash } from '@khop/engine/invoice-issuance/invoices/gift-list.ts';
import { isConsolidated, listNumberOf } from '@khop/engine/invoice-issuance/rules/consolidation.ts';
import type { IssuancePlan, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import type { WorkbookPort } from '../../../adapters/workbook/port.ts';
import { judgeBooks } from '../preflight/judge-books.ts';
import { type BooksAddress, type PeriodBooks, readBooks } from '../preflight/read-books.ts';
import { closedFiles, RECONCILIATION } from './closed-files.ts';

export type ExportAsked = {
  readonly books: BooksAddress;
  /** Profiles to take; absent ones are left out of the import files. */
  readonly profileIds: readonly string[];
  readonly only: 'all' | 'new';
  /** An admin goes on over what may be passed over. */
  readonly isOverridden: boolean;
  /** Of a closed period: the zips by which its invoices left, oldest first. */
  readonly handedOver?: readonly Uint8Array[];
};

/** The list of a consolidated invoice as it left. */
export type HandedList = {
  readonly profile: string;
  readonly voucherNumber: string;
  readonly listNumber: string;
  readonly sha256: string;
};

/**
 * The outcome of an export: `content` is there when nothing stops it. Without an invoice (`count` 0) it holds the lists for
 * what AMIS has issued already, such as the adjusting invoices of returns and discounts: nothing leaves by it.
 */
export type ExportAnswer = {
  /** Of today's data and the plan, as far as invoices leave for the first time. */
  readonly findings: readonly Finding[];
  /** Codes of the profiles with invoices that leave for the first time. */
  readonly firstTime: ReadonlySet<string>;
  readonly count: number;
  /** The lists that consolidated invoices of the files go with, by the hash of their lines. */
  readonly lists: readonly HandedList[];
  readonly content: Uint8Array | null;
};

/** Reads the books, judges them and writes the workbooks, all off the thread that answers. */
export async function buildExport(asked: ExportAsked, workbooks: WorkbookPort): Promise<ExportAnswer> {
  const { only, isOverridden } = asked;
  const books = await readBooks({ ...asked.books, withEarlier: true });
  const plan = books.plan!;
  const wanted = new Set(asked.profileIds);
  const codes = new Set(books.profiles.filter(({ id }) => wanted.has(id)).map(({ code }) => code));
  const leaving = leavingInvoices(books, plan, codes, only);
  const firstTime = new Set([...leaving].filter(({ status }) => status === 'draft').map(({ profile }) => profile));
  const count = leaving.size;
  const lists = listsOf(leaving, books.input.lines);
  const files = () => exportFiles(books.input, plan, (invoice) => leaving.has(invoice), books.layouts);
  const write = async () => workbooks.zip(files());
  // Nothing leaves a closed period: its files are had again as they left, even when AMIS has issued everything by now.
  if (books.period.status === 'closed') {
    const closed = await closedFiles(asked.handedOver ?? [], files(), codes, workbooks);
    return { findings: [], firstTime: new Set(), count, lists, content: await workbooks.zip(closed) };
  }
  const { outdated, findings } = judgeBooks(books, firstTime.size > 0);
  if (outdated) return { findings: [outdated], firstTime, count, lists, content: null };
  const told = findings.map(withoutRecords);
  if (count === 0 && only === 'all') {
    const made = files();
    const hasLists = made.some(({ path }) => path !== RECONCILIATION);
    return { findings: told, firstTime, count, lists, content: hasLists ? await workbooks.zip(made) : null };
  }
  if (count === 0 || !mayPass(stopping(told, 'export', firstTime), isOverridden))
    return { findings: told, firstTime, count, lists, content: null };
  return { findings: told, firstTime, count, lists, content: await write() };
}

/**
 * The invoices of the file: live ones that AMIS has not issued, of the profiles asked for; drafts as far as the days are
 * handed over.
 */
function leavingInvoices(
  { period: { throughDate } }: Pick<PeriodBooks, 'period'>,
  plan: IssuancePlan,
  profiles: ReadonlySet<string>,
  only: 'all' | 'new',
): ReadonlySet<PlannedInvoice> {
  const leaves = ({ status, documentDate }: PlannedInvoice) =>
    status === 'draft' ? throughDate === null || documentDate <= throughDate : only === 'all' && status === 'exported';
  return new Set(plan.invoices.filter((invoice) => profiles.has(invoice.profile) && leaves(invoice)));
}

function listsOf(leaving: ReadonlySet<PlannedInvoice>, lines: readonly SalesLine[]): HandedList[] {
  const own = [...leaving].filter(isConsolidated);
  if (own.length === 0) return [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  return own.map((invoice) => ({
    profile: invoice.profile,
    voucherNumber: invoice.voucherNumber,
    listNumber: listNumberOf(invoice),
    sha256: giftListHash(invoice, byId),
  }));
}
