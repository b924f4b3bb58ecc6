import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { connectionsByItem } from '../ledger/connection-choice.ts';
import { exclusionFinder } from '../ledger/exclude.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { IssuanceInput } from '../types.ts';

/**
 * An upper bound of the sales that a generation would not invoice now: those of customers without an invoice
 * requirement, and of items without a connection. A plan says the same as shortages, less the part that AMIS has issued
 * already; this is for the time before it.
 */
export function saleFindings(input: IssuanceInput): Finding[] {
  const requirements = new Map(input.bravoPartners.map(({ code, requirement }) => [code, requirement]));
  const connections = connectionsByItem(input.profiles);
  const items = new Set(input.bravoItems.map(({ code }) => code));
  const isExcluded = exclusionFinder(input);
  const unset = nothing();
  const unconnected = nothing();
  for (const line of input.lines) {
    const issuers = input.period.issuers[line.branchCode] ?? [];
    if (issuers.length === 0 || isExcluded(line)) continue;
    if ((requirements.get(line.partnerCode) ?? 'unset') === 'unset') hold(unset, line, line.partnerCode);
    else if (
      line.kind !== 'discount' &&
      !connections.get(line.itemCode)?.some(({ profile }) => issuers.includes(profile))
    )
      hold(unconnected, line, line.itemCode);
  }
  return [
    ...finding('INVOICE_REQUIREMENT_UNSET', unset, 'khách chưa xác định lấy hay không lấy hóa đơn').map((one) =>
      withUnlisted(one, requirements, PARTNERS),
    ),
    ...finding('ITEM_NOT_CONNECTED', unconnected, 'mặt hàng chưa nối với mã hàng nào của hồ sơ được xuất').map((one) =>
      items.size > 0 ? withUnlisted(one, items, ITEMS) : one,
    ),
  ];
}

/** Lines that one obstacle holds up, and the records that would have to be mended. */
type Held = { readonly records: Map<string, { amount: number; lines: number }>; lines: number; amount: number };
const nothing = (): Held => ({ records: new Map(), lines: 0, amount: 0 });

function hold(held: Held, line: SalesLine, record: string): void {
  const amount = netAmountOf(line);
  const own = held.records.get(record) ?? { amount: 0, lines: 0 };
  held.records.set(record, { amount: own.amount + amount, lines: own.lines + 1 });
  held.lines += 1;
  held.amount += amount;
}

function finding(
  code: 'INVOICE_REQUIREMENT_UNSET' | 'ITEM_NOT_CONNECTED',
  { records, lines, amount }: Held,
  what: string,
): Finding[] {
  if (lines === 0) return [];
  const figures = `${formatVnd(lines)} dòng, ${formatVnd(amount)} đồng`;
  return [
    {
      code,
      severity: 'warn',
      message: `${formatVnd(records.size)} ${what}: sinh bây giờ thì tối đa ${figures} không xuất được.`,
      remedy: REMEDIES[code],
      count: records.size,
      about: [...records].map(([id, own]) => ({
        ...{ kind: code === 'ITEM_NOT_CONNECTED' ? 'item' : 'partner', id, amount: own.amount },
        detail: `${formatVnd(own.lines)} dòng bán.`,
      })),
    },
  ];
}

type Listed = { readonly noun: string; readonly list: string; readonly act: string };
const PARTNERS: Listed = { noun: 'khách', list: 'đối tượng', act: 'đánh dấu' };
const ITEMS: Listed = { noun: 'mặt hàng', list: 'vật tư', act: 'nối mã' };

/** People mark and connect what Bravo's lists have: records that these lack are counted beside it, with the way to get them. */
function withUnlisted(found: Finding, known: { has(id: string): boolean }, { noun, list, act }: Listed): Finding {
  const about = (found.about ?? []).map((one) =>
    known.has(one.id) ? one : { ...one, detail: `${one.detail} Không có trong danh mục ${list} Bravo.` },
  );
  const unlisted = about.filter((one) => !known.has(one.id));
  if (unlisted.length === 0) return found;
  const example = `«${unlisted[0]!.id}»${unlisted.length > 1 ? ', …' : ''}`;
  return {
    ...found,
    about,
    message: `${found.message} Trong đó ${formatVnd(unlisted.length)} ${noun} không có trong danh mục ${list} Bravo (${example}).`,
    remedy: `${found.remedy} Mã ngoài danh mục thì chưa ${act} được: đồng bộ toàn bộ ${list} từ Bravo, hoặc tải danh mục ${list} lên, rồi ${act}.`,
  };
}
