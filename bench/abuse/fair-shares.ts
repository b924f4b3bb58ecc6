import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unsignedToken } from '@khop/server/testing/api.ts';
import { writeBravo } from '../api/data.ts';
import { type BenchService, startBenchService } from '../api/service.ts';
import type { Promised } from './promised.ts';

const LINES = 60_000;
const AT_ONCE = 40;
const DAYS = { fromDate: '2026-09-01', toDate: '2026-09-30' };

/** One person asks for forty reconciliations of a month at once; another one goes on working. */
export async function run(): Promise<Promised[]> {
  const service = await startBenchService(undefined);
  try {
    const address = `${service.address}${await monthOf(service)}/reconciliation?by=item&limit=200`;
    const tokens = ['mot@khop.local', 'hai@khop.local'].map((email) => unsignedToken(email));
    const [one, other] = tokens as [string, string];
    await ask(one, address);
    return await storm(address, one, `${service.address}/amis/products`, other);
  } finally {
    await service.stop();
  }
}

/** A month with a ledger in it; answers its address. */
async function monthOf(service: BenchService): Promise<string> {
  await writeBravo(path.join(service.dataDir, 'sample', 'bravo'), LINES, 3000);
  const done = async (place: string, body: object = {}): Promise<void> => {
    await service.runEnd((await service.call<{ runId: string }>('POST', place, body)).runId);
  };
  const profile = await service.call<{ id: string }>('POST', '/amis/profiles', {
    ...{ code: 'AP', name: 'An Phú', taxCode: '' },
  });
  await done('/bravo-items-sync/sync');
  await done('/bravo-sales-ledgers', DAYS);
  const period = await service.call<{ id: string }>('POST', '/invoice-issuance/periods', {
    ...{ name: 'Tháng 9', ...DAYS },
    ...{ profileIds: [profile.id], issuers: {} },
  });
  const place = `/invoice-issuance/periods/${period.id}`;
  await done(`${place}/load-bravo-sales`);
  return place;
}

type Asked = { readonly status: number; readonly retryAfter: string | null; readonly ms: number };

async function ask(token: string, address: string): Promise<Asked> {
  const started = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - started,
  };
}

async function storm(address: string, one: string, list: string, other: string): Promise<Promised[]> {
  let left = AT_ONCE;
  const started = performance.now();
  const all = Array.from({ length: AT_ONCE }, async () => {
    const answer = await ask(one, address);
    left -= 1;
    return answer;
  });
  const beside: Asked[] = [];
  while (left > 0) {
    beside.push(await ask(other, list));
    await sleep(50);
  }
  const answers = await Promise.all(all);
  const seconds = (performance.now() - started) / 1000;
  const slowest = Math.max(...beside.map(({ ms }) => ms));
  const fine = answers.filter(({ status }) => status === 200).length;
  const told = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null).length;
  return [
    {
      name: `danh sách mã hàng của người khác, trong ${AT_ONCE} lượt đối chiếu của một người`,
      promised: 'luôn 200, lâu nhất dưới 3 s; trước: 12,1 s',
      figure: `${beside.length} lượt, lâu nhất ${(slowest / 1000).toFixed(2)} s`,
      holds: beside.every(({ status }) => status === 200) && slowest < 3000,
    },
    {
      name: `${AT_ONCE} lượt đối chiếu ấy`,
      promised: 'được trả lời, hoặc 503 kèm Retry-After sau 10 s chờ',
      figure: `${fine} × 200, ${told} × 503 trong ${seconds.toFixed(1)} s`,
      holds: fine > 0 && fine + told === AT_ONCE,
    },
  ];
}
