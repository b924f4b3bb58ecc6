import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { gridQuery, listQuery, page } from './paging.ts';
import { commaList, id, idParams, instant, XLSX } from './values.ts';

const RUN_KINDS = [
  'import',
  'bravo-items-sync',
  'bravo-partners-sync',
  'bravo-sales-store',
  'invoice-requirement-import',
  'product-suggestions',
  'partner-suggestions',
  'product-suggestions-refresh',
  'partner-suggestions-refresh',
  'connection-import',
  'certified-acceptance',
  'load-bravo-sales',
  'load-amis-inventory',
  'load-amis-sales-ledger',
  'generate-invoices',
  'shared-inventory-amis',
  'shared-inventory-bravo',
  'shared-inventory-generate',
  'tax-invoices',
  'three-sides',
  'tax-settlements',
  'supplier-item-suggestions',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export const run = z
  .object({
    id,
    kind: z.enum(RUN_KINDS),
    scope: z.string().describe('Đối tượng của lượt chạy: hồ sơ, kỳ hoặc "all"'),
    status: z.enum(RUN_STATUSES),
    stage: z.string(),
    done: z.int(),
    total: z.int().nullable(),
    percent: z.number().nullable(),
    etaSeconds: z.int().nullable(),
    counters: z.record(z.string(), z.number()),
    errorCode: z.string().nullable(),
    message: z.string().nullable(),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    createdAt: instant,
    createdBy: z.string(),
    result: z.unknown().nullable(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;

/** A status call answers the latest run of its kind and scope, or `{ status: "idle" }`. */
export const runOrIdle = z.union([run, z.object({ status: z.literal('idle') })]);
export type RunOrIdle = z.infer<typeof runOrIdle>;

/** One rejected row of an upload: its place, the value, the reason and the remedy. */
const rejectedRow = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
});

/** The effect of a file on what is there, beside its new rows. */
const importDifferences = z.object({
  changed: z.int().describe('Bản ghi có ô khác trước'),
  removed: z.int().describe('Bản ghi mà tệp bỏ đi'),
  missing: z.int().describe('Bản ghi không có trong tệp (hoặc dòng bị từ chối) mà vẫn được giữ'),
  columns: z.array(z.object({ label: z.string(), rows: z.int() })).describe('Số bản ghi đổi ở từng cột, nhiều trước'),
});
export type ImportDifferences = z.infer<typeof importDifferences>;

const DIFFERENCE_KINDS = ['created', 'changed', 'removed', 'missing'] as const;

/** One record that a file makes, changes, takes away or does not name. */
const importDifference = z
  .object({
    kind: z.enum(DIFFERENCE_KINDS),
    code: z.string(),
    title: z.string(),
    cells: z
      .array(
        z.object({ label: z.string(), kind: z.enum(['text', 'number', 'day']), before: z.string(), after: z.string() }),
      )
      .describe('Các ô khác trước của bản ghi được sửa'),
  })
  .meta({ id: 'ImportDifference' });
export type ImportDifference = z.infer<typeof importDifference>;

/** The report that a person gets back from an upload. */
const importReport = z
  .object({
    importId: id.nullable(),
    runId: id.optional().describe('Lượt chạy mà các thay đổi được hỏi theo; không có ở báo cáo của bản Khớp cũ'),
    fileName: z.string(),
    sha256: z.string(),
    layout: z.string(),
    sheet: z.string(),
    dryRun: z.boolean(),
    /** True when the very same file had been taken in before: nothing was written. */
    sameFile: z.boolean(),
    read: z.int(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    rejectedRows: z.array(rejectedRow).describe('Tối đa 500 dòng đầu; bản đủ ở tệp lỗi'),
    controlTotals: z.array(
      z.object({ field: z.string(), label: z.string(), file: z.string(), read: z.string(), agrees: z.boolean() }),
    ),
    warnings: z.array(z.object({ code: z.string(), message: z.string(), row: z.int().optional() })),
    fromDate: z.string().nullable(),
    toDate: z.string().nullable(),
    differences: importDifferences
      .optional()
      .describe('Tệp đổi gì ở dữ liệu đã có; không có khi tệp đã được nhận từ trước hay ở báo cáo của bản Khớp cũ'),
    mappedBy: z
      .object({ id: id.nullable().describe('null: chỉ dùng lần này'), name: z.string() })
      .optional()
      .describe('Cách đọc mà tệp được đọc theo; không có khi Khớp tự nhận ra'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;

const importBatch = z
  .object({
    id,
    profileId: id.nullable(),
    layout: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    createdAt: instant,
    createdBy: z.string(),
    report: importReport,
    undo: z
      .object({
        removes: z.int().describe('Bản ghi mới của tệp sẽ bị bỏ'),
        restores: z.int().describe('Bản ghi trở lại như trước'),
        returns: z.int().describe('Bản ghi mà tệp đã bỏ sẽ được lấy lại'),
      })
      .nullable()
      .describe('Hoàn tác sẽ làm gì; null khi dữ liệu trước lần tải không còn được giữ hoặc đã hoàn tác'),
    undoneAt: instant.nullable(),
    undoneBy: z.string().nullable(),
  })
  .meta({ id: 'ImportBatch' });
export type ImportBatch = z.infer<typeof importBatch>;

/** A recognised file, not imported yet. */
const recognisedFile = z
  .object({
    fileName: z.string(),
    size: z.int(),
    sha256: z.string(),
    layout: z.string().nullable().describe('Mẫu tệp; null khi Khớp không đọc tệp này (xem problem)'),
    title: z.string().nullable(),
    fromDate: z.string().nullable(),
    toDate: z.string().nullable(),
    hasRows: z.boolean(),
    profile: z
      .object({
        id,
        code: z.string(),
        by: z
          .enum(['heading', 'path', 'only'])
          .describe('Theo phần đầu tệp, theo tên thư mục hoặc tệp, hay vì chỉ có một hồ sơ'),
      })
      .nullable(),
    problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    mappedBy: z.string().nullable().describe('Tên cách đọc đã ghi nhớ mà tệp hợp; null khi Khớp tự nhận ra'),
  })
  .meta({ id: 'RecognisedFile' });
export type RecognisedFile = z.infer<typeof recognisedFile>;

export const runEndpoints = {
  listRuns: get('/runs', {
    summary: 'Các lượt chạy',
    query: gridQuery(
      ['createdAt', 'kind', 'status'],
      {
        kind: commaList(z.enum(RUN_KINDS)).optional(),
        status: commaList(z.enum(RUN_STATUSES)).optional(),
        scope: z.string().optional(),
        mine: z.stringbool().optional(),
      },
      ['createdBy', 'scope'],
    ),
    response: page(run),
  }),
  getRun: get('/runs/{id}', { summary: 'Một lượt chạy', params: idParams, response: run, errors: ['NOT_FOUND'] }),
  streamRun: get('/runs/{id}/events', {
    summary: 'Tiến độ một lượt chạy (SSE, nhận Last-Event-ID)',
    params: idParams,
    kind: 'events',
    errors: ['NOT_FOUND'],
  }),
  listRunDifferences: get('/runs/{id}/differences', {
    summary: 'Tệp của lượt chạy (kiểm tra hay nạp thật) đổi những bản ghi nào; tối đa 2.000 bản ghi mỗi loại',
    params: idParams,
    query: listQuery(['place'], { kind: commaList(z.enum(DIFFERENCE_KINDS)).optional() }),
    response: page(importDifference),
    errors: ['NOT_FOUND'],
  }),
  getRunDifferencesWorkbook: get('/runs/{id}/differences.xlsx', {
    summary: 'Cũng các thay đổi ấy, thành sổ tính',
    params: idParams,
    mediaTypes: [XLSX],
    errors: ['NOT_FOUND'],
  }),
  cancelRun: post('/runs/{id}/cancel', {
    summary: 'Hủy một lượt chạy; chỉ người bắt đầu nó hoặc quản trị viên',
    params: idParams,
    response: run,
    errors: ['NOT_FOUND', 'ADMIN_ONLY', 'RUN_FINISHED'],
  }),
  listImports: get('/imports', {
    summary: 'Các lần tải tệp lên',
    query: listQuery(['createdAt'], { profileId: id.optional(), layout: z.string().optional() }),
    response: page(importBatch),
  }),
  recogniseFile: post('/imports/recognise', {
    summary: 'Tệp này là gì, của hồ sơ nào; không giữ tệp, không ghi gì',
    body: z.object({ path: z.string().max(2000).optional().describe('Đường dẫn của tệp trong thư mục đã chọn') }),
    multipart: true,
    response: recognisedFile,
    errors: ['FILE_REQUIRED', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_SUPPORTED', 'IDEMPOTENCY_MISMATCH'],
  }),
  getImport: get('/imports/{id}', {
    summary: 'Báo cáo một lần tải lên',
    params: idParams,
    response: importBatch,
    errors: ['NOT_FOUND'],
  }),
  undoImport: post('/imports/{id}/undo', {
    summary: 'Hoàn tác một lần tải lên, khi chưa có gì dựa vào nó',
    params: idParams,
    response: importBatch,
    errors: ['NOT_FOUND', 'IMPORT_IN_USE', 'RUN_IN_PROGRESS'],
  }),
  getImportErrors: get('/imports/{id}/errors.xlsx', {
    summary: 'Tệp gốc kèm cột "Lỗi"',
    params: idParams,
    mediaTypes: [XLSX],
    errors: ['NOT_FOUND'],
  }),
} as const;
