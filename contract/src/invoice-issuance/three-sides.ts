import { KINDS, type KindOfDifference } from '@khop/engine/three-sides/kinds.ts';
import { z } from 'zod';
import { get, post, put } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { accepted, commaList, day, id, idParams, instant, version, vnd, XLSX } from '../values.ts';

const DIFFERENCE_KINDS = Object.keys(KINDS) as [KindOfDifference, ...KindOfDifference[]];
const TRADES = ['sale', 'purchase'] as const;
const ROW_STATES = ['equal', 'different', 'uncovered'] as const;
export const EXPLANATIONS = ['timing', 'outside_bravo', 'mended', 'asked', 'rounding', 'other'] as const;
export const AGES = ['0-7', '8-30', '31-90', '90+'] as const;

const amounts = z.object({ beforeVat: vnd, vat: vnd, total: vnd });
const rateAmount = z.object({ rate: z.string().nullable(), amount: vnd, vat: vnd });

const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  pair: z.enum(['BA', 'BT', 'AT', 'T', 'A', 'B']).describe('Hai bên khác nhau: B Bravo, A AMIS, T cơ quan thuế'),
  says: z.object({ left: z.string(), right: z.string() }),
  truth: z
    .enum(['tax', 'books', 'delivery', 'each', 'none'])
    .describe('Bên đúng theo thứ tự chứng cứ; each: mỗi bên đúng ở kỳ của mình'),
  remedy: z.string(),
});

const explanation = z.object({
  reason: z.enum(EXPLANATIONS),
  note: z.string(),
  by: z.string(),
  at: instant,
  holds: z.boolean().describe('false: số liệu đã đổi sau khi giải thích, dòng mở lại'),
});

/** One invoice, voucher or delivery as the three sides have it. */
const threeSidedRow = z
  .object({
    id,
    profileId: id.nullable().describe('null: phần giao chưa thuộc hóa đơn của hồ sơ nào'),
    profileCode: z.string(),
    trade: z.enum(TRADES),
    key: z.string(),
    symbol: z.string(),
    number: z.string(),
    date: day,
    originMonth: z.string().describe('YYYY-MM của hóa đơn gốc, để tính tuổi'),
    age: z.enum(AGES).describe('Số ngày từ ngày hóa đơn, hay từ cuối tháng của hóa đơn gốc'),
    partnerTaxCode: z.string(),
    partnerName: z.string(),
    delivery: amounts.nullable().describe('Bravo'),
    books: amounts.nullable().describe('AMIS; null cả khi sổ tính ở kỳ khác'),
    tax: amounts.nullable().describe('Cơ quan thuế; 0 khi hóa đơn đã bị thay thế hoặc hủy'),
    rates: z.object({ delivery: z.array(rateAmount), books: z.array(rateAmount), tax: z.array(rateAmount) }),
    documents: z.array(z.object({ id: z.string(), document: z.string() })).describe('Chứng từ Bravo'),
    vouchers: z.array(z.string()),
    invoiceId: id.nullable().describe('Hóa đơn ở Khớp'),
    taxInvoiceId: id.nullable().describe('Hóa đơn ở kho'),
    state: z.enum(ROW_STATES),
    kind: z.enum(DIFFERENCE_KINDS).nullable(),
    differences: z.array(difference),
    missing: z.string().describe('Tệp cần nạp để kết luận được'),
    atStake: vnd,
    firstSeen: instant.nullable(),
    explanation: explanation.nullable(),
    finding: z.object({ id, version }).nullable().describe('Điều khác nhau; gửi lại khi giải thích'),
  })
  .meta({ id: 'ThreeSidedRow' });
export type ThreeSidedRow = z.infer<typeof threeSidedRow>;

const sums = z.object({ rows: z.int(), delivery: amounts, books: amounts, tax: amounts, atStake: vnd });

/** The sums of all rows; states make up the whole, kinds the rows that differ. */
const threeSides = z
  .object({
    asOf: day.nullable().describe('null: chưa đối chiếu lần nào'),
    comparedAt: instant.nullable(),
    comparedBy: z.string(),
    isOutdated: z.boolean().describe('Số liệu đã đổi sau lần đối chiếu'),
    all: sums,
    byState: z.object({ equal: sums, different: sums, uncovered: sums }),
    byKind: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), name: z.string(), open: z.int(), ...sums.shape })),
    byRate: z.array(
      z.object({
        rate: z.string().describe('"" khi bên ấy không ghi thuế suất'),
        delivery: rateAmount.omit({ rate: true }),
        books: rateAmount.omit({ rate: true }),
        tax: rateAmount.omit({ rate: true }),
      }),
    ),
    byAge: z.array(z.object({ age: z.enum(AGES), rows: z.int(), atStake: vnd })),
    unexplained: z
      .object({ rows: z.int(), atStake: vnd })
      .describe('Khác nhau và chưa có lời giải thích còn đúng; OTHER_MONTH không cần lời giải thích'),
    missing: z
      .array(z.object({ message: z.string(), fromDay: day, toDay: day, rows: z.int(), atStake: vnd }))
      .describe('Tệp cần nạp để kết luận được, với các ngày của những dòng chờ nó'),
  })
  .meta({ id: 'ThreeSides' });
export type ThreeSides = z.infer<typeof threeSides>;

/** The result of the run that compares. */
const threeSidesReport = z
  .object({ rows: z.int(), different: z.int(), uncovered: z.int() })
  .meta({ id: 'ThreeSidesReport' });
export type ThreeSidesReport = z.infer<typeof threeSidesReport>;

const filters = {
  profileId: id.optional(),
  trade: z.enum(TRADES).optional(),
  state: commaList(z.enum(ROW_STATES)).optional(),
  kind: commaList(z.enum(DIFFERENCE_KINDS)).optional(),
  age: commaList(z.enum(AGES)).optional(),
  explained: z.stringbool().optional(),
};
const findingRef = z.object({ id, version });

export const threeSidesEndpoints = {
  startThreeSides: post('/invoice-issuance/periods/{id}/three-sides', {
    summary: 'Đối chiếu ba bên: Bravo, AMIS, cơ quan thuế. Kết quả của lượt chạy: ThreeSidesReport',
    params: idParams,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'RUN_IN_PROGRESS'],
  }),
  getThreeSides: get('/invoice-issuance/periods/{id}/three-sides', {
    summary: 'Tổng của lần đối chiếu ba bên gần nhất',
    params: idParams,
    query: z.object({ profileId: id.optional(), trade: z.enum(TRADES).optional() }),
    response: threeSides,
    errors: ['NOT_FOUND'],
  }),
  listThreeSides: get('/invoice-issuance/periods/{id}/three-sides/rows', {
    summary: 'Từng hóa đơn theo ba bên',
    params: idParams,
    query: gridQuery(['date', 'number', 'partnerName', 'atStake', 'delivery', 'books', 'tax', 'firstSeen'], filters, [
      'symbol',
      'partnerTaxCode',
      'profileCode',
    ]),
    response: page(threeSidedRow),
    errors: ['NOT_FOUND'],
  }),
  explainThreeSides: put('/invoice-issuance/periods/{id}/three-sides/explanations', {
    summary: 'Ghi lời giải thích cho các dòng khác nhau; dòng vẫn ở đó, và mở lại khi số liệu đổi',
    params: idParams,
    body: z.object({
      findings: z.array(findingRef).min(1).max(500),
      reason: z.enum(EXPLANATIONS),
      note: z.string().trim().min(5).max(2000).describe('Chứng cứ: chứng từ, thư, việc đã làm'),
    }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  withdrawThreeSides: post('/invoice-issuance/periods/{id}/three-sides/withdraw', {
    summary: 'Bỏ lời giải thích của các dòng',
    params: idParams,
    body: z.object({ findings: z.array(findingRef).min(1).max(500) }),
    response: z.object({ updated: z.int() }),
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  downloadThreeSides: get('/invoice-issuance/periods/{id}/three-sides.xlsx', {
    summary: 'Sổ đối chiếu ba bên',
    params: idParams,
    mediaTypes: [XLSX],
    errors: ['NOT_FOUND'],
  }),
} as const;
