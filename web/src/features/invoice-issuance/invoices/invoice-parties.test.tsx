// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { download } from '../../../api/files.ts';
import { show } from '../../../ui/testing/show.tsx';
import type { Invoice } from './invoice.ts';
import { SellerPanel } from './invoice-parties.tsx';

vi.mock('../../../api/files.ts', () => ({ download: vi.fn() }));

const SELLER = { name: 'Công ty An Phú', taxCode: '0316520076', address: '1 Lê Lợi' };
const CONTRACT: NonNullable<Invoice['contract']> = {
  ...{ kind: 'delegation', contractNumber: '12/UN', contractDate: '2025-12-20', fromDate: '2026-01-01' },
  ...{ toDate: '2026-12-31', counterparty: { name: 'Công ty Lập Hộ', taxCode: '0314409058', address: 'Huế' } },
  delegation: { paidTo: 'seller', makerCertificate: '5404BB' },
  contractFile: { id: '019a0000-0000-7000-8000-000000000001', fileName: 'hop-dong.pdf', sha256: 'a'.repeat(64) },
};
/** As far as the panel of the seller reads it. */
const invoice = (contract?: Invoice['contract']) =>
  ({
    ...{ seller: SELLER, profileCode: 'AP', profileId: 'p', voucherNumber: 'BHAP1', contract },
    ...{ bravoDocument: 'HN/HD/1', documentDate: '2026-09-02' },
  }) as unknown as Invoice;

const factsOf = async (page: ReturnType<typeof invoice>): Promise<Record<string, string>> => {
  show(<SellerPanel invoice={page} />);
  const labels = await screen.findAllByRole('term');
  return Object.fromEntries(labels.map((label) => [label.textContent, label.nextElementSibling!.textContent ?? '']));
};

test('an invoice of a delegation names both parties with their data, the contract, its term and who is paid', async () => {
  expect(await factsOf(invoice(CONTRACT))).toMatchObject({
    ...{ 'Tên công ty': 'Công ty An Phú', 'Mã số thuế': '0316520076', 'Địa chỉ': '1 Lê Lợi' },
    'Bên nhận ủy nhiệm': 'Công ty Lập Hộ · MST 0314409058 · Huế',
    'Căn cứ': 'Ủy nhiệm lập hóa đơn, hợp đồng số 12/UN ngày 20/12/2025; từ 01/01/2026 đến 31/12/2026',
    ...{ 'Bên nhận thanh toán': 'Bên ủy nhiệm (bên bán)', 'Chứng thư số bên nhận': '5404BB' },
    'Tệp hợp đồng': 'hop-dong.pdf',
  });
});

test('the contract of an agency names the owner, and says so while its file is missing', async () => {
  const { delegation: _, contractFile: __, ...agency } = CONTRACT;
  const facts = await factsOf(invoice({ ...agency, kind: 'agency', toDate: null }));
  expect(facts).toMatchObject({
    'Chủ hàng': 'Công ty Lập Hộ · MST 0314409058 · Huế',
    'Căn cứ': 'Đại lý, ký gửi, hợp đồng số 12/UN ngày 20/12/2025; từ 01/01/2026, không thời hạn',
    'Tệp hợp đồng': 'Chưa tải lên',
  });
  expect(facts).not.toHaveProperty('Bên nhận thanh toán');
});

test('own goods have no contract', async () => {
  expect(Object.keys(await factsOf(invoice()))).not.toContain('Căn cứ');
});

test('the file of the contract is had by its name', async () => {
  const hands = show(<SellerPanel invoice={invoice(CONTRACT)} />);
  await hands.click(await screen.findByRole('button', { name: 'hop-dong.pdf' }));
  const { id } = CONTRACT.contractFile!;
  expect(download).toHaveBeenCalledWith('getContractFile', { params: { id } }, { fileName: 'hop-dong.pdf' });
});
