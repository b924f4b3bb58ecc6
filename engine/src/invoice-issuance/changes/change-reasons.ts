import { documentKeyOf, netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import { formatFactor, formatQuantity, type Quantity } from '../../quantity.ts';
import { type BasisFinder, basisFinder } from '../bases/in-force.ts';
import { isConsolidated } from '../rules/consolidation.ts';
import { isOwn, lawfulDayOf } from '../rules/lawful-day.ts';
import { REASON_NAMES } from '../shortages/reason-names.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { CHANGE_CODES, type ChangeCode, type ChangeReason } from './change-codes.ts';
import { ledgerOf, type PlanLedger } from './plan-ledger.ts';

type Before = Pick<IssuancePlan, 'invoices' | 'shortages' | 'alreadyInvoiced' | 'netted' | 'excluded' | 'lots'>;
/** Reasons that one invoice shows; more would not be read. */
const MOST = 5;

/**
 * Gives the reasons why a regeneration changes or removes an invoice: the differences in its lines, its stock, its
 * connections, its buyer, or which invoice took its goods. The plan before is all that is known of the data before:
 * every line's figures are the sum of the places where that plan put them.
 */
export function changeExplainer(
  input: IssuanceInput,
  before: Before,
  after: Before,
): (was: PlannedInvoice, is: PlannedInvoice | undefined) => readonly ChangeReason[] {
  const [old, now] = [ledgerOf(before), ledgerOf(after)];
  const ctx: Context = {
    input,
    old,
    now,
    lines: new Map(input.lines.map((line) => [line.id, line])),
    books: new Map(input.profiles.map((books) => [books.terms.code, books])),
    basisOf: basisFinder(input.period),
    required: new Set(input.bravoPartners.filter((one) => one.requirement === 'required').map((one) => one.code)),
  };
  return (was, is) => {
    const found = new Map<string, ChangeReason>();
    const say: Say = (code, message, record = '') => {
      found.set(`${code} ${record}`, { code, message, record });
    };
    for (const item of was.items)
      for (const allocation of item.allocations) explainLine(ctx, was, item.product, allocation, say);
    if (is) explainHead(ctx, was, is, say);
    explainGoods(ctx, was, is, say);
    if (found.size === 0) {
      const follows = was.items.some((item) => item.allocations.some(({ lot }) => lot === null));
      if (follows) say('FOLLOWED', 'Dịch vụ hoặc chiết khấu đi theo hàng của chứng từ', was.bravoDocument);
      else
        say('DOCUMENT_CHANGED', `Phần còn lại của chứng từ «${was.bravoDocument}» được chia khác`, was.bravoDocument);
    }
    const rank = (code: ChangeCode): number => CHANGE_CODES.indexOf(code);
    return [...found.values()].sort((a, b) => rank(a.code) - rank(b.code)).slice(0, MOST);
  };
}

type Say = (code: ChangeCode, message: string, record?: string) => void;
type Context = {
  readonly input: IssuanceInput;
  readonly old: PlanLedger;
  readonly now: PlanLedger;
  readonly lines: ReadonlyMap<string, SalesLine>;
  readonly books: ReadonlyMap<string, IssuanceInput['profiles'][number]>;
  readonly required: ReadonlySet<string>;
  readonly basisOf: BasisFinder;
};
type Allocation = PlannedInvoice['items'][number]['allocations'][number];

/** The fate of a line of the invoice in the ledger, and of its way to this profile. */
function explainLine(ctx: Context, was: PlannedInvoice, product: string, part: Allocation, say: Say): void {
  const { old, now } = ctx;
  const line = ctx.lines.get(part.line);
  if (!line) {
    say('SALES_CHANGED', `Dòng bán «${part.line}» không còn trên sổ Bravo`, was.bravoDocument);
    return;
  }
  const document = documentKeyOf(line);
  const out = now.excluded.get(line.id);
  if (out !== undefined && !old.excluded.has(line.id)) {
    say('EXCLUDED', `Chứng từ «${document}» có dòng được loại khỏi kỳ${out ? `: ${out}` : ''}`, document);
    return;
  }
  explainFigures(ctx, was, line, say);
  const voucher = now.already.get(line.id);
  if (voucher && voucher.baseQuantity > (old.already.get(line.id)?.baseQuantity ?? 0n))
    say('ALREADY_INVOICED', `AMIS đã xuất hàng này ở chứng từ «${voucher.voucherNumber}»`, voucher.voucherNumber);
  if ((now.returned.get(line.id) ?? 0n) > (old.returned.get(line.id) ?? 0n))
    say('RETURNED', `Hàng của chứng từ «${document}» bị trả lại nhiều hơn trước`, document);
  explainIssuer(ctx, was.profile, line, say);
  if (part.lot !== null) explainConnection(ctx, { ...part, profile: was.profile, product }, line, say);
  const refusal = now.refused.get(line.id);
  if (refusal && !old.refused.has(line.id))
    say('RULE_CHANGED', `${REASON_NAMES[refusal.reason]}: ${refusal.message}`, document);
}

/** A profile that may not invoice the line's branch any more: not declared for it, or without a basis on its day. */
function explainIssuer({ input, books, basisOf }: Context, profile: string, line: SalesLine, say: Say): void {
  const { branchCode, docDate } = line;
  if (!(input.period.issuers[branchCode] ?? []).includes(profile)) {
    say('ISSUER_CHANGED', `Hồ sơ «${profile}» không còn được xuất cho chi nhánh «${branchCode}»`, branchCode);
    return;
  }
  const terms = books.get(profile)?.terms;
  const answer = terms && basisOf(branchCode, terms, docDate);
  if (answer && 'why' in answer) say('ISSUER_CHANGED', `Hồ sơ không được lập: ${answer.why}`, branchCode);
}

/** The line's own figures, day, document and partner against those that the plan before was made from. */
function explainFigures({ input, old }: Context, was: PlannedInvoice, line: SalesLine, say: Say): void {
  const known = old.figures.get(line.id);
  const document = documentKeyOf(line);
  const [amount, quantity] = [netAmountOf(line), line.kind === 'discount' ? 0n : line.baseQuantity];
  if (known && line.kind !== 'discount' && known.quantity !== quantity)
    say(
      'SALES_CHANGED',
      `Số lượng trên sổ của «${document}» đổi từ ${formatQuantity(known.quantity)} thành ${formatQuantity(quantity)}`,
      document,
    );
  else if (known && known.amount !== amount)
    say(
      'SALES_CHANGED',
      `Tiền trên sổ của «${document}» đổi từ ${formatVnd(known.amount)} thành ${formatVnd(amount)}`,
      document,
    );
  const isSame = was.bravoDocument === document;
  if (isSame && line.partnerCode !== was.buyer.bravoPartnerCode)
    say('SALES_CHANGED', `Khách trên sổ của «${document}» đổi thành «${line.partnerCode}»`, document);
  if (hasMoved(was, line, input))
    say('SALES_CHANGED', `Ngày trên sổ của «${document}» đổi thành ${formatDay(line.docDate)}`, document);
  const isOneDay =
    was.bravoDocument.endsWith(`/${was.documentDate}`) && was.bravoDocument.startsWith(`${line.branchCode}/`);
  if (!isSame && !isOneDay && !isConsolidated(was))
    say('SALES_CHANGED', `Dòng bán «${line.id}» chuyển sang chứng từ «${document}»`, document);
}

/** A discount is where its goods are, and an invoice of a lawful day or of gifts may have lines of several days. */
const hasMoved = (was: PlannedInvoice, line: SalesLine, { invoiceRules }: IssuanceInput): boolean =>
  line.docDate !== was.documentDate &&
  line.kind !== 'discount' &&
  !isConsolidated(was) &&
  !isOwn(line, lawfulDayOf(line, invoiceRules));

type Drawn = Allocation & { readonly profile: string; readonly product: string };

function explainConnection(
  { books }: Context,
  { profile, product, quantity, baseQuantity }: Drawn,
  line: SalesLine,
  say: Say,
): void {
  const connection = books
    .get(profile)
    ?.productConnections.find((one) => one.product === product && one.item === line.itemCode);
  const record = `${line.itemCode} → ${product}`;
  if (!connection)
    say('CONNECTION_CHANGED', `Vật tư Bravo «${line.itemCode}» không còn nối với mã hàng «${product}»`, record);
  else if (!connection.factor) say('CONNECTION_CHANGED', `Kết nối «${record}» không còn hệ số`, record);
  else {
    const { numerator: n, denominator: d } = connection.factor;
    const gap = quantity * d - baseQuantity * n;
    if ((gap < 0n ? -gap : gap) > 4n * (n + d))
      say('CONNECTION_CHANGED', `Hệ số của kết nối «${record}» đổi thành ${formatFactor(connection.factor)}`, record);
  }
}

/** Buyer, dates, and the words of the goods. */
function explainHead({ required }: Context, was: PlannedInvoice, is: PlannedInvoice, say: Say): void {
  const text = ({ buyer }: PlannedInvoice): string =>
    JSON.stringify([
      buyer.customerCode,
      buyer.name,
      buyer.address,
      buyer.taxCode,
      buyer.phone,
      buyer.email,
      buyer.identity,
      buyer.realName,
    ]);
  if (text(was) !== text(is)) {
    const code = is.buyer.customerCode || is.buyer.bravoPartnerCode;
    // A person who asks and may not be named is a consumer without having taken anything back.
    const asks = ({ buyer }: PlannedInvoice): boolean => buyer.source !== 'consumer' || buyer.realName !== undefined;
    const turned = asks(was) !== asks(is);
    const how = required.has(is.buyer.bravoPartnerCode) ? 'nay lấy hóa đơn' : 'nay không lấy hóa đơn';
    say(
      'CUSTOMER_CHANGED',
      turned ? `Khách «${is.buyer.bravoPartnerCode}» ${how}` : `Thông tin khách hàng «${code}» thay đổi`,
      code,
    );
  }
  if (was.date !== is.date)
    say('RULE_CHANGED', `Ngày hóa đơn đổi từ ${formatDay(was.date)} thành ${formatDay(is.date)}`, was.profile);
  for (const item of was.items) {
    const same = is.items.find((one) => one.product === item.product && one.kind === item.kind);
    if (same && (same.name !== item.name || same.unit !== item.unit || same.vatRate !== item.vatRate))
      say('PRODUCT_CHANGED', `Mã hàng «${item.product}» đổi tên, đơn vị tính hoặc thuế suất`, item.product);
  }
}

/** Goods that the invoice draws no longer, or newly: a change of their stock, or the invoice that has them now. */
function explainGoods(ctx: Context, was: PlannedInvoice, is: PlannedInvoice | undefined, say: Say): void {
  const { old, now } = ctx;
  const mine = new Set(was.items.flatMap((item) => item.allocations.map(({ line }) => line)));
  for (const line of is?.items.flatMap((item) => item.allocations.map((one) => one.line)) ?? []) mine.add(line);
  const isExplained = (line: string): boolean => !ctx.lines.has(line) || now.excluded.has(line);
  for (const line of mine) {
    if (isExplained(line)) continue;
    for (const lot of new Set([...(old.lotsOf.get(line) ?? []), ...(now.lotsOf.get(line) ?? [])])) {
      const [drew, draws] = [old.drawn(lot, line), now.drawn(lot, line)];
      if (draws < drew) explainLoss(ctx, lot, line, mine, say);
      if (draws > drew) explainGain(ctx, lot, line, mine, say);
    }
  }
}

const servedOf = (ledger: PlanLedger, line: string): Quantity => ledger.served.get(line) ?? 0n;

function explainLoss(ctx: Context, lot: string, line: string, mine: ReadonlySet<string>, say: Say): void {
  const { old, now, required } = ctx;
  const [before, after] = [old.lots.get(lot), now.lots.get(lot)];
  if (before && (after?.quantity ?? 0n) < before.quantity) {
    const left = after ? `còn ${formatQuantity(after.quantity)}` : 'không còn';
    say(
      'STOCK_DECREASED',
      `Tồn của mã hàng «${before.product}» ở kho «${before.warehouse}» ${left} (trước ${formatQuantity(before.quantity)})`,
      before.product,
    );
    return;
  }
  const taker = biggest(now, old, lot, mine);
  if (taker === undefined) return;
  const other = ctx.lines.get(taker);
  const document = now.documentOf.get(taker) ?? taker;
  if (servedOf(now, line) >= servedOf(old, line))
    say('MADE_ROOM', `Đổi lô hàng để chứng từ «${document}» được cấp`, document);
  else if (other && required.has(other.partnerCode) && !required.has(ctx.lines.get(line)!.partnerCode))
    say('YIELDED_TO_REQUIRED', `Nhường hàng cho chứng từ «${document}»: khách yêu cầu hóa đơn`, document);
  else say('YIELDED_TO_VALUE', `Nhường hàng cho chứng từ «${document}»: tổng tiền cấp được lớn hơn`, document);
}

function explainGain(ctx: Context, lot: string, line: string, mine: ReadonlySet<string>, say: Say): void {
  const { old, now } = ctx;
  if (servedOf(now, line) <= servedOf(old, line)) return;
  const [before, after] = [old.lots.get(lot), now.lots.get(lot)];
  if (after && after.quantity > (before?.quantity ?? 0n)) {
    say('STOCK_INCREASED', `Mã hàng «${after.product}» có thêm tồn ở kho «${after.warehouse}»`, after.product);
    return;
  }
  const giver = biggest(old, now, lot, mine);
  const document = giver === undefined ? '' : (old.documentOf.get(giver) ?? '');
  say(
    'STOCK_INCREASED',
    document ? `Được cấp hàng mà chứng từ «${document}» không dùng nữa` : 'Được cấp thêm hàng',
    document,
  );
}

/** The line that draws the most more from the lot in one plan than in the other. */
function biggest(more: PlanLedger, less: PlanLedger, lot: string, except: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  let most = 0n;
  for (const [line, quantity] of more.drawsOf.get(lot) ?? []) {
    const gain = quantity - less.drawn(lot, line);
    if (gain > most && !except.has(line)) [found, most] = [line, gain];
  }
  return found;
}
