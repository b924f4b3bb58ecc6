import type { BenchService } from './service.ts';

/** A read that people make all day; `pages` when it takes an offset. */
export type MainRead = { readonly name: string; readonly place: string; readonly pages: boolean };

/** Generates the invoices of the sample's period. @returns its id. */
export async function generated(service: BenchService): Promise<string> {
  const { items } = await service.call<{ items: { id: string }[] }>('GET', '/invoice-issuance/periods');
  const periodId = items[0]!.id;
  const place = `/invoice-issuance/periods/${periodId}/generate-invoices`;
  const { runId } = await service.call<{ runId: string }>('POST', place, { override: { reason: 'đo tải' } });
  await service.runEnd(runId);
  await service.database.query('vacuum analyze');
  return periodId;
}

/** The main lists, and the reads of the cockpit. */
export async function mainReads(service: BenchService, periodId: string): Promise<MainRead[]> {
  const { items } = await service.call<{ items: { id: string }[] }>('GET', '/amis/profiles');
  const of = `profileId=${items[0]!.id}&limit=50`;
  const period = `/invoice-issuance/periods/${periodId}`;
  const list = (name: string, place: string): MainRead => ({ name, place, pages: true });
  const one = (name: string, place: string): MainRead => ({ name, place, pages: false });
  return [
    list('mã hàng AMIS', `/amis/products?${of}`),
    list('khách hàng AMIS', `/amis/partners?${of}`),
    list('vật tư Bravo', '/bravo/items?limit=50'),
    list('đối tượng Bravo', '/bravo/partners?limit=50'),
    list('sổ bán hàng Bravo', '/bravo-sales-ledgers?limit=50'),
    list('chứng từ của kỳ', `${period}/invoice-bravo-sales?limit=50`),
    list('hóa đơn của kỳ', `${period}/amis-invoices?limit=50`),
    list('phần chưa xuất', `${period}/shortages?limit=50`),
    list('đối chiếu theo khách', `${period}/reconciliation?by=partner&limit=50`),
    list('các phần đối chiếu', `${period}/reconciliation/parts?limit=50`),
    one('kỳ (hỏi 4 giây một lần)', period),
    one('số liệu của kỳ', `${period}/stats`),
    one('kiểm tra kỳ', `${period}/preflight`),
  ];
}

/** «Kiểm tra kỳ» and the records of its largest finding, as a person reads them: none of these has been asked for before. */
export async function recordReads(service: BenchService, periodId: string): Promise<MainRead[]> {
  const period = `/invoice-issuance/periods/${periodId}`;
  const { problems } = await service.call<{ problems: { key: string; count: number }[] }>('GET', `${period}/preflight`);
  const { key, count } = problems.toSorted((a, b) => b.count - a.count)[0]!;
  const records = `${period}/findings/${encodeURIComponent(key)}/records?limit=50`;
  return [
    { name: 'kiểm tra kỳ', place: `${period}/preflight`, pages: false },
    { name: `${count} bản ghi của ${key}: mở`, place: records, pages: true },
    { name: 'trang sau', place: `${records}&offset=50`, pages: true },
    { name: 'xếp lại', place: `${records}&sort=label`, pages: true },
    { name: 'tìm một từ', place: `${records}&q=nồi`, pages: true },
  ];
}
