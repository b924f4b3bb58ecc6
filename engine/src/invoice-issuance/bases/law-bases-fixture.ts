import type { Day } from '../../day.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { Suspension } from '../rules/suspensions.ts';
import { basisProblems } from './basis-problems.ts';
import type { IssuingBasis } from './issuing-basis.ts';

/** A case of W1–W4 and K3 as an accountant reads it: who sells what on which day, and what becomes of it. */
export type BasisCase = {
  readonly rule: 'W1' | 'W2' | 'W3' | 'W4' | 'K3';
  readonly says: string;
  readonly given: GivenPeriod;
  /** «A 20/11»: the entity and the day on the invoice; otherwise the reason and a part of its sentence. */
  readonly expected: string;
};

type Sale = {
  readonly bases: readonly IssuingBasis[];
  readonly on?: Day;
  readonly issueDay?: Day;
  /** Entity → the day on which goods come to it; absent: goods of entity A since the first of the month. */
  readonly stock?: Readonly<Record<string, Day>>;
  /** Of entity A. */
  readonly suspension?: Suspension;
};

/** One sale of branch HN in November 2026; entities A and B are both declared for it. */
const sale = ({
  bases,
  on = '2026-11-20',
  issueDay = on,
  stock = { A: '2026-11-01' },
  suspension,
}: Sale): GivenPeriod => ({
  issueDay,
  days: ['2026-11-01', '2026-11-30'],
  issuers: { HN: ['A', 'B'] },
  bases,
  profiles: ['A', 'B'].map((code) => ({
    code,
    terms: { invoiceSymbol: 'C26TAA', ...(suspension && code === 'A' && { suspensions: [suspension] }) },
    products: [{ code: 'SP1' }],
    links: [{ product: 'SP1', item: 'VT1' }],
    stock: stock[code] ? [{ product: 'SP1', incoming: '5' }] : [],
    purchases: stock[code] ? [{ date: stock[code], voucherNumber: 'PN1', product: 'SP1', quantity: '5' }] : [],
  })),
  lines: [{ id: '1', date: on, partner: 'KH1', item: 'VT1', quantity: '3', amount: 300_000 }],
});

const own = (profile: string, more: Partial<IssuingBasis> = {}): IssuingBasis => ({
  ...{ branch: 'HN', profile, kind: 'own', fromDate: '2026-01-01' },
  ...more,
});
const CONTRACT = {
  contractNumber: '12/2026',
  contractDate: '2026-01-01',
  counterparty: { name: 'Công ty C', taxCode: '0314409058', address: 'Huế' },
};
const ACCEPTED = {
  ...{ sellerSentOn: '2026-01-02', sellerAcceptedOn: '2026-01-05', makerSentOn: '2026-01-02' },
  ...{ makerAcceptedOn: '2026-01-06', publishedAt: 'www.cong-ty-a.vn' },
};
export const delegated = (
  more: Partial<IssuingBasis> = {},
  details: IssuingBasis['delegation'] = {},
): IssuingBasis => ({
  ...own('A', { kind: 'delegation', ...CONTRACT, ...more }),
  delegation: { ...ACCEPTED, ...details },
});
const bought = (invoiceDate: Day): IssuingBasis => ({
  ...own('B', { kind: 'intercompany', ...CONTRACT, counterparty: { profile: 'A' } }),
  transfer: { invoiceNumber: '15', invoiceDate },
});
const consigned = (mode: 'd1' | 'd2', more: Partial<IssuingBasis> = {}): IssuingBasis => ({
  ...own('A', { kind: 'agency', ...CONTRACT, ...more }),
  agency: { mode, listDays: 10 },
});

/** The tax authority lets A use invoices no more, from Thursday 19 November on. */
const STOPPED: Suspension = { fromDate: '2026-11-19', notice: 'Thông báo 15/TB-CT ngày 18/11/2026' };
const UNTIL_MONDAY: Suspension = { ...STOPPED, toDate: '2026-11-23' };

const one = (rule: BasisCase['rule'], says: string, given: Sale, expected: string): BasisCase => ({
  ...{ rule, says, given: sale(given), expected },
});

export const BASIS_CASES: readonly BasisCase[] = [
  one('W1', 'hàng của A, A bán', { bases: [own('A')] }, 'A 2026-11-20'),
  one('W1', 'hàng chỉ có ở B, B không có căn cứ', { bases: [own('A')], stock: { B: '2026-11-01' } }, 'NO_STOCK'),
  one('W1', 'không hồ sơ nào có căn cứ', { bases: [] }, 'NO_BASIS: chưa khai báo căn cứ'),
  one('W1', 'căn cứ của chi nhánh khác', { bases: [own('A', { branch: 'SG' })] }, 'NO_BASIS: chưa khai báo căn cứ'),
  one('W1', 'ngày cuối của căn cứ', { bases: [own('A', { toDate: '2026-11-20' })] }, 'A 2026-11-20'),
  one('W1', 'hết hạn hôm trước', { bases: [own('A', { toDate: '2026-11-19' })] }, 'NO_BASIS: hết hạn 19/11/2026'),
  one('W1', 'ngày đầu của căn cứ', { bases: [own('A', { fromDate: '2026-11-20' })] }, 'A 2026-11-20'),
  one('W1', 'chưa đến ngày đầu', { bases: [own('A', { fromDate: '2026-11-21' })] }, 'NO_BASIS: từ 21/11/2026'),
  one('W2', 'ủy nhiệm đủ điều kiện', { bases: [delegated()] }, 'A 2026-11-20'),
  one('W2', 'bán 20/11, hết hạn 19/11', { bases: [delegated({ toDate: '2026-11-19' })] }, 'NO_BASIS: trước ngày bán'),
  one(
    'W2',
    'bán 20/11 còn hạn, lập 23/11 hết hạn',
    { bases: [delegated({ toDate: '2026-11-20' })], issueDay: '2026-11-23' },
    'NO_BASIS: trước ngày lập hóa đơn',
  ),
  one(
    'W2',
    'thông báo chưa được chấp nhận',
    { bases: [delegated({}, { makerAcceptedOn: undefined })] },
    'NO_BASIS: chưa được cơ quan thuế chấp nhận thông báo của bên nhận ủy nhiệm',
  ),
  one(
    'W2',
    'bên ủy nhiệm chưa được chấp nhận',
    { bases: [delegated({}, { sellerAcceptedOn: undefined })] },
    'NO_BASIS: thông báo của bên ủy nhiệm',
  ),
  one(
    'W2',
    'chấp nhận sau ngày bán',
    { bases: [delegated({}, { makerAcceptedOn: '2026-11-21' })], issueDay: '2026-11-23' },
    'NO_BASIS: sau ngày bán 20/11/2026',
  ),
  one(
    'W2',
    'ký hiệu ngoài hợp đồng',
    { bases: [delegated({}, { symbols: ['C26TBB'] })] },
    'NO_BASIS: không cho «1C26TAA»',
  ),
  one(
    'W2',
    'hợp đồng ủy nhiệm hóa đơn bán hàng, hồ sơ lập hóa đơn GTGT',
    { bases: [delegated({}, { invoiceForm: 2 })] },
    'NO_BASIS: chỉ cho hóa đơn bán hàng (mẫu số 2), không cho «1C26TAA»',
  ),
  one('W2', 'hợp đồng ủy nhiệm hóa đơn GTGT', { bases: [delegated({}, { invoiceForm: 1 })] }, 'A 2026-11-20'),
  one('W2', 'ký hiệu trong hợp đồng', { bases: [delegated({}, { symbols: ['1C26TAA'] })] }, 'A 2026-11-20'),
  one(
    'W2',
    'ký hiệu ghi chữ thường, có dấu cách',
    { bases: [delegated({}, { symbols: ['1 c26taa'] })] },
    'A 2026-11-20',
  ),
  one(
    'W2',
    'hết ủy nhiệm nhưng vẫn là hàng của mình',
    { bases: [delegated({ toDate: '2026-11-19' }), own('A')] },
    'A 2026-11-20',
  ),
  one(
    'W3',
    'A chuyển cho B 23/11 để bù bán 20/11',
    { bases: [bought('2026-11-01')], stock: { B: '2026-11-23' }, issueDay: '2026-11-23' },
    'STOCK_AFTER_SALE',
  ),
  one(
    'W3',
    'hóa đơn chuyển đầu tiên 23/11, bán 20/11',
    { bases: [bought('2026-11-23')], stock: { B: '2026-11-01' }, issueDay: '2026-11-23' },
    'NO_BASIS: ngày 23/11/2026, sau ngày bán 20/11/2026',
  ),
  one(
    'W3',
    'chuyển 10/11 rồi bán 20/11',
    { bases: [bought('2026-11-10')], stock: { B: '2026-11-10' } },
    'B 2026-11-20',
  ),
  one('W4', 'đại lý còn hạn', { bases: [consigned('d2')] }, 'A 2026-11-20'),
  one(
    'W4',
    'đại lý bán ngày còn hạn, lập sau',
    { bases: [consigned('d1', { toDate: '2026-11-20' })], issueDay: '2026-11-23' },
    'A 2026-11-20',
  ),
  one(
    'W2',
    'bên nhận ủy nhiệm ngừng sử dụng hóa đơn',
    { bases: [delegated({ counterparty: { ...CONTRACT.counterparty, suspensions: [STOPPED] } })] },
    'NO_BASIS: bên nhận ủy nhiệm ngừng sử dụng hóa đơn từ 19/11/2026',
  ),
  one(
    'W2',
    'bên nhận ủy nhiệm được dùng lại hóa đơn',
    {
      bases: [delegated({ counterparty: { ...CONTRACT.counterparty, suspensions: [UNTIL_MONDAY] } })],
      on: '2026-11-24',
    },
    'A 2026-11-24',
  ),
  one(
    'K3',
    'ngừng từ 19/11, bán và lập 20/11',
    { bases: [own('A')], suspension: STOPPED },
    'ISSUER_STOPPED: ngừng sử dụng hóa đơn từ 19/11/2026, chưa có ngày cuối (Thông báo 15/TB-CT ngày 18/11/2026)',
  ),
  one(
    'K3',
    'bán và lập hôm trước khi ngừng',
    { bases: [own('A')], suspension: STOPPED, on: '2026-11-18' },
    'A 2026-11-18',
  ),
  one(
    'K3',
    'bán trước khi ngừng, lập trong lúc ngừng',
    { bases: [own('A')], suspension: STOPPED, on: '2026-11-18', issueDay: '2026-11-19' },
    'ISSUER_STOPPED: ngừng sử dụng hóa đơn',
  ),
  one(
    'K3',
    'ngày cuối của lần ngừng',
    { bases: [own('A')], suspension: UNTIL_MONDAY, on: '2026-11-23' },
    'ISSUER_STOPPED: đến 23/11/2026',
  ),
  // The law would keep the day of the sale until Wednesday 25 November, but no invoice may be of a day of the suspension.
  one(
    'K3',
    'bán 23/11 lúc ngừng, được dùng lại 24/11: ngày thật, tính là trễ',
    { bases: [own('A')], suspension: UNTIL_MONDAY, on: '2026-11-23', issueDay: '2026-11-24' },
    'A 2026-11-24',
  ),
  one(
    'K3',
    'bán ngày được dùng lại',
    { bases: [own('A')], suspension: UNTIL_MONDAY, on: '2026-11-24' },
    'A 2026-11-24',
  ),
  one(
    'K3',
    'hồ sơ khác của chi nhánh có hàng thì không bị ngừng theo',
    { bases: [own('A'), own('B')], suspension: STOPPED, stock: { A: '2026-11-01', B: '2026-11-01' } },
    'B 2026-11-20',
  ),
  one('W4', 'đại lý hết hạn', { bases: [consigned('d2', { toDate: '2026-11-19' })] }, 'NO_BASIS: hết hạn 19/11/2026'),
];

/** The fate of the only sale of a case: the entity and the day of its invoice, or the reason with its sentence. */
export function outcomeOf({ given }: BasisCase): string {
  const { invoices, shortages } = planInvoices(issuanceInput(given));
  const [invoice] = invoices;
  if (invoice) return `${invoice.profile} ${invoice.date}`;
  return shortages.map(({ reason, message }) => `${reason}: ${message}`).join('\n');
}

/** Bases of each kind as a person may write them, with the fields that are missing or wrong. */
export const INCOMPLETE: readonly (readonly [string, IssuingBasis, readonly string[]])[] = [
  ['hàng của chính đơn vị không cần hợp đồng', own('A'), []],
  ['ủy nhiệm đủ', delegated(), []],
  ['đại lý d.1 không cần bảng kê', { ...consigned('d1'), agency: { mode: 'd1' } }, []],
  ['đại lý d.2 cần kỳ bảng kê', { ...consigned('d2'), agency: { mode: 'd2' } }, ['agency.listDays']],
  [
    'đại lý thiếu hợp đồng',
    consigned('d2', { contractNumber: '', contractDate: undefined }),
    ['contractNumber', 'contractDate'],
  ],
  ['mua bán với chính mình', { ...bought('2026-11-01'), counterparty: { profile: 'B' } }, ['counterparty.profile']],
  ['mua bán thiếu hóa đơn chuyển hàng', { ...bought('2026-11-01'), transfer: undefined }, ['transfer']],
  ['ủy nhiệm không nơi công khai', delegated({}, { publishedAt: '' }), ['delegation.publishedAt']],
  [
    'chấp nhận trước khi gửi',
    delegated({}, { makerSentOn: '2026-02-01', makerAcceptedOn: '2026-01-31' }),
    ['delegation.makerSentOn'],
  ],
  ['bên kia thiếu mã số thuế', delegated({ counterparty: { name: 'C', address: 'Huế' } }), ['counterparty.taxCode']],
  ['bên kia không nêu', delegated({ counterparty: undefined }), ['counterparty']],
  ['ngày cuối trước ngày đầu', own('A', { toDate: '2025-12-31' }), ['toDate']],
  ['hợp đồng ký sau ngày đầu', delegated({ contractDate: '2026-02-01' }), ['contractDate']],
  ['điều của loại khác', { ...own('A'), agency: { mode: 'd1' } }, ['agency']],
  ['hàng của mình mà có bên kia', own('A', { counterparty: { profile: 'B' } }), ['counterparty']],
];

const COMPLETE: NonNullable<IssuingBasis['delegation']> = {
  ...{ invoiceForm: 1, symbols: ['C26TAA'], purpose: 'Bán hàng tại điểm bán của bên nhận', paidTo: 'maker' },
  ...{ sellerCertificate: '5404AA', makerCertificate: '5404BB' },
};
const FILE = { fileName: 'hop-dong.pdf', sha256: 'a'.repeat(64) };
const complete = (more: Partial<IssuingBasis> = {}, details: IssuingBasis['delegation'] = {}): IssuingBasis =>
  delegated({ toDate: '2026-12-31', contractFile: FILE, ...more }, { ...COMPLETE, ...details });

/** Delegations as a person may write them, with what their agreement still has to say (law.md, W2). */
export const GAPS: readonly (readonly [string, IssuingBasis, readonly string[]])[] = [
  ['đủ', complete(), []],
  ['hàng của chính đơn vị', own('A'), []],
  ['không nêu loại hóa đơn', complete({}, { invoiceForm: undefined }), ['loại hóa đơn']],
  ['không nêu ký hiệu', complete({}, { symbols: [] }), ['ký hiệu hóa đơn']],
  ['không nêu mục đích', complete({}, { purpose: '' }), ['mục đích ủy nhiệm']],
  ['không có thời hạn', complete({ toDate: undefined }), ['thời hạn ủy nhiệm']],
  ['không nêu bên nhận tiền', complete({}, { paidTo: undefined }), ['bên nhận thanh toán']],
  [
    'thiếu chứng thư số của hai bên',
    complete({}, { sellerCertificate: undefined, makerCertificate: undefined }),
    ['số sê-ri chứng thư số của bên ủy nhiệm', 'số sê-ri chứng thư số của bên nhận ủy nhiệm'],
  ],
  ['chưa tải hợp đồng', complete({ contractFile: undefined }), ['tệp hợp đồng']],
  [
    'bên ủy nhiệm chưa gửi thông báo',
    complete({}, { sellerSentOn: undefined, sellerAcceptedOn: undefined }),
    ['ngày bên ủy nhiệm gửi thông báo', 'ngày bên ủy nhiệm được chấp nhận'],
  ],
  [
    'bên nhận chưa gửi thông báo',
    complete({}, { makerSentOn: undefined, makerAcceptedOn: undefined }),
    ['ngày bên nhận gửi thông báo', 'ngày bên nhận được chấp nhận'],
  ],
];

export const wrongFields = (basis: IssuingBasis): string[] => basisProblems(basis).map(({ path }) => path.join('.'));
