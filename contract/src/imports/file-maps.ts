import { uploadedLayouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { z } from 'zod';
import { del, get, patch, post } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { accepted, id, idParams, instant, seenVersion, version } from '../values.ts';

const header = z.string().max(200);
const layout = z.enum(uploadedLayouts as readonly [string, ...string[]]).describe('Mẫu tệp');

const mappedColumn = z.object({
  field: z.string().min(1).max(100).describe('Mục của mẫu'),
  column: z
    .string()
    .regex(/^[A-Z]{1,3}$/, 'Cần chữ cái của cột, ví dụ C')
    .describe('Chữ cái của cột trong tệp'),
  header: header.describe('Tiêu đề của cột trong tệp; trống khi cột không có tiêu đề'),
  days: z.enum(['dmy', 'mdy', 'ymd']).optional().describe('Thứ tự ngày, tháng, năm trong chữ của cột'),
  decimal: z.enum([',', '.']).optional().describe('Dấu của phần lẻ trong chữ của cột'),
});

const columnMap = z
  .object({
    layout,
    sheet: z.string().max(200),
    headerRow: z.int().min(1).max(2000).describe('Dòng tiêu đề đầu tiên, từ 1'),
    headerRows: z.union([z.literal(1), z.literal(2)]),
    columns: z.array(mappedColumn).max(512),
    headers: z.array(header).max(512).optional().describe('Mọi tiêu đề của trang tính, theo thứ tự'),
  })
  .meta({ id: 'ColumnMap' });

const fileMap = z
  .object({
    id,
    layout,
    title: z.string().describe('Tên mẫu tệp'),
    profileId: id.nullable(),
    name: z.string(),
    map: columnMap,
    version,
    createdBy: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'FileMap' });

const cell = z.object({ row: z.int(), column: z.string(), value: z.string(), code: z.string(), message: z.string() });

const name = z.string().trim().min(1).max(120);

export const fileMapEndpoints = {
  previewFileMap: get('/runs/{id}/file-map', {
    summary: 'Các dòng đầu của tệp mà một lượt tải không nhận ra được, và đoán cột nào là gì',
    params: idParams,
    response: z
      .object({
        fileName: z.string(),
        layout,
        title: z.string(),
        profileId: id.nullable(),
        refusedAs: z.string().nullable().describe('Mã lỗi của lượt tải; null khi nó không lỗi'),
        sheets: z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())) })),
        guess: columnMap.nullable().describe('Cách đọc mà Khớp đoán'),
        sureness: z.record(z.string(), z.number()).describe('Mục → chắc tới đâu, 0 đến 1'),
        open: z
          .array(z.object({ field: z.string(), kind: z.enum(['days', 'decimal']), value: z.string() }))
          .describe('Điều mà chữ trong cột chưa cho biết'),
        near: z
          .object({ id, name: z.string(), missing: z.array(z.string()) })
          .nullable()
          .describe('Cách đọc đã ghi nhớ gần giống nhất, mà phần đoán dựa theo'),
        suggestedName: z.string(),
      })
      .meta({ id: 'FileMapPreview' }),
    errors: ['NOT_FOUND', 'ADMIN_ONLY', 'FILE_DAMAGED', 'FILE_TOO_LARGE', 'EMPTY_SHEET'],
  }),
  tryFileMap: post('/runs/{id}/file-map/try', {
    summary: 'Đọc thử tệp của một lượt tải theo một cách đọc; không ghi gì',
    params: idParams,
    body: z.object({ map: columnMap }),
    response: z
      .object({
        problem: z
          .object({ code: z.string(), message: z.string(), details: z.unknown() })
          .nullable()
          .describe('Vì sao chưa đọc được; các số khi đó là 0'),
        read: z.int(),
        rejected: z.int().describe('Số dòng bị từ chối'),
        rejections: z.array(cell).describe('Tối đa 50 ô đầu'),
        sums: z.array(
          z.object({
            field: z.string(),
            label: z.string(),
            read: z.string(),
            file: z.string().nullable().describe('Dòng tổng của tệp; null khi tệp không có'),
          }),
        ),
        warnings: z.array(z.string()).describe('Tối đa 20 cảnh báo đầu'),
      })
      .meta({ id: 'FileMapTrial' }),
    errors: ['NOT_FOUND', 'ADMIN_ONLY'],
  }),
  importByFileMap: post('/runs/{id}/file-map/import', {
    summary: 'Nạp tệp của một lượt tải theo một cách đọc, và ghi nhớ cách ấy nếu muốn',
    params: idParams,
    body: z.object({
      map: columnMap,
      remember: name.nullable().describe('Tên để ghi nhớ; null là chỉ dùng lần này'),
      dryRun: z.boolean().default(false).describe('Chỉ kiểm tra: không ghi dữ liệu, không ghi nhớ cách đọc'),
    }),
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'ADMIN_ONLY', 'MAP_INVALID', 'RUN_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'],
  }),
  listFileMaps: get('/file-maps', {
    summary: 'Các cách đọc đã ghi nhớ',
    query: listQuery(['name', 'updatedAt'], { layout: layout.optional(), profileId: id.optional() }),
    response: page(fileMap),
  }),
  updateFileMap: patch('/file-maps/{id}', {
    summary: 'Đổi tên hay sửa cột của một cách đọc đã ghi nhớ',
    params: idParams,
    body: z.object({ version, name: name.optional(), columns: z.array(mappedColumn).min(1).max(512).optional() }),
    response: fileMap,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'MAP_INVALID', 'IDEMPOTENCY_MISMATCH'],
  }),
  deleteFileMap: del('/file-maps/{id}', {
    summary: 'Bỏ một cách đọc đã ghi nhớ; dữ liệu đã nạp theo nó còn nguyên',
    params: idParams,
    query: seenVersion,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
} as const;
