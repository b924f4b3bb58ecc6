import type { FastifyInstance } from 'fastify';
import { type Config, isLoopback } from '../../config.ts';
import { Refusal } from '../../refusal.ts';

/**
 * In emulator mode, answers only to this machine's own names and to the configured address. Tokens are unsigned there,
 * so loopback is all that keeps others out, and a web page gets past it by pointing a name of its own at 127.0.0.1: its
 * requests then come from this machine, and their answers are for its eyes. Only the name distinguishes them.
 */
export function refuseOtherHosts(app: FastifyInstance, { identity, publicUrl }: Config): void {
  if (identity?.mode !== 'emulator') return;
  const own = new URL(publicUrl).hostname;
  app.addHook('onRequest', async (request) => {
    const name = hostNameOf(request.headers.host ?? '');
    if (name === own || isLoopback(name)) return;
    throw new Refusal(
      'VALIDATION',
      `Ở chế độ giả lập, Khớp chỉ trả lời qua địa chỉ của chính máy này. Hãy mở ${publicUrl}, hoặc đặt KHOP_PUBLIC_URL.`,
    );
  });
}

/** The name in a Host header, without its port; empty for what is none. */
const hostNameOf = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? '';
