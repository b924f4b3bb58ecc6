import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { newTestAuthority } from '@khop/sample/tax-invoices/test-authority.ts';
import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { taxFiles } from '@khop/server/adapters/tax-xml/tax-files.ts';
import { ZipFile } from 'yazl';

/** One task in a process of its own, so that its peak memory is its own: `write|read FOLDER INVOICES`, figures as JSON. */
const [task = '', folder = '', countText = '0'] = process.argv.slice(2);
const PER_ZIP = 5_000;
const SELLERS = 40;

if (task === 'write') await write(Number(countText));
else await read();

async function write(count: number): Promise<void> {
  const authority = newTestAuthority();
  const buyer = { taxCode: '0314409058', name: 'Công ty Cổ phần Bình Minh' };
  const sellers = Array.from({ length: SELLERS }, (_, at) => ({
    taxCode: `01${String(at).padStart(8, '0')}`,
    name: `Nhà cung cấp ${at + 1}`,
  })).map((firm) => ({ firm, signer: authority.signerOf(firm) }));
  const office = authority.signerOf({ taxCode: '0100000011', name: 'Cơ quan thuế (thử)' });
  for (let from = 0; from < count; from += PER_ZIP) {
    const zip = new ZipFile();
    for (let at = from; at < Math.min(count, from + PER_ZIP); at++) {
      const { firm, signer } = sellers[at % SELLERS]!;
      const about = { seed: 7, seller: firm, buyer, number: at + 1, date: '2026-11-20', lines: 1 + (at % 9) };
      const style = { ...PLAIN_STYLE, signedAt: '2026-11-20T10:00:00' };
      zip.addBuffer(writeTaxInvoice(madeUpInvoice(about), { seller: signer, authority: office }, style), `${at}.xml`);
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(folder, `${from / PER_ZIP}.zip`)));
  }
}

async function read(): Promise<void> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  let [invoices, intact, bytes]: [number, number, number] = [0, 0, 0];
  for (const name of await readdir(folder))
    await taxFiles.read(join(folder, name), {
      take: (piece) => {
        invoices += piece.invoices.length;
        for (const { signature, file } of piece.invoices) {
          if (signature.verdict === 'intact') intact += 1;
          bytes += file.bytes.length;
        }
      },
    });
  const { user, system } = process.cpuUsage(cpu);
  const figures = {
    ...{ invoices, intact, bytes, seconds: (performance.now() - started) / 1000 },
    ...{ cpuSeconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 },
  };
  console.log(JSON.stringify(figures));
}
