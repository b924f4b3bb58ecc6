import { addDays, formatDay } from '../../day.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { endsSoon } from '../bases/basis-state.ts';
import { delegationGaps } from '../bases/delegation-gaps.ts';
import { basisFinder, basisWords, inOrderOfBases } from '../bases/in-force.ts';
import type { Finding } from '../findings/finding.ts';
import type { RecordRef } from '../findings/record-ref.ts';
import type { WithoutInvoice } from '../ledger/without-invoice.ts';
import { suspensionOn, suspensionWords } from '../rules/suspensions.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';

/** Issuers that are suspended, or without a basis: not stated at all, not in force on the days of sales, or about to end. */
export function basisFindings(input: IssuanceInput, openOf: WithoutInvoice, plan?: IssuancePlan): Finding[] {
  const stopped = suspended(input);
  if (!input.period.bases) return [...stopped, ...unconfirmed(input)];
  return [...stopped, ...withoutBasis(input, openOf, plan), ...endingSoon(input), ...incompleteDelegations(input)];
}

/** Entities that may not issue invoices on the day of issuing: nothing is planned for them, and their sales grow late. */
function suspended({ period: { issueDay }, profiles }: IssuanceInput): Finding[] {
  return profiles.flatMap(({ terms }): Finding[] => {
    const suspension = suspensionOn(issueDay, terms);
    if (!suspension) return [];
    const words = suspensionWords(suspension);
    return [
      {
        ...{ code: 'ISSUER_STOPPED', severity: 'warn', count: 1, profile: terms.code, remedy: REMEDIES.ISSUER_STOPPED },
        message: `«${terms.code}» ${words}: hôm nay không lập hóa đơn nào của hồ sơ này. Hạn ký của hàng đã bán vẫn chạy và vẫn được đếm.`,
        about: [profileRef(terms.code, `${words.charAt(0).toUpperCase()}${words.slice(1)}.`)],
      },
    ];
  });
}

const profileRef = (code: string, detail: string): RecordRef => ({ kind: 'profile', id: code, profile: code, detail });

/** Periods of before bases were stated: what a person declared goes on, and is named until it is confirmed. */
function unconfirmed({ period, profiles }: IssuanceInput): Finding[] {
  const about = profiles.flatMap(({ terms: { code } }): RecordRef[] => {
    const branches = Object.keys(period.issuers).filter((branch) => period.issuers[branch]!.includes(code));
    if (branches.length === 0) return [];
    const shared = branches.some((branch) => period.issuers[branch]!.length > 1);
    const named = branches.map((branch) => `«${branch}»`).join(', ');
    const more = shared ? ' Chi nhánh có nhiều hồ sơ: chỉ bên bán hàng của mình mới được lập.' : '';
    return [profileRef(code, `Chi nhánh ${named}: tạm coi là hàng của chính đơn vị.${more}`)];
  });
  if (about.length === 0) return [];
  return [
    {
      code: 'BASIS_NOT_CONFIRMED',
      severity: 'warn',
      message: `${about.length} hồ sơ được khai báo xuất mà chưa ai khai căn cứ lập hóa đơn: Khớp tạm coi là hàng của chính đơn vị.`,
      remedy:
        'Khai báo căn cứ của từng hồ sơ cho từng chi nhánh trong kỳ: hàng của chính đơn vị, ủy nhiệm, đại lý, hay mua bán giữa các đơn vị. Đã khai một căn cứ thì hồ sơ nào chưa có sẽ không được lập.',
      count: about.length,
      about,
    },
  ];
}

/**
 * Sales that a declared entity may not invoice. Where another one of the branch may, an entity with a basis for other days has handed
 * them over or has yet to take them on; of one without any, a plan tells what has stayed without an invoice.
 */
function withoutBasis(input: IssuanceInput, openOf: WithoutInvoice, plan: IssuancePlan | undefined): Finding[] {
  const { period, profiles, lines } = input;
  const basisOf = basisFinder(period);
  const found = new Map<string, { code: string; branch: string; why: string; about: RecordRef[]; amount: number }>();
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const stated = new Set(period.bases?.map(({ branch, profile }) => keyOf(branch, profile)));
  const leftOf = plan && waitingMoney(plan);
  for (const line of lines) {
    const { branchCode: branch, docDate } = line;
    if (docDate < period.fromDate || docDate > period.toDate) continue;
    // Discounts and what comes back need no basis of their own.
    if (line.kind === 'discount' || line.baseQuantity < 0n) continue;
    const answers = (period.issuers[branch] ?? []).flatMap((code) => {
      const terms = termsOf.get(code);
      return terms ? { code, answer: basisOf(branch, terms, docDate) } : [];
    });
    const hasOther = answers.some(({ answer }) => 'basis' in answer);
    for (const { code, answer } of answers) {
      const key = keyOf(branch, code);
      if ('basis' in answer || (hasOther && stated.has(key))) continue;
      const open = openOf(line);
      const amount = hasOther && leftOf && open !== undefined ? leftOf.get(line.id) : open;
      if (amount === undefined) continue;
      const own = found.get(key) ?? { code, branch, why: answer.why, about: [], amount: 0 };
      found.set(key, own);
      own.about.push({ kind: 'line', id: line.id, amount });
      own.amount += amount;
    }
  }
  return [...found.values()].map(({ code, branch, why, about, amount }) => ({
    ...{ code: 'NO_BASIS', severity: 'warn', count: about.length, about, profile: code },
    message: `«${code}»: ${formatVnd(about.length)} dòng bán của chi nhánh «${branch}» (${formatVnd(amount)} đồng) không được lập vì thiếu căn cứ. Ví dụ: ${why}.`,
    remedy: REMEDIES.NO_BASIS,
  }));
}

const keyOf = (branch: string, profile: string): string => `${branch}\u0000${profile}`;

/** The money that a plan leaves without an invoice, by line. */
function waitingMoney({ shortages }: IssuancePlan): ReadonlyMap<string, Vnd> {
  const left = new Map<string, Vnd>();
  for (const { line, amount } of shortages) left.set(line, (left.get(line) ?? 0) + amount);
  return left;
}

/** Bases whose last day is near, and which nothing follows. */
function endingSoon({ period, profiles }: IssuanceInput): Finding[] {
  const { issueDay, issuers } = period;
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  return inOrderOfBases(period.bases ?? []).flatMap((basis): Finding[] => {
    const { branch, profile, toDate } = basis;
    const terms = termsOf.get(profile);
    if (!terms || toDate === undefined || !(issuers[branch] ?? []).includes(profile)) return [];
    if (!endsSoon(toDate, issueDay) || isFollowed(period, branch, terms, toDate)) return [];
    const left = toDate === issueDay ? 'hôm nay' : `ngày ${formatDay(toDate)}`;
    // Only a delegation has to hold on the day of the making as well.
    const over = basis.kind === 'delegation' ? 'Sau ngày ấy hồ sơ' : 'Hàng bán sau ngày ấy thì hồ sơ';
    return [
      {
        code: 'BASIS_ENDS_SOON',
        severity: 'warn',
        message: `«${profile}»: căn cứ cho chi nhánh «${branch}» hết hạn ${left} (${basisWords(basis)}). ${over} không được lập hóa đơn cho chi nhánh này.`,
        remedy: 'Gia hạn hợp đồng thật rồi ghi hạn mới, hoặc ký hợp đồng khác và khai báo; không ghi lùi ngày.',
        count: 1,
        profile,
        about: [profileRef(profile, `Chi nhánh «${branch}»: ${basisWords(basis)}, đến ${formatDay(toDate)}.`)],
      },
    ];
  });
}

/** Delegations in force whose agreement lacks something that the law names; it stops no invoice. */
function incompleteDelegations({ period, profiles }: IssuanceInput): Finding[] {
  const { fromDate, toDate, issueDay, issuers } = period;
  return profiles.flatMap(({ terms: { code: profile } }): Finding[] => {
    const about = inOrderOfBases(period.bases ?? []).flatMap((basis): RecordRef[] => {
      if (basis.profile !== profile || !(issuers[basis.branch] ?? []).includes(profile)) return [];
      // One that is over for the period and for today has nothing left to be completed for.
      const last = basis.toDate ?? toDate;
      if ((last < fromDate && last < issueDay) || toDate < basis.fromDate) return [];
      const gaps = delegationGaps(basis);
      if (gaps.length === 0) return [];
      return [profileRef(profile, `Chi nhánh «${basis.branch}», ${basisWords(basis)}: thiếu ${gaps.join(', ')}.`)];
    });
    if (about.length === 0) return [];
    return [
      {
        ...{ code: 'DELEGATION_INCOMPLETE', severity: 'warn', count: about.length, profile, about },
        message: `«${profile}»: ${about.length} căn cứ ủy nhiệm chưa đủ nội dung luật yêu cầu. Ví dụ: ${about[0]!.detail}`,
        remedy:
          'Bổ sung ở thiết lập kỳ, phần căn cứ lập hóa đơn, đúng như hợp đồng và thông báo 01/ĐKTĐ-HĐĐT; tải lên tệp hợp đồng đã ký.',
      },
    ];
  });
}

function isFollowed(
  period: IssuanceInput['period'],
  branch: string,
  terms: IssuanceInput['profiles'][number]['terms'],
  toDate: string,
): boolean {
  const next = addDays(toDate, 1);
  return 'basis' in basisFinder({ bases: period.bases, issueDay: next })(branch, terms, next);
}
