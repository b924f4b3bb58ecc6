import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** An empty folder that the database's user can enter when the tests run as root. */
export async function freshFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * A port that nothing listens on, below those that systems give to outgoing connections: one of them could take it
 * before the product does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
