import { z } from 'zod';
import { UPLOAD_ERRORS } from './amis/resources.ts';
import { get, post, put } from './endpoint.ts';
import { gridQuery, page } from './paging.ts';
import { accepted, commaList, day, id, instant, quantity, uploadQuery, version, vnd } from './values.ts';

const SHARED_INVENTORY_STATUSES = ['draft', 'loaded', 'generated', 'locked'] as const;
export const SHARED_INVENTORY_STATES = ['matched', 'differs', 'only_amis', 'only_bravo', 'factor_missing'] as const;

export const sharedInventoryPeriod = z
  .object({
    id,
    profileId: id,
    month: z.string().describe('YYYY-MM'),
    status: z.enum(SHARED_INVENTORY_STATUSES),
    amisLoadedAt: instant.nullable(),
    amisAsOf: day.nullable(),
    bravoLoadedAt: instant.nullable(),
    bravoAsOf: day.nullable(),
    generatedAt: instant.nullable(),
    version,
  })
  .meta({ id: 'SharedInventoryPeriod' });

export const sharedInventoryRow = z
  .object({
    id,
    amisProducts: z.array(z.object({ code: z.string(), name: z.string(), unit: z.string(), quantity, value: vnd })),
    bravoItems: z.array(
      z.object({ code: z.string(), name: z.string(), unit: z.string(), quantity, factor: z.string().nullable() }),
    ),
    unit: z.string(),
    amisQuantity: quantity,
    bravoQuantity: quantity.nullable(),
    sharedQuantity: quantity,
    difference: quantity.nullable(),
    value: vnd,
    state: z.enum(SHARED_INVENTORY_STATES),
  })
  .meta({ id: 'SharedInventoryRow' });

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Cần dạng YYYY-MM');
const monthFilter = month.optional().describe('YYYY-MM; bỏ trống: tháng mới nhất của hồ sơ');
const profileQuery = z.object({ profileId: id, month: monthFilter });

export const sharedInventoryEndpoints = {
  listSharedInventory: get('/shared-inventory', {
    summary: 'Tồn kho chung của hồ sơ',
    query: gridQuery(
      ['code', 'name', 'amisQuantity', 'bravoQuantity', 'sharedQuantity', 'difference', 'value'],
      {
        profileId: id,
        month: monthFilter,
        state: commaList(z.enum(SHARED_INVENTORY_STATES)).optional(),
      },
      ['state', 'unit'],
    ),
    response: page(sharedInventoryRow),
    errors: ['NOT_FOUND'],
  }),
  getSharedInventoryStats: get('/shared-inventory/stats', {
    summary: 'Số liệu tồn kho chung',
    query: profileQuery,
    response: z.object({
      rows: z.int(),
      byState: z.record(z.string(), z.int()),
      amisValue: vnd,
      sharedValue: vnd,
      differenceRows: z.int(),
    }),
    errors: ['NOT_FOUND'],
  }),
  generateSharedInventory: post('/shared-inventory/generate', {
    summary: 'Tính tồn kho chung',
    query: profileQuery,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'INVENTORY_STATE', 'RUN_IN_PROGRESS'],
  }),
  getSharedInventoryPeriod: get('/shared-inventory/period', {
    summary: 'Kỳ tồn kho chung hiện tại',
    query: profileQuery,
    response: sharedInventoryPeriod.nullable(),
    errors: ['NOT_FOUND'],
  }),
  saveSharedInventoryPeriod: post('/shared-inventory/period', {
    summary: 'Tạo hoặc sửa kỳ tồn kho chung',
    query: profileQuery,
    body: z.object({ month, version: version.optional() }),
    response: sharedInventoryPeriod,
    errors: ['NOT_FOUND', 'INVENTORY_STATE', 'STALE_VERSION'],
  }),
  updateSharedInventoryStatus: put('/shared-inventory/period', {
    summary: 'Chuyển trạng thái kỳ tồn kho chung',
    query: profileQuery,
    body: z.object({ status: z.enum(SHARED_INVENTORY_STATUSES), version }),
    response: sharedInventoryPeriod,
    errors: ['NOT_FOUND', 'INVENTORY_STATE', 'STALE_VERSION', 'ADMIN_ONLY'],
  }),
  loadSharedAmisInventory: post('/shared-inventory/load-amis-inventory', {
    summary: 'Nạp tồn kho AMIS từ tệp',
    query: profileQuery.extend(uploadQuery.shape),
    multipart: true,
    response: accepted,
    status: 202,
    errors: [...UPLOAD_ERRORS, 'INVENTORY_STATE'],
  }),
  loadSharedBravoInventory: post('/shared-inventory/load-bravo-inventory', {
    summary: 'Nạp tồn kho Bravo',
    query: profileQuery,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'INVENTORY_STATE', 'BRAVO_UNAVAILABLE', 'RUN_IN_PROGRESS'],
  }),
} as const;
