import { z } from 'zod';
import { del, get, patch, post } from '../endpoint.ts';
import { id, idParams, seenVersion, version } from '../values.ts';

const code = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Mã gồm chữ thường không dấu, số và gạch nối')
  .describe('Hồ sơ gọi mẫu bằng mã này (exportLayout)');
const name = z.string().trim().min(1).max(200);
const document = z.looseObject({}).describe('{ sheetName, columns: [{ header, field | constant, whenEmpty }] }');

const layout = z
  .object({
    id: id.nullable().describe('null: mẫu có sẵn'),
    code: z.string(),
    name: z.string(),
    isBuiltIn: z.boolean(),
    document: z.object({
      sheetName: z.string(),
      columns: z.array(
        z.object({
          header: z.string(),
          field: z.string().optional(),
          constant: z.union([z.string(), z.number()]).optional(),
          whenEmpty: z.union([z.string(), z.number()]).optional(),
        }),
      ),
    }),
    usedBy: z.array(z.string()).describe('Mã các hồ sơ đang dùng'),
    version: version.nullable(),
  })
  .meta({ id: 'ExportLayout' });

export const layoutEndpoints = {
  listExportLayouts: get('/invoice-issuance/export-layouts', {
    summary: 'Các mẫu tệp nhập AMIS, và các trường mà một cột lấy được',
    response: z.object({
      items: z.array(layout),
      fields: z.array(z.object({ field: z.string(), label: z.string(), type: z.string() })),
    }),
  }),
  previewExportLayout: post('/invoice-issuance/export-layouts/preview', {
    summary: 'Kiểm tra một mẫu và xem vài dòng của nó',
    body: z.object({ document: z.unknown(), periodId: id.optional().describe('Xem bằng hóa đơn thật của kỳ này') }),
    response: z.object({
      problems: z.array(z.object({ path: z.string(), message: z.string() })),
      headers: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    }),
    errors: ['NOT_FOUND'],
  }),
  sampleExportLayout: post('/invoice-issuance/export-layouts/from-sample', {
    summary: 'Lập mẫu từ dòng tiêu đề của một tệp mẫu; chưa lưu gì',
    access: 'admin',
    multipart: true,
    body: z.object({}),
    response: z.object({
      document: layout.shape.document,
      unmatched: z.array(z.string()).describe('Tiêu đề chưa biết lấy từ đâu: cột để trống'),
    }),
    errors: ['LAYOUT_INVALID', 'FILE_REQUIRED', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_SUPPORTED', 'FILE_DAMAGED'],
  }),
  createExportLayout: post('/invoice-issuance/export-layouts', {
    summary: 'Thêm mẫu riêng của công ty',
    access: 'admin',
    body: z.object({ code, name, document }),
    response: layout,
    status: 201,
    errors: ['LAYOUT_INVALID', 'CODE_TAKEN', 'IDEMPOTENCY_MISMATCH'],
  }),
  updateExportLayout: patch('/invoice-issuance/export-layouts/{id}', {
    summary: 'Sửa mẫu riêng',
    access: 'admin',
    params: idParams,
    body: z.object({ version, name: name.optional(), document: document.optional() }),
    response: layout,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'LAYOUT_INVALID'],
  }),
  deleteExportLayout: del('/invoice-issuance/export-layouts/{id}', {
    summary: 'Xóa mẫu riêng không hồ sơ nào dùng',
    access: 'admin',
    params: idParams,
    query: seenVersion,
    errors: ['NOT_FOUND', 'LAYOUT_IN_USE', 'STALE_VERSION'],
  }),
} as const;
