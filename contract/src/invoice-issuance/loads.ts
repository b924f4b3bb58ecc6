import { z } from 'zod';
import { UPLOAD_ERRORS } from '../amis/resources.ts';
import { post } from '../endpoint.ts';
import { accepted, id, idParams, instant, uploadQuery } from '../values.ts';

const moment = z.iso.datetime({ offset: true });
const profileUpload = z.object({
  profileId: id,
  madeAt: moment
    .optional()
    .describe('Thời điểm xuất báo cáo từ AMIS; không ghi thì theo tệp, tệp không ghi thì lúc tải lên'),
});

/** The parts of a period: its sales, the reports of AMIS, and the moments of these that a person states. */
export const loadEndpoints = {
  loadBravoSales: post('/invoice-issuance/periods/{id}/load-bravo-sales', {
    summary: 'Nạp sổ bán hàng Bravo của kỳ',
    params: idParams,
    response: accepted,
    status: 202,
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'RUN_IN_PROGRESS', 'BRAVO_UNAVAILABLE', 'BRAVO_QUERY_INVALID'],
  }),
  loadAmisInventory: post('/invoice-issuance/periods/{id}/load-amis-inventory', {
    summary: 'Nạp tồn kho AMIS của một hồ sơ',
    params: idParams,
    query: uploadQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: [...UPLOAD_ERRORS, 'PERIOD_STATE'],
  }),
  loadAmisSalesLedger: post('/invoice-issuance/periods/{id}/load-amis-sales-ledger', {
    summary: 'Nạp sổ chi tiết bán hàng AMIS của một hồ sơ',
    params: idParams,
    query: uploadQuery,
    body: profileUpload,
    multipart: true,
    response: accepted,
    status: 202,
    errors: [...UPLOAD_ERRORS, 'PERIOD_STATE'],
  }),
  stateSameMoment: post('/invoice-issuance/periods/{id}/same-moment', {
    summary: 'Xác nhận báo cáo tồn kho đã gồm mọi chứng từ trên sổ bán hàng lập sau nó',
    params: idParams,
    body: z.object({ profileId: id, salesLedgerMadeAt: moment.describe('Sổ bán hàng mà người xác nhận đã xem') }),
    response: z.object({ stockContainsLedgerAt: instant }),
    errors: ['NOT_FOUND', 'PERIOD_STATE', 'STALE_VERSION', 'STOCK_LACKS_ENTRIES', 'IDEMPOTENCY_MISMATCH'],
  }),
} as const;
