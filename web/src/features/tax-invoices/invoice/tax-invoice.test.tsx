// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../ui/testing/show.tsx';
import { FateCard } from './fate-card.tsx';
import { FileCard, originalName } from './file-card.tsx';
import { FindingsCard } from './findings-card.tsx';
import { ListedCard } from './listed-card.tsx';
import { Paper } from './paper.tsx';
import { RelatedCard } from './related-card.tsx';
import { SignatureCard } from './signature-card.tsx';
import type { TaxInvoice } from './tax-invoice.ts';
import { VersionsCard } from './versions-card.tsx';

type Fate = NonNullable<TaxInvoice['fate']>;

const party = (changes: Partial<TaxInvoice['seller']>): TaxInvoice['seller'] => ({
  ...{ name: '', taxCode: '', address: '', person: '', budgetCode: '', email: '', phone: '' },
  ...{ bankAccount: '', bankName: '', paper: '' },
  ...changes,
});
const line = (at: number, changes: Partial<TaxInvoice['lines'][number]> = {}): TaxInvoice['lines'][number] => ({
  ...{ at, kind: 'goods', code: `H${at}`, name: `Hàng ${at}`, unit: 'Cái', quantity: '2', unitPrice: '1500.5' },
  ...{ discount: null, amount: '3001', rate: '8%' },
  ...changes,
});
const TOTALS: TaxInvoice['totals'] = {
  ...{ beforeVat: '3001', vat: '240', discount: null, fees: '0', deduction: null, total: '3241' },
  inWords: 'Ba nghìn hai trăm bốn mươi mốt đồng',
};

/** As far as the cards read it. */
const invoice = (changes: Partial<TaxInvoice> = {}): TaxInvoice =>
  ({
    ...{ id: 'i1', form: '1', symbol: 'C26TAA', number: '123', date: '2026-09-05', title: 'Hóa đơn GTGT' },
    ...{
      sellerTaxCode: '0100000001',
      currency: 'VND',
      exchangeRate: '1',
      paymentMethod: 'TM/CK',
      authorityCode: '00AB',
    },
    seller: party({ name: 'Công ty Bán', taxCode: '0100000001', address: 'Huế' }),
    buyer: party({ name: 'Công ty Mua', taxCode: '0100000002', person: 'Chị Lan' }),
    lines: [line(1), line(2, { kind: 'promotion', name: 'Quà tặng', amount: '0' })],
    ...{ rates: [{ rate: '8%', amount: '3001', vat: '240' }], totals: TOTALS, related: [], findings: [], lookup: [] },
    ...{ verdict: 'unsigned', signer: 'unknown', trust: 'notAnchored', signatures: [], versions: [] },
    ...{ fileName: 'goi.zip/1.xml', fileHash: 'f'.repeat(64), fileSize: 2048, version: '2.1.0' },
    ...{ createdAt: '2026-09-06T01:00:00Z' },
    ...changes,
  }) as TaxInvoice;

test('the paper has the parties, the lines with their kinds, the sums and the words of the invoice', async () => {
  show(<Paper invoice={invoice()} />);
  const paper = await screen.findByRole('article', { name: 'Nội dung hóa đơn' });
  for (const text of ['Hóa đơn GTGT', 'Công ty Bán', 'Công ty Mua', 'Chị Lan', 'Huế', '00AB', TOTALS.inWords])
    within(paper).getByText(text);
  const rows = within(within(paper).getByRole('region', { name: 'Hàng hóa, dịch vụ' })).getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    [],
    ['1', 'Hàng 1Mã H1', 'Cái', '2', '1.500,5', '3.001', '8%'],
    ['2', 'Quà tặngKhuyến mạiMã H2', 'Cái', '2', '1.500,5', '0', '8%'],
  ]);
  expect(within(paper).getByText('Tổng tiền thanh toán').nextElementSibling!.textContent).toBe('3.241');
});

test('a long invoice is drawn in part, and whole when asked for', async () => {
  const hands = show(<Paper invoice={invoice({ lines: Array.from({ length: 205 }, (_, at) => line(at + 1)) })} />);
  await screen.findByText('Hiện 200 trong 205 dòng.');
  expect(screen.queryByText('Hàng 205')).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Hiện tất cả 205 dòng' }));
  screen.getByText('Hàng 205');
});

test('a long invoice is whole on paper', async () => {
  show(<Paper invoice={invoice({ lines: Array.from({ length: 205 }, (_, at) => line(at + 1)) })} />);
  await screen.findByText('Hiện 200 trong 205 dòng.');
  act(() => void dispatchEvent(new Event('beforeprint')));
  screen.getByText('Hàng 205');
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Hàng 205')).toBeNull();
});

test('an amount in another currency is said in it and in đồng, or why it cannot be', async () => {
  const foreign = { currency: 'USD', exchangeRate: '25400', beforeVat: 100, vat: 8, total: 108 };
  show(<Paper invoice={invoice(foreign)} />);
  await screen.findByText(/tiền hàng 100 đ, tiền thuế 8 đ, tổng 108 đ/);
  show(<Paper invoice={invoice({ ...foreign, exchangeRate: null, beforeVat: null, vat: null, total: null })} />);
  await screen.findByText(/không ghi tỷ giá nên chưa quy ra đồng được/);
});

test('texts of others are apart from ours, and what turns them around is seen', async () => {
  show(<Paper invoice={invoice({ seller: party({ name: 'Công ty \u202Enáb\u202C' }) })} />);
  const name = await screen.findByText('Công ty \ufffdnáb\ufffd');
  expect(name.tagName).toBe('BDI');
});

test('a secret of the lookup is shown only when asked for', async () => {
  const lookup = [
    { name: 'Mã tra cứu', value: 'BIMAT123', isSecret: true },
    { name: 'Trang tra cứu', value: 'https://tracuu.invalid', isSecret: false },
  ];
  const hands = show(<FileCard invoice={invoice({ lookup })} />);
  await screen.findByText('https://tracuu.invalid');
  expect(document.body.textContent).not.toContain('BIMAT123');
  expect(screen.queryByRole('link')).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Hiện Mã tra cứu' }));
  screen.getByText('BIMAT123');
  await hands.click(screen.getByRole('button', { name: 'Che Mã tra cứu' }));
  expect(screen.queryByText('BIMAT123')).toBeNull();
});

test('the original is saved under its own name, without zips and without what no file may have', () => {
  expect(originalName({ fileName: 'goi.zip/thang9/1.xml' })).toBe('1.xml');
  expect(originalName({ fileName: 'a\\b:c?.xml' })).toBe('b_c_.xml');
  expect(originalName({ fileName: 'goi.zip/' })).toBe('hoa-don.xml');
});

test('problems come before notes', async () => {
  const finding = { code: 'X', line: null };
  const findings = [
    { ...finding, message: 'Chỉ để biết.', isProblem: false },
    { ...finding, message: 'Tổng không khớp.', isProblem: true },
  ];
  show(<FindingsCard findings={findings} />);
  const notes = await screen.findAllByRole('status');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Một điều cần xemTổng không khớp.',
    'Ghi chúChỉ để biết.',
  ]);
});

const other = { form: '1', symbol: 'C26TAA', number: '7', date: '2026-08-01', list: '', note: '' };
const RELATED: TaxInvoice['related'] = [
  { ...other, direction: 'earlier', relation: 'replaces', id: 'i7' },
  { ...other, direction: 'later', relation: 'adjusts', number: '9', id: null },
  { ...other, direction: 'earlier', relation: 'adjusts', list: '05', id: null },
];

test('related invoices lead to those that are here, in both directions', async () => {
  show(<RelatedCard invoice={{ related: RELATED, fate: null }} />);
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Thay thế cho 1C26TAA số 7, ngày 01/08/2026',
    'Bị điều chỉnh bởi 1C26TAA số 9, ngày 01/08/2026 (kho chưa có hóa đơn này)',
    'Điều chỉnh cho các hóa đơn ở bảng kê số 05 (bảng kê là giấy riêng, không có trong tệp), ngày 01/08/2026',
  ]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tax-invoices/i7');
});

test('beside the thread of a fate the related invoices are named of which it does not say all', async () => {
  show(<RelatedCard invoice={{ related: RELATED, fate: fate({}) }} />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
});

const step = (number: string, changes: Partial<Fate['thread'][number]> = {}): Fate['thread'][number] => ({
  ...{ key: `k${number}`, id: `i${number}`, form: '1', symbol: 'C26TAA', number, date: '2026-09-05', total: 3241 },
  ...{ evidence: 'both', state: null, counts: true, corrects: [] },
  ...changes,
});
const fate = (changes: Partial<Fate>): Fate => ({
  ...{ counts: true, originMonth: '2026-09', review: [], thread: [step('1')] },
  ...changes,
});

test('a fate is told as a thread with its links, its states and what must be looked at', async () => {
  const thread = [
    step('0', { id: null, evidence: null, date: null, total: null, counts: null }),
    step('1', { state: 'replaced', counts: false, corrects: [{ relation: 'adjusts', key: 'k0' }] }),
    step('2', { evidence: 'list', corrects: [{ relation: 'replaces', key: 'k1' }] }),
  ];
  const review = [{ reason: 'RELATED_MISSING', key: 'k0', message: 'Kho chưa có hóa đơn gốc.' }];
  const told = fate({ counts: false, thread, review });
  show(<FateCard invoice={invoice({ id: 'i1', state: 'replaced', fate: told })} />);
  await screen.findByText('Hóa đơn này không được tính nữa. Danh sách mới nhất ghi: bị thay thế.');
  screen.getByText('Kho chưa có hóa đơn gốc.');
  const steps = within(screen.getByRole('list', { name: 'Chuỗi hóa đơn' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '1C26TAA số 0Kho chưa có',
    '1C26TAA số 105/09/20263.241 đHóa đơn nàyBị thay thếKhông tínhđiều chỉnh cho 1C26TAA số 0',
    '1C26TAA số 205/09/20263.241 đChỉ có ở danh sáchthay thế cho 1C26TAA số 1',
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/tax-invoices/i2']);
});

test('an adjustment is said to be of the month of its original; an invoice alone has no thread to show', async () => {
  const thread = [step('0'), step('1', { corrects: [{ relation: 'adjusts', key: 'k0' }] })];
  const told = invoice({ id: 'i1', state: null, fate: fate({ thread, originMonth: '2026-08' }) });
  show(<FateCard invoice={told} />);
  await screen.findByText(/Tính theo tháng của hóa đơn gốc: 08\/2026\.$/);
  show(<FateCard invoice={invoice({ state: null, fate: fate({}) })} />);
  expect(screen.getAllByRole('heading', { name: 'Số phận' })).toHaveLength(1);
});

test('an invoice of a list alone says what the list says and asks for its XML', async () => {
  const listed = {
    ...({ listId: 'l1', fileName: 'thang9.xlsx', profileCode: 'AP', side: 'purchase', row: 9 } as const),
    ...{ saidAt: '2026-10-02T01:00:00Z', beforeVat: null, vat: 241, total: 3241 },
  };
  show(<ListedCard invoice={invoice({ evidence: 'list', state: 'cancelled', processing: 'coded', listed })} />);
  await screen.findByText(/^Kho chưa có tệp XML của hóa đơn này.* xin người bán rồi nạp\.$/);
  const facts = ['Trạng thái', 'Kết quả kiểm tra', 'Tiền chưa thuế', 'Tổng thanh toán', 'Tệp', 'Người bán'];
  expect(facts.map((name) => screen.getByText(name).nextElementSibling!.textContent)).toEqual([
    ...['Bị hủy', 'Đã cấp mã', '–', '3.241 đ', 'thang9.xlsx, dòng 9', 'Công ty Bán, 0100000001'],
  ]);
});

test('other versions are named without the one that is shown', async () => {
  const version = { verdict: 'intact', createdAt: '2026-09-06T01:00:00Z' } as const;
  const versions = [
    { ...version, id: 'i1', fileName: 'nay.xml', isCurrent: false },
    { ...version, id: 'i2', fileName: 'khac.xml', isCurrent: true },
  ];
  show(<VersionsCard invoice={invoice({ versions })} />);
  expect((await screen.findByRole('link', { name: 'khac.xml' })).getAttribute('href')).toBe('/tax-invoices/i2');
  screen.getByText('Bản đang dùng');
  expect(screen.queryByText('nay.xml')).toBeNull();
});

test('a signature is said with its signer and its certificate', async () => {
  const signature: TaxInvoice['signatures'][number] = {
    ...{ place: 'seller', verdict: 'intact', signer: 'seller', trust: 'notAnchored', signerTaxCode: '0100000001' },
    ...{ name: 'CÔNG TY BÁN', issuer: 'CA Thử', validFrom: '2025-01-01T00:00:00Z', validTo: '2027-01-01T00:00:00Z' },
    ...{ fingerprint: 'ab12', signedAt: '2026-09-05T03:00:00Z', algorithm: 'rsa-sha256', reason: null },
  };
  show(<SignatureCard invoice={invoice({ verdict: 'intact', signer: 'seller', signatures: [signature] })} />);
  const part = await screen.findByRole('region', { name: 'Chữ ký của người bán' });
  within(part).getByText('Chữ ký toàn vẹn, người ký: CÔNG TY BÁN, MST 0100000001.');
  for (const text of ['CA Thử', 'ab12', '05/09/2026 10:00', 'rsa-sha256']) within(part).getByText(text);
  screen.getByRole('heading', { name: 'Tệp tự chứng minh được' });
  expect(document.body.textContent).not.toMatch(/hợp lệ/i);
});
