import { amisPartner as partnerRecord } from '@khop/engine/records/amis-partner.ts';
import { amisProduct as productRecord } from '@khop/engine/records/amis-product.ts';
import { having } from '@khop/engine/records/record.ts';
import { z } from 'zod';
import {
  accounts,
  amisPartner,
  amisProduct,
  PARTNER_TYPES,
  profile,
  profileFields,
  profileStats,
  profileUpload,
  profileWarehouses,
  UPLOAD_ERRORS,
  warehouseName,
} from './amis/resources.ts';
import { del, get, patch, post, put } from './endpoint.ts';
import { gridQuery, listQuery, page } from './paging.ts';
import { changeFields, conditionsOf, filterFields, heldFields, inOrder, shapeInOrder } from './record-fields.ts';
import { accepted, changesOf, commaList, id, idParams, seenVersion, uploadQuery, vatRate, version } from './values.ts';

export const amisEndpoints = {
  getAmisProduct: get('/amis/products/{id}', {
    summary: 'Một mã hàng AMIS',
    params: idParams,
    response: amisProduct,
    errors: ['NOT_FOUND'],
  }),
  listAmisProducts: get('/amis/products', {
    summary: 'Mã hàng AMIS',
    query: gridQuery(
      inOrder([...having(productRecord, 'sorts'), 'updatedAt'], { group: 'quantityOnHand' }),
      shapeInOrder(
        {
          profileId: id.optional(),
          ...filterFields(productRecord),
          vatRate: commaList(vatRate).optional().describe('Các thuế suất, cách nhau bằng dấu phẩy; none là chưa khai'),
          connected: z.stringbool().optional(),
          stock: commaList(z.enum(['positive', 'zero', 'negative'])).optional(),
        },
        { kind: 'vatRate', group: 'vatRate' },
      ),
      inOrder([...conditionsOf(productRecord), 'connectionCount'], { connectionCount: 'note' }),
    ),
    response: page(amisProduct),
  }),
  getAmisProductFilters: get('/amis/product-filters', {
    summary: 'Nhóm, tính chất, thuế suất có trong danh mục hàng hóa',
    query: z.object({ profileId: id }),
    response: z.object(shapeInOrder(heldFields(productRecord), { group: 'vatRate', kind: 'vatRate' })),
  }),
  updateAmisProduct: patch('/amis/products/{id}', {
    summary: 'Sửa mã hàng AMIS',
    params: idParams,
    body: z.object({
      version,
      ...shapeInOrder(changeFields(productRecord), { kind: 'vatRate', group: 'vatRate' }),
    }),
    response: amisProduct,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  uploadAmisProducts: post('/amis/products/bulk', {
    summary: 'Tải lên danh mục hàng hóa',
    query: uploadQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  uploadPurchaseLedger: post('/amis/products/purchase-ledger', {
    summary: 'Tải lên sổ chi tiết mua hàng',
    query: uploadQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  getAmisPartner: get('/amis/partners/{id}', {
    summary: 'Một đối tượng AMIS',
    params: idParams,
    response: amisPartner,
    errors: ['NOT_FOUND'],
  }),
  listAmisPartners: get('/amis/partners', {
    summary: 'Khách hàng, nhà cung cấp AMIS',
    query: gridQuery(
      [...having(partnerRecord, 'sorts'), 'updatedAt'],
      shapeInOrder(
        {
          profileId: id.optional(),
          type: z.enum(PARTNER_TYPES).optional(),
          connected: z.stringbool().optional(),
          ...filterFields(partnerRecord),
        },
        { group: 'connected', isActive: 'connected' },
      ),
      inOrder([...conditionsOf(partnerRecord), 'connectionCount'], { connectionCount: 'note' }),
    ),
    response: page(amisPartner),
  }),
  getAmisPartnerFilters: get('/amis/partner-filters', {
    summary: 'Nhóm có trong danh sách khách hàng, nhà cung cấp',
    query: z.object({ profileId: id, type: z.enum(PARTNER_TYPES) }),
    response: z.object(heldFields(partnerRecord)),
  }),
  updateAmisPartner: patch('/amis/partners/{id}', {
    summary: 'Sửa đối tượng AMIS',
    params: idParams,
    body: z.object({
      version,
      ...shapeInOrder(changeFields(partnerRecord), { address: 'taxCode', isInternal: 'isActive' }),
    }),
    response: amisPartner,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  uploadAmisPartners: post('/amis/partners/bulk', {
    summary: 'Tải lên danh sách khách hàng hoặc nhà cung cấp',
    query: uploadQuery,
    body: z.object({ type: z.enum(PARTNER_TYPES), profileId: id }),
    multipart: true,
    response: accepted,
    status: 202,
    errors: UPLOAD_ERRORS,
  }),
  createProfile: post('/amis/profiles', {
    summary: 'Tạo hồ sơ',
    body: profileFields,
    response: profile,
    status: 201,
    errors: ['CODE_TAKEN', 'IDEMPOTENCY_MISMATCH'],
  }),
  listProfiles: get('/amis/profiles', {
    summary: 'Hồ sơ AMIS',
    query: listQuery(['code', 'name', 'createdAt'], { isActive: z.stringbool().optional() }),
    response: page(profile),
  }),
  getProfile: get('/amis/profiles/{id}', {
    summary: 'Một hồ sơ',
    params: idParams,
    response: profile,
    errors: ['NOT_FOUND'],
  }),
  updateProfile: patch('/amis/profiles/{id}', {
    summary: 'Sửa hồ sơ',
    params: idParams,
    body: changesOf(profileFields).extend({ accounts: changesOf(accounts).optional(), version }),
    response: profile,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'CODE_TAKEN'],
  }),
  deleteProfile: del('/amis/profiles/{id}', {
    summary: 'Xóa hồ sơ chưa có dữ liệu',
    params: idParams,
    query: seenVersion,
    errors: ['NOT_FOUND', 'PROFILE_IN_USE', 'STALE_VERSION'],
  }),
  getProfileWarehouses: get('/amis/profiles/{id}/warehouses', {
    summary: 'Tên kho và mã kho của hồ sơ, cùng những cặp mà sổ sách gợi ra',
    params: idParams,
    response: profileWarehouses,
    errors: ['NOT_FOUND'],
  }),
  updateProfileWarehouses: put('/amis/profiles/{id}/warehouses', {
    summary: 'Đặt mã kho cho các tên kho',
    params: idParams,
    body: z.object({ items: z.array(warehouseName).max(500), version }),
    response: profileWarehouses,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  getProfileStats: get('/amis/profiles/{id}/stats', {
    summary: 'Số liệu của hồ sơ',
    params: idParams,
    response: profileStats,
    errors: ['NOT_FOUND'],
  }),
} as const;
