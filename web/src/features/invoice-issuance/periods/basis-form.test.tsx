// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { download, upload } from '../../../api/files.ts';
import { show } from '../../../ui/testing/show.tsx';
import { BasisForm } from './basis-form.tsx';
import { type Basis, cleaned, newBasis } from './basis-values.ts';

vi.mock('../../../api/files.ts', () => ({ upload: vi.fn(), download: vi.fn() }));
beforeEach(() => {
  vi.mocked(upload).mockReset();
  vi.mocked(download).mockReset();
});

const FILE = { id: '019a0000-0000-7000-8000-000000000001', fileName: 'hop-dong.pdf', sha256: 'a'.repeat(64) };

let basis: Basis;
let kept = 0;
function Page({ start }: { start: Basis }) {
  const [value, setValue] = useState(start);
  basis = value;
  // The dialog of the period has it in its form.
  return (
    <form>
      <BasisForm value={value} others={[]} onChange={setValue} onKeep={() => kept++} onGiveUp={() => {}} />
    </form>
  );
}

const delegation: Basis = {
  ...{ ...newBasis('HN', 'a', '2026-11-23'), kind: 'delegation', toDate: '2026-12-31' },
  ...{ contractNumber: '7', contractDate: '2026-01-01', counterparty: { name: 'B', taxCode: '1', address: 'Huế' } },
  delegation: {
    ...{ sellerSentOn: '2026-01-02', sellerAcceptedOn: '2026-01-05', makerSentOn: '2026-01-02' },
    ...{ makerAcceptedOn: '2026-01-05', publishedAt: 'web', invoiceForm: 1, symbols: ['C26TAA'] },
  },
};
const missing = () => screen.queryByText(/^Chưa đủ nội dung luật yêu cầu/)?.textContent;
const pick = () => screen.findByLabelText<HTMLInputElement>('Tệp hợp đồng');

test('a delegation is told what its agreement lacks, until all of it is there', async () => {
  vi.mocked(upload).mockResolvedValue(FILE);
  const hands = show(<Page start={delegation} />);
  await pick();
  expect(missing()).toContain(
    'mục đích ủy nhiệm, bên nhận thanh toán, số sê-ri chứng thư số của bên ủy nhiệm, số sê-ri chứng thư số của bên nhận ủy nhiệm, tệp hợp đồng.',
  );
  await hands.type(screen.getByLabelText(/^Mục đích/), 'Bán tại siêu thị');
  await hands.type(screen.getByLabelText('Số sê-ri chứng thư số (bên ủy nhiệm)'), '5404AA');
  await hands.type(screen.getByLabelText('Số sê-ri chứng thư số (bên nhận)'), '5404BB');
  await hands.click(screen.getByRole('combobox', { name: 'Bên nhận thanh toán' }));
  await hands.click(await screen.findByRole('option', { name: 'Bên nhận ủy nhiệm' }));
  await hands.upload(await pick(), new File(['%PDF-'], 'hop-dong.pdf', { type: 'application/pdf' }));
  await screen.findByRole('button', { name: 'hop-dong.pdf' });
  expect(missing()).toBeUndefined();
  expect(cleaned(basis)).toMatchObject({
    contractFile: FILE,
    delegation: {
      ...{ invoiceForm: 1, symbols: ['C26TAA'], purpose: 'Bán tại siêu thị', paidTo: 'maker' },
      ...{ sellerCertificate: '5404AA', makerCertificate: '5404BB' },
    },
  });
});

test('a contract that the service refuses stays unsent, one that is kept can be had and left out again', async () => {
  vi.mocked(upload).mockRejectedValueOnce(new ApiError(422, 'FILE_TYPE_NOT_SUPPORTED', 'Hợp đồng phải là tệp PDF.'));
  const hands = show(<Page start={{ ...delegation, kind: 'agency' }} />);
  await hands.upload(await pick(), new File(['x'], 'hop-dong.pdf'));
  await screen.findByText('Hợp đồng phải là tệp PDF.');
  expect(basis.contractFile).toBeUndefined();
  vi.mocked(upload).mockResolvedValueOnce(FILE);
  await hands.upload(await pick(), new File(['%PDF-'], 'hop-dong.pdf'));
  await hands.click(await screen.findByRole('button', { name: 'hop-dong.pdf' }));
  expect(download).toHaveBeenCalledWith('getContractFile', { params: { id: FILE.id } }, { fileName: 'hop-dong.pdf' });
  await hands.click(screen.getByRole('button', { name: 'Bỏ tệp' }));
  await waitFor(() => expect(basis.contractFile).toBeUndefined());
});

test('what is typed while the file is on its way stays', async () => {
  let arrive: (file: typeof FILE) => void = () => {};
  vi.mocked(upload).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)) as never);
  const hands = show(<Page start={delegation} />);
  await hands.upload(await pick(), new File(['%PDF-'], 'hop-dong.pdf'));
  await hands.type(screen.getByLabelText(/^Mục đích/), 'Bán tại chợ');
  arrive(FILE);
  await screen.findByRole('button', { name: 'hop-dong.pdf' });
  expect(basis).toMatchObject({ contractFile: FILE, delegation: { purpose: 'Bán tại chợ' } });
});

test('a day that cannot be read is not kept as the day before it', async () => {
  const hands = show(<Page start={delegation} />);
  const day = await screen.findByLabelText(/^Ngày hợp đồng/);
  kept = 0;
  await hands.clear(day);
  await hands.type(day, '31/02/2026');
  await hands.click(screen.getByRole('button', { name: 'Ghi căn cứ' }));
  expect(kept).toBe(0);
  await hands.clear(day);
  await hands.type(day, '31/12/2025');
  await hands.click(screen.getByRole('button', { name: 'Ghi căn cứ' }));
  expect([kept, basis.contractDate]).toEqual([1, '2025-12-31']);
});

test('own goods have neither contract nor file', async () => {
  const own = { ...delegation, kind: 'own' as const, contractFile: FILE };
  show(<Page start={own} />);
  await screen.findByRole('button', { name: 'Ghi căn cứ' });
  expect(screen.queryByText('Tệp hợp đồng')).toBeNull();
  expect(cleaned(own)).not.toHaveProperty('contractFile');
});
