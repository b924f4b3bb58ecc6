import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { areConverted } from '../../quantity.ts';
import { lastIssuedSource } from '../amis-ledger/last-issued.ts';
import { basisFinder } from '../bases/in-force.ts';
import type { Finding } from '../findings/finding.ts';
import type { InvoiceCheck } from '../findings/invoice-check.ts';
import { dateFinder, isAhead } from '../rules/dates.ts';
import { lawfulDayOfInvoice, lawfulDaysIn } from '../rules/lawful-day.ts';
import { suspensionOn, suspensionWords } from '../rules/suspensions.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, PlannedItem } from '../types.ts';
import { type BuyerToday, buyersToday, nameDifference, numberDifference } from './since-left/buyer-differences.ts';

/**
 * Objections of today's data to drafts that were made before: an issuer who is no longer declared, has no basis or is suspended, goods that are
 * connected no longer or by another factor, a date before the last one issued in the symbol, a buyer who asks for
 * details by now. A regeneration mends them, but for pinned ones, which stay as a person left them but for their date.
 */
export function draftFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const drafts = plan.invoices.filter(({ status }) => status === 'draft');
  if (drafts.length === 0) return [];
  return checksOf(input).flatMap((check) => found(check, drafts));
}

/** True when today's data speak against a draft, in any of these ways. */
export function isAtOdds(input: IssuanceInput): (invoice: PlannedInvoice) => boolean {
  const checks = checksOf(input);
  return (invoice) => checks.some((check) => check.why(invoice) !== undefined);
}

function checksOf(input: IssuanceInput): InvoiceCheck[] {
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  return [
    issuerCheck(input, lines),
    basisCheck(input, lines),
    suspensionCheck(input),
    connectionCheck(input, lines),
    orderCheck(input),
    dateCheck(input),
    dayCheck(input),
    buyerCheck(input),
    ...changedBuyerChecks(input),
  ];
}

/** One finding per profile, with the first draft's reason. */
function found({ code, severity, noun, remedy, why }: InvoiceCheck, drafts: readonly PlannedInvoice[]): Finding[] {
  const wrong = drafts.flatMap((invoice) => {
    const reason = why(invoice);
    return reason === undefined ? [] : [{ invoice, reason }];
  });
  return [...Map.groupBy(wrong, ({ invoice }) => invoice.profile)].map(([profile, own]) => {
    const { invoice, reason } = own[0]!;
    return {
      ...{ code, severity, remedy, count: own.length, profile },
      message: `«${profile}»: ${own.length} hóa đơn nháp ${noun}. Ví dụ «${invoice.voucherNumber}»: ${reason}.`,
      about: own.map((one) => ({
        kind: 'invoice',
        id: one.invoice.key,
        profile,
        detail: `Hóa đơn nháp ${noun}: ${one.reason}.`,
      })),
    };
  });
}

const REDATED =
  'Sinh lại: ngày được ghi lại, kể cả của hóa đơn đã ghim (hàng và lô giữ nguyên). Khớp không tự lùi ngày: ngày đúng sớm hơn ngày đang ghi thì bỏ ghim rồi sinh lại.';
const AGAIN = 'Sinh lại; hóa đơn đã ghim thì bỏ ghim trước rồi sinh lại.';

type Lines = ReadonlyMap<string, SalesLine>;

const linesOf = (items: readonly PlannedItem[], lines: Lines): SalesLine[] =>
  items.flatMap((item) => item.allocations.flatMap(({ line }) => lines.get(line) ?? []));

const issuerCheck = ({ period }: IssuanceInput, lines: Lines): InvoiceCheck => ({
  code: 'DRAFT_ISSUER_NOT_DECLARED',
  severity: 'block',
  noun: 'của hồ sơ không còn được khai báo xuất cho chi nhánh',
  remedy:
    'Khai báo lại hồ sơ nếu đúng là được xuất cho chi nhánh; nếu không thì sinh lại (hóa đơn đã ghim thì bỏ ghim trước).',
  why: ({ profile, items }) => {
    const line = linesOf(items, lines).find(({ branchCode }) => !(period.issuers[branchCode] ?? []).includes(profile));
    return line && `chi nhánh «${line.branchCode}»`;
  },
});

function basisCheck({ period, profiles }: IssuanceInput, lines: Lines): InvoiceCheck {
  const basisOf = basisFinder(period);
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  return {
    code: 'DRAFT_WITHOUT_BASIS',
    severity: 'block',
    noun: 'của hồ sơ không có căn cứ lập hóa đơn có hiệu lực',
    remedy:
      'Khai báo căn cứ đúng với hợp đồng đang có hiệu lực; nếu không có thì sinh lại (hóa đơn đã ghim thì bỏ ghim trước).',
    why: ({ profile, items }) => {
      const terms = termsOf.get(profile);
      if (!terms) return undefined;
      for (const { branchCode, docDate, kind } of linesOf(items, lines)) {
        // A discount is part of the sale of the goods that it follows.
        if (kind === 'discount' || !(period.issuers[branchCode] ?? []).includes(profile)) continue;
        const answer = basisOf(branchCode, terms, docDate);
        if ('why' in answer) return answer.why;
      }
      return undefined;
    },
  };
}

function suspensionCheck({ period: { issueDay }, profiles }: IssuanceInput): InvoiceCheck {
  const stopped = new Map(
    profiles.flatMap(({ terms }) => {
      const suspension = suspensionOn(issueDay, terms);
      return suspension ? [[terms.code, suspensionWords(suspension)] as const] : [];
    }),
  );
  return {
    code: 'DRAFT_ISSUER_STOPPED',
    severity: 'block',
    noun: 'của hồ sơ đang ngừng sử dụng hóa đơn, không được lập hôm nay',
    remedy: REMEDIES.ISSUER_STOPPED,
    why: ({ profile }) => stopped.get(profile),
  };
}

function connectionCheck({ profiles }: IssuanceInput, lines: Lines): InvoiceCheck {
  const key = (profile: string, product: string, item: string) => `${profile}\u0000${product}\u0000${item}`;
  const factors = new Map(
    profiles.flatMap(({ terms, productConnections }) =>
      productConnections.map(
        (connection) => [key(terms.code, connection.product, connection.item), connection.factor] as const,
      ),
    ),
  );
  return {
    code: 'DRAFT_NOT_CONNECTED',
    severity: 'block',
    noun: 'có mã hàng không còn nối với mặt hàng Bravo, hoặc nối với hệ số khác',
    remedy: AGAIN,
    why: ({ profile, items }) => {
      for (const item of items) {
        // A discount carries the goods that it follows, and draws nothing of them.
        if (item.kind === 'discount') continue;
        for (const { line: id, quantity, baseQuantity } of item.allocations) {
          const line = lines.get(id);
          if (!line) continue;
          const pair = `mã «${item.product}» và mặt hàng «${line.itemCode}»`;
          const factor = factors.get(key(profile, item.product, line.itemCode));
          if (!factor) return `${pair} không còn nối, hoặc không còn hệ số`;
          if (!areConverted(quantity, baseQuantity, factor)) return `${pair} nay nối với hệ số khác`;
        }
      }
      return undefined;
    },
  };
}

function orderCheck({ profiles }: IssuanceInput): InvoiceCheck {
  const last = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  return {
    code: 'DRAFT_BEFORE_LAST_ISSUED',
    severity: 'block',
    noun: 'có ngày trước hóa đơn cuối đã lập của ký hiệu',
    remedy: REDATED,
    why: ({ profile, date }) => {
      const terms = last.get(profile);
      if (terms?.lastIssuedDate === undefined || date >= terms.lastIssuedDate) return undefined;
      return `ngày ${formatDay(date)}, hóa đơn cuối ${formatDay(terms.lastIssuedDate)}${lastIssuedSource(terms)}`;
    },
  };
}

/** A draft keeps its date only while that is the one it would get today, or today itself: nothing is dated back. */
function dateCheck(input: IssuanceInput): InvoiceCheck {
  const {
    profiles,
    period: { issueDay },
  } = input;
  const dateOf = dateFinder(input);
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  return {
    code: 'DRAFT_DATE_OUTDATED',
    severity: 'block',
    noun: 'mang ngày không còn đúng với ngày lập',
    remedy: REDATED,
    why: (invoice) => {
      const { profile, date } = invoice;
      const terms = termsOf.get(profile);
      const sale = lawfulDayOfInvoice(invoice, input);
      if (!terms || isAhead(issueDay, sale.day)) return undefined;
      // That has a finding of its own, and means more than a day that has passed.
      if (terms.lastIssuedDate !== undefined && date < terms.lastIssuedDate) return undefined;
      const lawful = dateOf(terms, sale).date;
      // The day on which it is really made is never wrong to write.
      return date === lawful || date === issueDay
        ? undefined
        : `ngày ${formatDay(date)}, lập hôm nay phải là ${formatDay(lawful)}`;
    },
  };
}

/** Facts of the lines that are known since the draft was made: it must not be dated before them, nor join days (T7). */
const dayCheck = ({ lines, invoiceRules }: IssuanceInput): InvoiceCheck => ({
  code: 'DRAFT_LAWFUL_DAY',
  severity: 'block',
  noun: 'không còn đúng ngày theo luật của dòng',
  remedy: AGAIN,
  why: (invoice) => {
    const days = lawfulDaysIn(invoice, lines, invoiceRules);
    const [first] = days;
    const waits = days.find((one) => one.waits !== undefined)?.waits;
    if (waits !== undefined) return waits;
    if (days.length > 1)
      return `các dòng có ngày theo luật khác nhau (${days.map(({ day }) => formatDay(day)).join(', ')})`;
    return first && first.because !== 'document' && invoice.date < first.day
      ? `ngày ${formatDay(invoice.date)} ở trước ngày theo luật ${formatDay(first.day)}`
      : undefined;
  },
});

function buyerCheck({ bravoPartners }: IssuanceInput): InvoiceCheck {
  const asking = new Set(bravoPartners.flatMap(({ code, requirement }) => (requirement === 'required' ? code : [])));
  return {
    code: 'DRAFT_BUYER_ASKS_FOR_DETAILS',
    severity: 'warn',
    noun: 'ghi người mua không lấy hóa đơn, mà nay khách cần hóa đơn',
    remedy: AGAIN,
    why: ({ buyer }) =>
      buyer.source === 'consumer' && buyer.realName === undefined && asking.has(buyer.bravoPartnerCode)
        ? `khách «${buyer.bravoPartnerCode}»`
        : undefined,
  };
}

/** A catalogue that was put right since the draft was made: it must not leave with a wrong number of its buyer, nor should it with a wrong name. */
function changedBuyerChecks(input: IssuanceInput): InvoiceCheck[] {
  let today: BuyerToday | undefined;
  const differing =
    (differenceOf: typeof numberDifference): InvoiceCheck['why'] =>
    (invoice) => {
      today ??= buyersToday(input);
      const now = today(invoice);
      const difference = now && differenceOf(invoice.buyer, now);
      return difference && `khách «${invoice.buyer.customerCode}», hóa đơn ${difference}`;
    };
  const remedy = `${AGAIN} Hóa đơn đã đổi người mua thì đổi lại đúng khách ấy.`;
  return [
    {
      code: 'DRAFT_BUYER_TAX_CODE',
      severity: 'block',
      noun: 'ghi mã số thuế, số định danh của người mua khác với danh mục nay',
      remedy,
      why: differing(numberDifference),
    },
    {
      code: 'DRAFT_BUYER_NAME',
      severity: 'warn',
      noun: 'ghi tên, địa chỉ người mua khác với danh mục nay',
      remedy,
      why: differing(nameDifference),
    },
  ];
}
