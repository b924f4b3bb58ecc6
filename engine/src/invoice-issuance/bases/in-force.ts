import { type Day, formatDay } from '../../day.ts';
import { by } from '../../order.ts';
import { normaliseSymbol } from '../../tax-invoices/identity.ts';
import type { ProfileTerms } from '../books.ts';
import { suspensionOn, suspensionWords } from '../rules/suspensions.ts';
import type { IssuanceInput } from '../types.ts';
import { BASIS_KINDS, BASIS_NAMES, INVOICE_FORM_NAMES, type IssuingBasis } from './issuing-basis.ts';

/** The basis that carries the sales of a day, or why there is none, in words. */
export type BasisAnswer = { readonly basis: IssuingBasis } | { readonly why: string };

export type BasisTerms = Pick<ProfileTerms, 'code' | 'invoiceForm' | 'invoiceSymbol'>;
export type BasisFinder = (branch: string, terms: BasisTerms, saleDay: Day) => BasisAnswer;

/** A period that states no bases at all was declared before they existed: own goods, unconfirmed. */
const UNCONFIRMED = { kind: 'own', fromDate: '0001-01-01' } as const;

/**
 * The basis of an entity for the sales of a branch on a day. Every answer is worked out once: a month has many sales of
 * one day.
 */
export function basisFinder({ bases, issueDay }: Pick<IssuanceInput['period'], 'bases' | 'issueDay'>): BasisFinder {
  const byIssuer = Map.groupBy(bases ?? [], ({ branch, profile }) => `${branch}\u0000${profile}`);
  const known = new Map<string, BasisAnswer>();
  return (branch, terms, saleDay) => {
    const issuer = `${branch}\u0000${terms.code}`;
    const key = `${issuer}\u0000${saleDay}\u0000${terms.invoiceSymbol}`;
    const found = known.get(key);
    if (found) return found;
    const answer = bases
      ? answerOf(byIssuer.get(issuer) ?? [], { branch, terms, saleDay, issueDay })
      : { basis: { branch, profile: terms.code, ...UNCONFIRMED } };
    known.set(key, answer);
    return answer;
  };
}

type Asked = { readonly branch: string; readonly terms: BasisTerms; readonly saleDay: Day; readonly issueDay: Day };

/** The rest of a basis only so that two of one day and contract have an order at all. */
const rank = (basis: IssuingBasis): string =>
  `${BASIS_KINDS.indexOf(basis.kind)} ${basis.fromDate} ${basis.contractNumber ?? ''} ${JSON.stringify(basis)}`;

/** The same one in whatever order they are written. */
export const inOrderOfBases = (bases: readonly IssuingBasis[]): IssuingBasis[] => bases.toSorted(by(rank));

function answerOf(bases: readonly IssuingBasis[], asked: Asked): BasisAnswer {
  const { branch, terms } = asked;
  if (bases.length === 0) return { why: `«${terms.code}» chưa khai báo căn cứ lập hóa đơn cho chi nhánh «${branch}»` };
  const whys: string[] = [];
  for (const basis of inOrderOfBases(bases)) {
    const fault = basisFault(basis, asked);
    if (fault === undefined) return { basis };
    whys.push(`${basisWords(basis)} ${fault}`);
  }
  return { why: `«${terms.code}» không có căn cứ cho chi nhánh «${branch}»: ${whys.join('; ')}` };
}

/** A basis as people call it: its kind and its contract. */
export function basisWords({ kind, contractNumber, contractDate }: IssuingBasis): string {
  const name = BASIS_NAMES[kind].toLowerCase();
  if (!contractNumber) return name;
  return `${name}, hợp đồng số ${contractNumber}${contractDate ? ` ngày ${formatDay(contractDate)}` : ''}`;
}

/**
 * The obstacle to an invoice on a basis, in words. All are asked on the day of the sale; a delegation also on the day on
 * which the delegate makes the invoice, for it moves the making and nothing else.
 */
function basisFault(basis: IssuingBasis, { terms, saleDay, issueDay }: Asked): string | undefined {
  const term = termFault(basis, saleDay, 'ngày bán');
  if (term !== undefined) return term;
  const { transfer } = basis;
  if (basis.kind === 'intercompany' && transfer && transfer.invoiceDate > saleDay)
    return `có hóa đơn chuyển hàng số ${transfer.invoiceNumber} ngày ${formatDay(transfer.invoiceDate)}, sau ngày bán ${formatDay(saleDay)}`;
  if (basis.kind !== 'delegation') return undefined;
  return (
    noticeFault(basis, saleDay) ??
    termFault(basis, issueDay, 'ngày lập hóa đơn') ??
    makerFault(basis, issueDay) ??
    formFault(basis, terms) ??
    symbolFault(basis, terms)
  );
}

function termFault({ fromDate, toDate }: IssuingBasis, day: Day, name: string): string | undefined {
  if (day < fromDate) return `có hiệu lực từ ${formatDay(fromDate)}, sau ${name} ${formatDay(day)}`;
  if (toDate !== undefined && toDate < day) return `hết hạn ${formatDay(toDate)}, trước ${name} ${formatDay(day)}`;
  return undefined;
}

/** An invoice that keeps the day of its sale must not be older than the leave of the tax office. */
function noticeFault({ delegation = {} }: IssuingBasis, saleDay: Day): string | undefined {
  const sides = [
    ['bên ủy nhiệm', delegation.sellerAcceptedOn],
    ['bên nhận ủy nhiệm', delegation.makerAcceptedOn],
  ] as const;
  for (const [side, acceptedOn] of sides) {
    if (acceptedOn === undefined) return `chưa được cơ quan thuế chấp nhận thông báo của ${side}`;
    if (acceptedOn > saleDay)
      return `được cơ quan thuế chấp nhận thông báo của ${side} ngày ${formatDay(acceptedOn)}, sau ngày bán ${formatDay(saleDay)}`;
  }
  return undefined;
}

/** The side that makes the invoices must be able to: both sides of a delegation issue invoices (NĐ 254/2026/NĐ-CP Điều 19). */
function makerFault({ counterparty }: IssuingBasis, issueDay: Day): string | undefined {
  const suspension = counterparty && suspensionOn(issueDay, counterparty);
  return suspension && `có bên nhận ủy nhiệm ${suspensionWords(suspension)}`;
}

function formFault({ delegation }: IssuingBasis, { invoiceForm, invoiceSymbol }: BasisTerms): string | undefined {
  const form = delegation?.invoiceForm;
  if (form === undefined || String(form) === invoiceForm) return undefined;
  const name = INVOICE_FORM_NAMES[form].toLowerCase();
  return `chỉ cho ${name} (mẫu số ${form}), không cho «${invoiceForm}${invoiceSymbol}» của hồ sơ`;
}

function symbolFault({ delegation }: IssuingBasis, terms: BasisTerms): string | undefined {
  const symbols = delegation?.symbols ?? [];
  const { invoiceForm, invoiceSymbol } = terms;
  // Not known: of an invoice that left in a year before the profile's symbol, or of a profile without one, which exports nothing.
  if (invoiceSymbol === '') return undefined;
  // Contracts are typed by hand.
  const allowed = symbols.map(normaliseSymbol);
  if (symbols.length === 0 || [invoiceSymbol, `${invoiceForm}${invoiceSymbol}`].some((own) => allowed.includes(own)))
    return undefined;
  return `chỉ cho ký hiệu ${symbols.join(', ')}, không cho «${invoiceForm}${invoiceSymbol}» của hồ sơ`;
}
