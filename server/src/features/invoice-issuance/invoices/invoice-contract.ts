import { symbolIfOf } from '@khop/engine/invoice-issuance/amis-ledger/last-issued.ts';
import { basisFinder } from '@khop/engine/invoice-issuance/bases/in-force.ts';
import { todayOf } from '../../../db/clock/today.ts';
import type { Database } from '../../../db/database.ts';
import { basesOf } from '../load/bases.ts';
import { type Bases, readPeriod } from '../period-rows.ts';

type Asked = {
  readonly periodId: string;
  readonly profileId: string;
  readonly profileCode: string;
  readonly invoiceForm: string;
  /** As far as it is known. */
  readonly invoiceSymbol: string | null;
  readonly profileSymbol: string;
  readonly bravoDocument: string;
  readonly documentDate: string;
  readonly status: string;
  readonly invoiceDate: string | null;
  readonly invoiceDatePlanned: string;
};

/** The contract that an invoice rests on, with the other side; null for own goods. One that has left is judged as of its own date. */
export async function contractOf(db: Database, invoice: Asked) {
  const { profileId, profileCode: code, invoiceForm, profileSymbol } = invoice;
  const period = await readPeriod(db, invoice.periodId);
  const { bases } = await basesOf(db, period, (id) => (id === profileId ? code : id));
  if (!bases?.some(({ profile, kind }) => profile === code && kind !== 'own')) return null;
  const issueDay = invoice.status === 'draft' ? await todayOf(db) : (invoice.invoiceDate ?? invoice.invoiceDatePlanned);
  const ofLeft = invoice.invoiceSymbol ?? symbolIfOf(profileSymbol, issueDay);
  const invoiceSymbol = invoice.status === 'draft' ? profileSymbol : ofLeft;
  const branch = invoice.bravoDocument.split('/')[0]!;
  const answer = basisFinder({ bases, issueDay })(branch, { code, invoiceForm, invoiceSymbol }, invoice.documentDate);
  if ('why' in answer || answer.basis.kind === 'own') return null;
  const { kind, contractNumber = '', contractDate = null, fromDate, toDate = null, delegation } = answer.basis;
  const { name = '', taxCode = '', address = '' } = answer.basis.counterparty ?? {};
  // The stored basis is the contract's, whose file has an id as well.
  const contractFile = answer.basis.contractFile as NonNullable<Bases>[number]['contractFile'];
  const parties = { counterparty: { name, taxCode, address } };
  return { kind, contractNumber, contractDate, fromDate, toDate, delegation, contractFile, ...parties };
}
