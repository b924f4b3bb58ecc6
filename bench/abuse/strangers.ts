import { request } from 'node:http';
import { type BenchService, startBenchService } from '../api/service.ts';
import type { Promised } from './promised.ts';

const FLOOD = 1500;
const AT_ONCE = 16;
const BODY_BYTES = 1_900_000;

/** People without an account: a flood from one address, and long bodies that the service never asked for. */
export async function run(): Promise<Promised[]> {
  const service = await startBenchService(undefined);
  try {
    return [...(await flood(service.address)), await longBody(service)];
  } finally {
    await service.stop();
  }
}

/** The health check and a page's first request are answered while one address asks far beyond its limit. */
async function flood(address: string): Promise<Promised[]> {
  const answers = new Map<number, number>();
  let asked = 0;
  const ask = async (): Promise<void> => {
    while (asked++ < FLOOD) {
      const { status } = await fetch(`${address}/amis/products`);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const flooding = Promise.all(Array.from({ length: AT_ONCE }, ask));
  const slowest = { ready: 0, config: 0 };
  const refused = new Set<number>();
  let isOver = false;
  void flooding.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [key, place] of [
      ['ready', '/health/ready'],
      ['config', '/app-config'],
    ] as const) {
      const started = performance.now();
      const { status } = await fetch(`${address}${place}`);
      if (status !== 200) refused.add(status);
      slowest[key] = Math.max(slowest[key], performance.now() - started);
    }
  }
  await flooding;
  const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    {
      name: `${FLOOD} lượt gọi không đăng nhập từ một địa chỉ`,
      promised: 'quá 240 lượt một phút được 429',
      figure: told,
      holds: (answers.get(429) ?? 0) >= FLOOD - 2 * 240 && (answers.get(401) ?? 0) > 0,
    },
    {
      name: 'ready và app-config trong lúc đó',
      promised: 'luôn 200, dưới 200 ms; trước: 429',
      figure: `${refused.size === 0 ? 'luôn 200' : [...refused].join(', ')}, lâu nhất ${slowest.ready.toFixed(0)} và ${slowest.config.toFixed(0)} ms`,
      holds: refused.size === 0 && Math.max(slowest.ready, slowest.config) <= 200,
    },
  ];
}

/** Processor time that a stranger's long JSON costs: it is refused by its headers. */
async function longBody({ address, cpuSeconds }: BenchService): Promise<Promised> {
  const body = JSON.stringify({ items: Array.from({ length: BODY_BYTES / 10 }, () => [[[1]]]) }).slice(0, BODY_BYTES);
  const before = cpuSeconds('serve');
  const statuses = new Set<number>();
  for (let at = 0; at < 10; at++) statuses.add(await posted(`${address}/product-connections`, body));
  const milliseconds = ((cpuSeconds('serve') - before) / 10) * 1000;
  return {
    name: '1,9 MB JSON không đăng nhập',
    promised: '401 (hoặc 429), dưới 50 ms CPU; trước: 1.900 ms',
    figure: `${[...statuses].join(', ')}, ${milliseconds.toFixed(0)} ms CPU`,
    holds: [...statuses].every((status) => status === 401 || status === 429) && milliseconds <= 50,
  };
}

/** By hand: the answer may come, and the connection end, before the body was sent. */
const posted = (address: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    let status = 0;
    const sent = request(address, { method: 'POST', headers }, (response) => {
      status = response.statusCode ?? 0;
      response.resume().once('close', () => resolve(status));
    });
    sent.once('error', (error) => (status > 0 ? resolve(status) : reject(error)));
    sent.end(body);
  });
