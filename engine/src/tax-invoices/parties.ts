import { isBudgetCode } from '../personal-id.ts';
import { readTaxCode } from '../tax-code.ts';
import { textOf, type XmlElement } from './element.ts';
import type { Findings } from './findings.ts';
import type { TaxParty } from './tax-invoice.ts';

export function readSeller(element: XmlElement | undefined, findings: Findings): TaxParty {
  return { ...partyOf(element, findings, 'SELLER_TAX_CODE'), code: textOf(element, 'MCHang') };
}

export function readBuyer(element: XmlElement | undefined, findings: Findings): TaxParty {
  const [citizenId, passport] = [textOf(element, 'CCCDan'), textOf(element, 'SHChieu')];
  return {
    ...partyOf(element, findings, 'BUYER_TAX_CODE'),
    code: textOf(element, 'MKHang'),
    person: textOf(element, 'HVTNMHang'),
    budgetCode: textOf(element, 'MDVQHNSach'),
    personal: citizenId === null && passport === null ? null : { citizenId, passport },
  };
}

function partyOf(
  element: XmlElement | undefined,
  findings: Findings,
  code: 'SELLER_TAX_CODE' | 'BUYER_TAX_CODE',
): TaxParty {
  const text = (name: string): string | null => textOf(element, name);
  const written = text('MST');
  const { code: taxCode, check, kind } = readTaxCode(written);
  const side = code === 'SELLER_TAX_CODE' ? 'người bán' : 'người mua';
  // Some builders write the code of a unit of the budget in the place of the tax code.
  if (check === 'bad_format' && !isBudgetCode(taxCode))
    findings.add(code, `Mã số thuế ${side} «${written}» không đúng dạng. Hãy so với hóa đơn gốc.`);
  // A personal number has no check digit.
  const wrong = kind === 'person' ? 'không phải số định danh cá nhân' : 'sai chữ số kiểm tra';
  if (check === 'bad_checksum')
    findings.add(code, `Mã số thuế ${side} «${written}» ${wrong}. Hãy tra mã ấy ở trang của cơ quan thuế.`);
  return {
    name: text('Ten'),
    taxCode: written === null ? null : taxCode,
    address: text('DChi'),
    code: null,
    person: null,
    budgetCode: null,
    email: text('DCTDTu'),
    phone: text('SDThoai'),
    bankAccount: text('STKNHang'),
    bankName: text('TNHang'),
    personal: null,
  };
}
