import { describe, expect, it } from 'vitest';
import { COMMON, invoiceOf, lineOf } from '../../tax-invoices/element-fixture.ts';
import { tokensIn } from '../../tax-invoices/lookup.ts';

const free = (value: string): string =>
  `<TTKhac><TTin><TTruong>Ghi chú</TTruong><DLieu>${value}</DLieu></TTin></TTKhac>`;

describe('the tokens of a tax invoice', () => {
  it('are whole runs of letters and digits with the signs that join them, in upper case', () => {
    expect(tokensIn('Theo chứng từ bh202610-00001, kho K1.')).toEqual(['BH202610-00001', 'K1']);
    expect(tokensIn('AP/CN01/HD/HD0000001/KH.0008/1')).toEqual(['AP/CN01/HD/HD0000001/KH.0008/1']);
    expect(tokensIn('BH202610-00001/2; (BH3)')).toEqual(['BH202610-00001/2', 'BH3']);
    expect(tokensIn('DH1—BH2')).toEqual(['DH1', 'BH2']);
  });

  it('are none of digits alone, which may be personal, nor of letters alone', () => {
    expect(tokensIn('001099000011 số 12 ABC')).toEqual([]);
  });

  it('come from the buyer’s code, free fields, remarks on related invoices, and codes and names of lines', () => {
    const { tokens } = invoiceOf({
      common: `${COMMON}${free('C1')}<TTHDLQuan><TCHDon>1</TCHDon><GChu>thay C2</GChu></TTHDLQuan>`,
      // Twice, which refuses nothing.
      buyer: `<MST>0314409058</MST><MKHang>C3</MKHang>${free('C4')}${free('C9')}`,
      lines: lineOf(1, '5', '10%', `<MHHDVu>C5</MHHDVu>${free('C6')}`) + lineOf(4, '0').replace('Hàng', 'ghi C7'),
      around: free('C8'),
    });
    expect(tokens.toSorted()).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9']);
  });

  it('leave a passport’s number out, wherever it is repeated', () => {
    const buyer = `<MST>0314409058</MST><SHChieu>B1234567</SHChieu>${free('hộ chiếu b1234567, BH9')}`;
    expect(invoiceOf({ buyer }).tokens).toEqual(['BH9']);
  });
});
