import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { WRONG_ADDRESS } from '../answers/refusals.ts';

/** Refuses addresses whose encoded letters are no UTF-8: taken as they are, they would ask for something else than was meant. */
export function refuseWrongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!isDecodable(raw.url ?? '')) throw new Refusal('VALIDATION', WRONG_ADDRESS);
  });
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
