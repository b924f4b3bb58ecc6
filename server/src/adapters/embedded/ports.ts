import { createServer } from 'node:net';

/** A loopback port that is free now. The caller must cope with losing it before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** The reason why nothing can listen on `port` at the hosts: `EADDRINUSE`, `EACCES` …, or null when it is free. */
export async function whyPortIsTaken(port: number, hosts: readonly string[]): Promise<string | null> {
  for (const host of hosts) {
    const code = await new Promise<string | null>((resolve) => {
      const server = createServer();
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'));
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
    });
    // A machine without IPv6 has no ::1 to take.
    if (code !== null && code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') return code;
  }
  return null;
}
