import { expect, test } from 'vitest';
import type { IssuingBasis } from '../bases/issuing-basis.ts';
import { agency, CONTRACT, file, filesOf, textOf } from './agency/agency-fixture.ts';

const delegation: IssuingBasis = {
  ...{ ...CONTRACT, kind: 'delegation' },
  delegation: { sellerAcceptedOn: '2026-08-20', makerAcceptedOn: '2026-08-20', publishedAt: 'web' },
};

test('invoices of a delegation name both parties in the voucher and in the reconciliation, those of own goods nothing', () => {
  expect(textOf(file(delegation, 'A/BanHang.xlsx')![0]!)).toContain(
    'Bán hàng theo chứng từ Bravo HN/HD/D1; ủy nhiệm lập hóa đơn, hợp đồng số 7/DL ngày 15/08/2026; bên nhận ủy nhiệm Công ty Chủ, MST 0314409058',
  );
  const sheet = file(delegation, 'DoiChieu.xlsx')!.find(({ name }) => name === 'Hóa đơn theo hợp đồng')!;
  expect(textOf(sheet)).toContain('"Công ty A","0101243150","Hà Nội","Công ty Chủ","0314409058","Huế"');
  const { kind: _, delegation: __, ...own } = delegation;
  const files = filesOf({ branch: own.branch, profile: own.profile, fromDate: own.fromDate, kind: 'own' });
  expect(textOf(files.find(({ path }) => path === 'A/BanHang.xlsx')!.sheets[0]!)).not.toContain('ủy nhiệm');
  expect(files.at(-1)!.sheets.some(({ name }) => /hợp đồng|Căn cứ/.test(name))).toBe(false);
});

test('the reconciliation says of a delegation what its agreement says, both parties, the contract’s file and what is missing', () => {
  const told: IssuingBasis = {
    ...{ ...delegation, contractFile: { fileName: 'hop-dong.pdf', sha256: 'ab'.repeat(32) }, toDate: '2026-12-31' },
    delegation: {
      ...delegation.delegation,
      ...{ invoiceForm: 1, symbols: ['C26TYY'], purpose: 'Bán tại siêu thị', paidTo: 'maker' },
      ...{ sellerCertificate: '5404AA', makerCertificate: '' },
    },
  };
  const sheets = file(told, 'DoiChieu.xlsx')!;
  const basis = sheets.find(({ name }) => name === 'Căn cứ lập hóa đơn')!;
  const [header, row] = textOf(basis).split('"HN","A"');
  expect(header).toMatch(/"Chứng thư số bên ủy nhiệm".*"Loại hóa đơn".*"Bên nhận tiền".*"Còn thiếu","Tệp hợp đồng"/);
  expect(row).toContain('"Công ty A","0101243150","Hà Nội","Công ty Chủ","0314409058","Huế","5404AA","",');
  expect(row).toContain('"1 · Hóa đơn giá trị gia tăng","C26TYY","Bán tại siêu thị","Bên nhận ủy nhiệm"');
  expect(row).toContain('số sê-ri chứng thư số của bên nhận ủy nhiệm');
  expect(row).toContain(`"hop-dong.pdf","${'ab'.repeat(32)}"`);
  const invoices = textOf(sheets.find(({ name }) => name === 'Hóa đơn theo hợp đồng')!);
  expect(invoices).toContain('"Bên nhận ủy nhiệm","hop-dong.pdf"');
  // A period without a delegation has none of its columns.
  expect(textOf(file(agency, 'DoiChieu.xlsx')!.find(({ name }) => name === 'Căn cứ lập hóa đơn')!)).not.toContain(
    'Chứng thư',
  );
});
