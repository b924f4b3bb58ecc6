import { at, textOf, type XmlElement } from './element.ts';
import { Findings } from './findings.ts';
import { invoiceKeyOf, readIdentity } from './identity.ts';
import { unknownElementsIn } from './known-elements.ts';
import { readLines } from './lines.ts';
import { readLookup, readTokens } from './lookup.ts';
import { readBuyer, readSeller } from './parties.ts';
import { readRelated } from './related.ts';
import type { InvoiceIdentity, TaxInvoice } from './tax-invoice.ts';
import { readRates, readTotals } from './totals.ts';
import { currencyOf, exchangeRateOf } from './values/currency.ts';
import { readTaxDay } from './values/dates.ts';
import type { Decimal, Units } from './values/decimal.ts';
import { isAmountInWords } from './values/in-words.ts';
import { numberOf } from './values/numbers.ts';

/** The parts of one HDon. */
export type InvoiceElements = {
  /** DLHDon, from the very bytes that were digested where a signature is intact. */
  readonly data: XmlElement;
  /** HDon, for what lies outside DLHDon. */
  readonly whole: XmlElement;
  /** Id of DLHDon. */
  readonly dataId: string | null;
};

const VERSIONS = new Set(['2.0.0', '2.0.1', '2.1.0']);
const ONE_DONG: Units = { units: 1n, places: 0 };
const ONE_HUNDREDTH: Units = { units: 1n, places: 2 };

/**
 * The invoice that the elements of an XML say. Throws a Problem with a code of TAX_REFUSALS when it has no identity, a number that
 * cannot be read, or a value twice; all else is a finding.
 */
export function readTaxInvoice({ data, whole, dataId }: InvoiceElements): TaxInvoice {
  const findings = new Findings();
  const identity = readIdentity(data);
  const [common, content] = [at(data, 'TTChung'), at(data, 'NDHDon')];
  const currency = currencyOf(textOf(common, 'DVTTe'));
  const exchangeRate = readExchangeRate(common, currency, findings);
  const unit = currency === 'VND' ? ONE_DONG : ONE_HUNDREDTH;
  const lines = readLines(content, unit, findings);
  const rates = readRates(content, findings);
  const totals = readTotals(content, { lines, rates, money: { exchangeRate, unit } }, findings);
  tellWords(totals, currency, findings);
  const date = readDate(common, findings);
  tellIdentity(identity, date, findings);
  const authorityCode = readAuthorityCode(data, whole, findings);
  if (authorityCode === null && identity.symbol.startsWith('C'))
    findings.add(
      'CODE_ABSENT',
      `Ký hiệu ${identity.symbol} là hóa đơn có mã, nhưng tệp không ghi mã của cơ quan thuế.`,
    );
  const unknownElements = unknownElementsIn(data);
  if (unknownElements > 0)
    findings.add(
      'UNKNOWN_ELEMENTS',
      `Tệp có ${unknownElements} mục mà Khớp chưa biết; chúng được giữ nguyên trong tệp.`,
    );
  const version = textOf(common, 'PBan');
  if (version === null || !VERSIONS.has(version))
    findings.add('UNKNOWN_VERSION', `Phiên bản định dạng «${version ?? ''}» lạ với Khớp; tệp vẫn được đọc.`);
  return {
    identity,
    key: invoiceKeyOf(identity),
    version,
    title: textOf(common, 'THDon'),
    date,
    currency,
    exchangeRate,
    paymentMethod: textOf(common, 'HTTToan'),
    providerTaxCode: textOf(common, 'MSTTCGP'),
    dossier: textOf(common, 'MHSo'),
    dataId,
    seller: readSeller(at(content, 'NBan'), findings),
    buyer: readBuyer(at(content, 'NMua'), findings),
    lines,
    rates,
    totals,
    related: readRelated(common, identity.sellerTaxCode, findings),
    authorityCode,
    lookup: readLookup(data, whole),
    tokens: readTokens(data, whole),
    qr: textOf(whole, 'DLQRCode') ?? textOf(data, 'DLQRCode'),
    unknownElements,
    findings: findings.list(),
  };
}

/** TGia; the format asks for none with VND, and many write 1. */
function readExchangeRate(common: XmlElement | undefined, currency: string, findings: Findings): Decimal | null {
  const said = numberOf(common, 'TGia', findings);
  const rate = exchangeRateOf(currency, said);
  if (rate === null)
    findings.add(
      'EXCHANGE_RATE_MISSING',
      said === null
        ? `Hóa đơn ghi bằng ${currency} mà không có tỷ giá: không đổi ra đồng được.`
        : `Hóa đơn ghi bằng ${currency} với tỷ giá ${said}, không phải tỷ giá thật: không đổi ra đồng được. Hãy hỏi người bán.`,
    );
  return rate;
}

function readDate(common: XmlElement | undefined, findings: Findings) {
  const text = textOf(common, 'NLap');
  const read = text === null ? undefined : readTaxDay(text);
  if (!read)
    findings.add(
      'DATE_UNREADABLE',
      `Ngày lập «${text ?? ''}» không phải một ngày. Hãy xem hóa đơn gốc và ghi ngày bằng tay.`,
    );
  else if (read.isOdd) findings.add('DATE_FORM', `Ngày lập ghi «${text}»; đọc là ${read.day}.`);
  return read?.day ?? null;
}

/** C or K, the year, the kind, two letters. Source: TT 91/2026 Phụ lục I, and what came before it. */
const SYMBOL = /^[CK](\d{2})[TDLMNBGHXF][A-Z]{2}$/;

function tellIdentity({ form, symbol, number }: InvoiceIdentity, date: string | null, findings: Findings): void {
  if (number === null)
    findings.add('NUMBER_MISSING', 'Hóa đơn chưa có số: là bản nháp, được để riêng cho đến khi có bản đã phát hành.');
  const match = SYMBOL.exec(symbol);
  if (!match || !/^[1-9]$/.test(form))
    findings.add('SYMBOL_FORM', `Mẫu số «${form}», ký hiệu «${symbol}» không đúng dạng. Hãy so với hóa đơn gốc.`);
  else if (date !== null && match[1] !== date.slice(2, 4))
    findings.add(
      'SYMBOL_YEAR',
      `Ký hiệu ${symbol} là của năm 20${match[1]}, còn ngày lập là ${date}. Hãy hỏi người bán.`,
    );
}

/** MCCQT lies beside DLHDon; some builders put it elsewhere. */
function readAuthorityCode(data: XmlElement, whole: XmlElement, findings: Findings): string | null {
  const inPlace = textOf(whole, 'MCCQT');
  if (inPlace !== null) return inPlace;
  const elsewhere = textOf(at(data, 'TTChung'), 'MCCQT') ?? textOf(data, 'MCCQT');
  if (elsewhere !== null)
    findings.add('CODE_PLACE', 'Mã của cơ quan thuế nằm trong dữ liệu hóa đơn thay vì bên cạnh; vẫn được đọc.');
  return elsewhere;
}

function tellWords(totals: TaxInvoice['totals'], currency: string, findings: Findings): void {
  const { total, inWords } = totals;
  if (currency !== 'VND' || total === null || inWords === null || !/^\d{1,15}$/.test(total)) return;
  if (!isAmountInWords(inWords, Number(total)))
    findings.add(
      'AMOUNT_IN_WORDS',
      `Số tiền bằng chữ «${inWords}» khác số ${total}. Người bán phải báo sai sót cho cơ quan thuế.`,
    );
}
