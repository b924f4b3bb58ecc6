import { hash } from 'node:crypto';
import type { WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { SignatureReport } from '@khop/engine/tax-invoices/signature.ts';
import { TAX_FINDING_CODES, type TaxFinding } from '@khop/engine/tax-invoices/tax-findings.ts';
import type { RelatedInvoice, TaxInvoice, TaxInvoiceLine, TaxParty } from '@khop/engine/tax-invoices/tax-invoice.ts';

/** The part of an invoice that is kept beside its columns, in the form in which it is told. Personal numbers are masked in it: they stay in the file. */
export type ToldInvoice = Pick<
  WholeTaxInvoice,
  | 'version'
  | 'title'
  | 'paymentMethod'
  | 'exchangeRate'
  | 'seller'
  | 'buyer'
  | 'lines'
  | 'rates'
  | 'totals'
  | 'authorityCode'
  | 'lookup'
  | 'findings'
> & { readonly related: readonly ToldRelation[] };

export type ToldRelation = Omit<WholeTaxInvoice['related'][number], 'direction' | 'id'> & {
  readonly key: string | null;
};

export type ToldSignature = Pick<WholeTaxInvoice, 'signatures'>;

const told = (text: string | null): string => text ?? '';

export const toldInvoice = (invoice: TaxInvoice, signature: SignatureReport): ToldInvoice => ({
  version: told(invoice.version),
  title: told(invoice.title),
  paymentMethod: told(invoice.paymentMethod),
  exchangeRate: invoice.exchangeRate,
  seller: toldParty(invoice.seller),
  buyer: toldParty(invoice.buyer),
  lines: invoice.lines.map(toldLine),
  rates: invoice.rates.map(({ rate, amount, vat }) => ({ rate: told(rate?.text ?? null), amount, vat })),
  totals: {
    beforeVat: invoice.totals.beforeVat,
    vat: invoice.totals.vat,
    discount: invoice.totals.discount,
    fees: invoice.totals.fees,
    deduction: invoice.totals.deduction,
    total: invoice.totals.total,
    inWords: told(invoice.totals.inWords),
  },
  authorityCode: told(invoice.authorityCode),
  lookup: invoice.lookup.map(({ name, value, isSecret }) => ({ name, value, isSecret })),
  findings: [...invoice.findings, ...signature.findings].map(toldFinding),
  related: invoice.related.map(toldRelation),
});

/** So much of a personal number is shown: enough to distinguish two people of one name. */
const SHOWN_DIGITS = 3;

function paperOf({ personal }: TaxParty): string {
  const number = personal?.citizenId ?? personal?.passport ?? null;
  return number === null ? '' : `••••${number.length > SHOWN_DIGITS ? number.slice(-SHOWN_DIGITS) : ''}`;
}

const toldParty = (party: TaxParty): WholeTaxInvoice['seller'] => ({
  name: told(party.name),
  taxCode: told(party.taxCode),
  address: told(party.address),
  person: told(party.person),
  budgetCode: told(party.budgetCode),
  email: told(party.email),
  phone: told(party.phone),
  bankAccount: told(party.bankAccount),
  bankName: told(party.bankName),
  paper: paperOf(party),
});

const toldLine = (line: TaxInvoiceLine): WholeTaxInvoice['lines'][number] => ({
  at: line.at,
  kind: line.kind,
  code: told(line.code),
  name: line.name,
  unit: told(line.unit),
  quantity: line.quantity === null ? null : formatQuantity(line.quantity),
  unitPrice: line.unitPrice,
  discount: line.discount,
  amount: line.amount,
  rate: told(line.rate?.text ?? null),
});

export const isProblem = ({ code }: Pick<TaxFinding, 'code'>): boolean => TAX_FINDING_CODES[code] === 'problem';

const toldFinding = (finding: TaxFinding): WholeTaxInvoice['findings'][number] => ({
  code: finding.code,
  message: finding.message,
  isProblem: isProblem(finding),
  line: finding.line,
});

const toldRelation = (related: RelatedInvoice): ToldRelation => ({
  relation: related.relation,
  form: told(related.form),
  symbol: told(related.symbol),
  number: told(related.number),
  date: related.date,
  list: told(related.list?.number ?? null),
  note: told(related.note),
  key: related.key,
});

export const toldSignature = ({ signatures }: SignatureReport): ToldSignature => ({
  signatures: signatures.map(({ certificate, ...check }) => ({
    place: check.place,
    verdict: check.verdict,
    signer: check.signer,
    trust: check.trust,
    signerTaxCode: check.signerTaxCode,
    name: certificate?.name ?? null,
    issuer: certificate?.issuer ?? null,
    validFrom: certificate?.validFrom ?? null,
    validTo: certificate?.validTo ?? null,
    fingerprint: certificate?.fingerprint ?? null,
    signedAt: check.signedAt,
    algorithm: check.algorithm,
    reason: check.reason,
  })),
});

/** The same for two files that say the same, personal numbers included. Tokens are parts of what is told beside them. */
export const hashOfData = ({ findings: _, tokens: _tokens, ...invoice }: TaxInvoice): string =>
  hash(
    'sha256',
    JSON.stringify(invoice, (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
