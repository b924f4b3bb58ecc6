import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  const profile = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
});
afterAll(() => api?.close());

describe('upload of partners', () => {
  it('takes customers and suppliers in, with what their tax codes are worth', async () => {
    const file = await workbookFile('amis-customers', [
      { code: 'KH1', name: 'Công ty TNHH Hoa Mai', taxCode: '0316520076' },
      { code: 'KH2', name: 'Chị Lan', phone: '0900 000 001' },
      { code: 'KH3', name: 'Sai số', taxCode: '0312345678' },
      { code: 'KH4', name: 'Chi nhánh cũ', taxCode: '0316520076-991' },
    ]);
    const accepted = await api.upload<{ runId: string }>('/amis/partners/bulk', file, { profileId, type: 'customer' });
    expect((await api.runEnd(accepted.body.runId)).result).toMatchObject({ created: 4, rejected: 0 });
    const checks = await api.call<{ items: { code: string; taxCodeCheck: string }[] }>(
      'GET',
      `/amis/partners?profileId=${profileId}&type=customer`,
    );
    expect(checks.body.items.map((item) => [item.code, item.taxCodeCheck])).toEqual([
      ['KH1', 'valid'],
      ['KH2', 'none'],
      ['KH3', 'bad_checksum'],
      ['KH4', 'branch_range'],
    ]);
    const byPhone = await api.call('GET', `/amis/partners?profileId=${profileId}&q=0900%20000`);
    expect(byPhone.body).toMatchObject({ total: 1, items: [{ code: 'KH2', type: 'customer' }] });

    await api.context.pool.query(
      `update amis_partners set partner_group = 'Đại lý', is_organisation = code = 'KH1', is_internal = code = 'KH2'
       where profile_id = $1 and code in ('KH1', 'KH2')`,
      [profileId],
    );
    const codes = async (filter: string) =>
      (
        await api.call<{ items: { code: string }[] }>('GET', `/amis/partners?profileId=${profileId}&${filter}`)
      ).body.items.map(({ code }) => code);
    expect(await codes('isOrganisation=true')).toEqual(['KH1']);
    expect(await codes('isOrganisation=false')).toEqual(['KH2']);
    expect(await codes('isInternal=true')).toEqual(['KH2']);
    const filters = `/amis/partner-filters?profileId=${profileId}&type=`;
    expect((await api.call('GET', `${filters}customer`)).body).toEqual({ group: [{ value: 'Đại lý', count: 2 }] });
    expect((await api.call('GET', `${filters}supplier`)).body).toEqual({ group: [] });

    const asSuppliers = await api.upload<{ runId: string }>('/amis/partners/bulk', file, {
      profileId,
      type: 'supplier',
    });
    expect(await api.runEnd(asSuppliers.body.runId)).toMatchObject({ status: 'failed', errorCode: 'WRONG_LAYOUT' });
    const noType = await api.upload('/amis/partners/bulk', file, { profileId });
    expect(noType).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
  });
});
