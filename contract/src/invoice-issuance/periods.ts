import { z } from 'zod';
import { del, get, patch, post } from '../endpoint.ts';
import { gridQuery, page } from '../paging.ts';
import { changesOf, commaList, day, idParams, seenVersion, version } from '../values.ts';
import { changeMark, PERIOD_STATUSES, period, periodFields } from './resources.ts';

/** Periods themselves: opened, edited, closed, reopened, deleted. */
export const periodEndpoints = {
  createPeriod: post('/invoice-issuance/periods', {
    summary: 'Mở kỳ phát hành',
    body: periodFields,
    response: period,
    status: 201,
    errors: ['PERIOD_EXISTS', 'NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
  }),
  listPeriods: get('/invoice-issuance/periods', {
    summary: 'Các kỳ phát hành',
    query: gridQuery(['fromDate', 'createdAt'], { status: commaList(z.enum(PERIOD_STATUSES)).optional() }, [
      'name',
      'toDate',
      'status',
      'generatedAt',
      'closedAt',
    ]),
    response: page(period),
  }),
  getCurrentPeriod: get('/invoice-issuance/periods/current', {
    summary: 'Kỳ hiện tại, hoặc null',
    query: z.object({
      date: day.optional().describe('Kỳ đang mở chứa ngày ấy; bỏ trống: kỳ đang mở có ngày đầu muộn nhất'),
    }),
    response: period.nullable(),
  }),
  getPeriod: get('/invoice-issuance/periods/{id}', {
    summary: 'Một kỳ',
    params: idParams,
    response: period.extend({ changeMark }),
    errors: ['NOT_FOUND'],
  }),
  updatePeriod: patch('/invoice-issuance/periods/{id}', {
    summary: 'Sửa kỳ; đổi trạng thái để đóng hoặc mở lại',
    params: idParams,
    body: changesOf(periodFields).extend({
      version,
      status: z.enum(['closed', 'exported']).optional(),
      acknowledgement: z.string().trim().max(2000).optional(),
    }),
    response: period,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'PERIOD_STATE', 'PERIOD_EXISTS', 'ACKNOWLEDGEMENT_REQUIRED', 'ADMIN_ONLY'],
  }),
  deletePeriod: del('/invoice-issuance/periods/{id}', {
    summary: 'Xóa kỳ chưa xuất hóa đơn',
    params: idParams,
    query: seenVersion,
    errors: ['NOT_FOUND', 'PERIOD_IN_USE', 'STALE_VERSION'],
  }),
} as const;
