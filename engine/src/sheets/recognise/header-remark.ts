/** A remark behind a header: "Số lượng (thùng)". */
const REMARK = /\s*\(([^()]*)\)$/;

/** Currencies of a pattern, folded. */
export const OTHER_CURRENCY = 'usd|eur|jpy|cny|rmb|gbp|aud|sgd|thb|krw|hkd|twd';
/** Money that is not đồng, or not in single ones. */
const OF_OTHER_MONEY = new RegExp(
  String.raw`[$€¥£]|\b(?:${OTHER_CURRENCY}|nt|nguyen te|ngoai te|nghin|ngan|trieu|ty dong|1[., ]?000)\b`,
);
/** With the tax in it, as «gồm VAT», «đã có thuế», «sau thuế»; «chưa gồm VAT» is what a ledger means without a remark. */
const WITH_TAX = /(?:\b(?:gom|co|ca|kem|cong|sau|trong)\b|\+).*\b(?:vat|thue|gtgt)\b/;
const WITHOUT_TAX = /\b(?:chua|khong|truoc)\b/;
/** A part of the figure only. */
const OF_A_PART = /\b(?:tra lai|khuyen mai|km)\b/;

/** A folded header without the remark behind it, whatever that says. */
export const bareHeader = (folded: string): string => folded.replace(REMARK, '');

/**
 * A folded header without the remark behind it; undefined without a remark, or where the remark makes it another figure: «Thành tiền (USD)» and
 * «Thành tiền (gồm VAT)» are no «Thành tiền».
 */
export function withoutRemark(folded: string): string | undefined {
  const remark = REMARK.exec(folded)?.[1];
  if (remark === undefined) return undefined;
  if (OF_OTHER_MONEY.test(remark) || OF_A_PART.test(remark)) return undefined;
  if (WITH_TAX.test(remark) && !WITHOUT_TAX.test(remark)) return undefined;
  return bareHeader(folded);
}

/** «Thành tiền chưa thuế», «Tiền trước VAT», «Chưa thuế»: what is said before it may be nothing. */
const BEFORE_TAX = /^(.*?)[\s(-]*\b(?:chua|truoc|khong)(?: co| gom| bao gom| tinh)? (?:thue|vat|gtgt)(?: gtgt)?\)?$/;
/** Money of no other name; of a total too, for what a total has more than an amount is the tax. */
const ANY_MONEY = /^(?:(?:tong )?(?:tien|so tien|gia tri|cong)?|tong)$/;

/**
 * The folded name of an amount whose header says that it is without the tax: beside such a column «Thành tiền» is with it.
 * Undefined for other headers.
 */
export function nameBeforeTax(folded: string): string | undefined {
  const name = BEFORE_TAX.exec(folded)?.[1];
  return name !== undefined && ANY_MONEY.test(name) ? 'thanh tien' : name;
}
