import { createHash } from 'node:crypto';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';

/**
 * Hash of everything that a generation reads but its own memory (the last draws and voucher numbers): equal hashes mean
 * that planning again would only say the same in other words.
 */
export function inputHash({ previous: _draws, previousVouchers: _vouchers, ...input }: IssuanceInput): string {
  const hash = createHash('sha256');
  const put = (value: unknown): void => {
    hash.update(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? '');
  };
  const { lines, ...rest } = input;
  put(rest);
  // Line by line: the ledger as one text could be longer than a string may be.
  for (const line of lines) put(line);
  return hash.digest('base64url');
}
