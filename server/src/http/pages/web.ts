import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';

const YEAR_S = 31_536_000;

/** Serves the built web application; every path that is neither a file nor `/v1` gets the page itself. */
export async function serveWeb(app: FastifyInstance, context: Context): Promise<void> {
  const folder = context.config.webDir;
  const hasBuild = existsSync(path.join(folder, 'index.html'));
  if (hasBuild) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Built files carry their hash in their name; everything else is asked for again.
        const lasting = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', lasting ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/v1/');
    const isFile = /\.[a-z0-9]{1,8}$/i.test(request.url.split('?')[0] ?? '');
    if (!wantsPage || isFile || !hasBuild)
      throw new Refusal('NOT_FOUND', `Không có địa chỉ ${request.method} ${request.url.split('?')[0]}.`);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(path.join(folder, 'index.html')));
  });
}
