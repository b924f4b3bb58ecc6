import { type AuditChain, sealAuditEvents, verifyAuditChain } from '../audit/audit-chain.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/database.ts';
import { PATIENCE } from '../db/patience.ts';
import { Refusal } from '../refusal.ts';
import { moment } from './moment.ts';
import { withDatabase } from './own-database.ts';

/** A hash of the chain as people write it down. */
export const isChainHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * Seals what has been committed, walks the chain of audit events and says what it found. With `expected`, a hash of the
 * chain that was kept elsewhere, the chain must still go through it.
 *
 * @returns 0 when the chain is whole, else 1
 */
export async function verifyAudit(config: Config, expected?: string): Promise<number> {
  const chain = await withDatabase(config, 'running', async (url) => {
    const pool = createPool(url, 1, PATIENCE.commands);
    try {
      await refuseWithoutChain(pool);
      await sealAuditEvents(pool, 'everything');
      return await verifyAuditChain(pool, expected);
    } finally {
      await pool.end();
    }
  });
  const { sentences, isWhole } = told(chain, expected);
  for (const sentence of sentences) (isWhole ? console.log : console.error)(sentence);
  return isWhole ? 0 : 1;
}

async function refuseWithoutChain(pool: ReturnType<typeof createPool>): Promise<void> {
  const { rows } = await pool.query<{ is: boolean }>("select to_regclass('audit_seals') is not null as is");
  if (!rows[0]!.is)
    throw new Refusal('DATABASE_UNAVAILABLE', 'Cơ sở dữ liệu chưa có chuỗi nhật ký. Hãy chạy «khop migrate» trước.');
}

function told(chain: AuditChain, expected?: string): { sentences: string[]; isWhole: boolean } {
  const { sealed, first, last, head, broken, expectedAt } = chain;
  if (broken) {
    const place = `sự kiện thứ ${broken.position} (${broken.eventId}${broken.at === null ? '' : `, ghi lúc ${moment(broken.at)}`})`;
    return { sentences: [`Chuỗi nhật ký đứt ở ${place}: ${broken.message}`, ...upTo(chain)], isWhole: false };
  }
  if (expected !== undefined && expectedAt === null) {
    const why = 'những sự kiện đến mã ấy đã bị bỏ đi hoặc cả chuỗi đã bị viết lại.';
    return { sentences: [`Không có mã ${expected} trong chuỗi nhật ký: ${why}`, ...upTo(chain)], isWhole: false };
  }
  if (first === null || last === null) return { sentences: ['Nhật ký chưa có sự kiện nào.'], isWhole: true };
  const sentences = [
    `Chuỗi nhật ký nguyên vẹn: ${sealed} sự kiện, từ ${moment(first.at)} đến ${moment(last.at)}.`,
    `Mã cuối chuỗi: ${head}`,
  ];
  if (expected !== undefined) sentences.push(`Mã đã giữ là của sự kiện thứ ${expectedAt}/${sealed}.`);
  return { sentences, isWhole: true };
}

const upTo = ({ sealed, last, head }: AuditChain): string[] =>
  last === null ? [] : [`Nguyên vẹn đến sự kiện thứ ${sealed}, ghi lúc ${moment(last.at)}; mã ở đó: ${head}`];
