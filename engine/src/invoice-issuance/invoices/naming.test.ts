import { describe, expect, test } from 'vitest';
import { exportLayouts } from '../../sheets/layouts/export-layouts.ts';
import { exportFields, readOwnLayout } from '../../sheets/layouts/own-layout.ts';
import type { AmisCustomer } from '../books.ts';
import { salesVoucherRows } from '../export/export-rows.ts';
import { invoiceSheets } from '../export/reconciliation-lists.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';

const [firm, taxCode, personalId] = ['Công ty TNHH Hoa Mai', '0316520076', '079203001234'];

const given = (name: string, customer: Partial<AmisCustomer> = {}): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '5' }],
      customers: [{ code: 'C1', name, ...customer }],
      partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
    },
  ],
  partners: [{ code: 'KH1', name, requirement: 'required' }],
  lines: [
    { id: '1', date: '2026-09-05', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300_000 },
    {
      id: '2',
      doc: '1',
      date: '2026-09-05',
      partner: 'KH1',
      item: 'VT1',
      quantity: '0',
      amount: -1000,
      kind: 'discount',
    },
  ],
});
const planOf = (name: string, customer?: Partial<AmisCustomer>) => planInvoices(issuanceInput(given(name, customer)));

describe('a buyer who asked for an invoice', () => {
  test('is no business of the ledger without a tax code: its sale waits whole, its discount too', () => {
    const plan = planOf(firm);
    expect(plan.invoices).toEqual([]);
    expect(plan.shortages.map(({ line, reason }) => [line, reason])).toEqual([
      ['1', 'BUYER_INCOMPLETE'],
      ['2', 'BUYER_INCOMPLETE'],
    ]);
    expect(plan.shortages[0]!.message).toContain(
      'khách «KH1» cần hóa đơn nhưng không đủ nội dung bắt buộc («A»: tổ chức kinh doanh thiếu mã số thuế)',
    );
    expect(planOf(firm, { taxCode }).invoices).toMatchObject([{ buyer: { name: firm, taxCode } }]);
  });

  test('may still be invoiced by an entity whose list has what is missing', () => {
    const one = given(firm);
    const [a] = one.profiles;
    const b = {
      ...a!,
      code: 'B',
      customers: [{ code: 'C9', name: firm, taxCode }],
      partnerLinks: [{ customer: 'C9', partner: 'KH1' }],
    };
    const plan = planInvoices(issuanceInput({ ...one, profiles: [a!, b] }));
    expect(plan.invoices.map(({ profile, buyer }) => [profile, buyer.customerCode])).toEqual([['B', 'C9']]);
    expect(plan.shortages).toEqual([]);
  });

  test('is a budget unit by its code, without a tax code and without a word', () => {
    const plan = planOf('Trường Tiểu học Hoa Mai', { isOrganisation: true, budgetCode: '1054321' });
    expect(plan.invoices).toMatchObject([{ buyer: { taxCode: '', identity: { budgetCode: '1054321' } } }]);
    expect(plan.warnings).toEqual([]);
  });

  test('is a person by the personal number, of whom no tax code is asked', () => {
    const plan = planOf('Nguyễn Thị Lan', { idNumber: '79203001234' });
    expect(plan.invoices).toMatchObject([{ buyer: { name: 'Nguyễn Thị Lan', identity: { personalId } } }]);
    expect(plan.warnings).toEqual([]);
  });

  test('is a consumer as a person by name only, and the name is kept beside the text', () => {
    const plan = planOf('Nguyễn Thị Lan', { isOrganisation: false, idNumber: '024123456' });
    expect(plan.invoices).toMatchObject([
      {
        buyer: {
          source: 'consumer',
          customerCode: 'C1',
          name: 'Bán cho người tiêu dùng',
          address: '',
          realName: 'Nguyễn Thị Lan',
        },
      },
    ]);
    expect(plan.warnings.map(({ code }) => code)).toEqual(['BUYER_AS_CONSUMER']);
    expect(plan.warnings[0]!.message).toContain('thiếu số định danh cá nhân 12 chữ số');
  });

  test('of unknown kind is named as before and asked about', () => {
    const plan = planOf('Cửa hàng Hoa Mai');
    expect(plan.invoices).toMatchObject([{ buyer: { name: 'Cửa hàng Hoa Mai', address: 'Hà Nội' } }]);
    expect(plan.warnings.map(({ code }) => code)).toEqual(['BUYER_INCOMPLETE']);
  });
});

test('the identity goes into the reconciliation workbook and an installation’s own template, not into AMIS’s', () => {
  const input = issuanceInput(
    given('Nguyễn Thị Lan', { idNumber: personalId, passport: 'B7654321', nationality: 'Việt Nam' }),
  );
  const plan = planInvoices(input);
  const [row] = [...salesVoucherRows(plan.invoices, input.profiles[0]!.terms)];
  expect(row).toMatchObject({ customerName: 'Nguyễn Thị Lan', taxCode: null, personalId, passport: 'B7654321' });
  const [sheet] = invoiceSheets(plan, 1000);
  const cells = [...sheet!.rows].flat();
  expect(cells).toEqual(expect.arrayContaining([personalId, 'B7654321, Việt Nam']));
  const own = { sheetName: 'A', columns: exportFields.map(({ field, label }) => ({ header: label, field })) };
  expect(readOwnLayout('own', own)).toMatchObject({
    columns: expect.arrayContaining([{ header: 'Số định danh cá nhân', type: 'text', field: 'personalId' }]),
  });
  for (const { columns } of Object.values(exportLayouts))
    expect(columns.map(({ field }) => field)).not.toContain('personalId');
});
