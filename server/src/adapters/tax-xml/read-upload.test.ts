import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { isTaxUpload } from './is-tax-upload.ts';
import { limits } from './limits.ts';
import type { ReadTaxInvoice, RefusedTaxFile, TaxFile, TaxReading } from './port.ts';
import { taxFiles } from './tax-files.ts';
import { authority, signedText } from './testing/made-up.ts';
import { Budget } from './zip-entries.ts';

// Threads start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-tax-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Files = readonly (readonly [name: string, content: string | Uint8Array])[];

const zipOf = async (files: Files, compress = true): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
};

let made = 0;

/** Everything that an upload holds. */
async function readAll(content: string | Uint8Array, options: Omit<TaxReading, 'take'> = {}) {
  made += 1;
  const path = join(folder, `tai-len-${made}`);
  await writeFile(path, content);
  const [invoices, refused]: [ReadTaxInvoice[], RefusedTaxFile[]] = [[], []];
  const workbooks: TaxFile[] = [];
  const take: TaxReading['take'] = (piece) => {
    workbooks.push(...(piece.workbooks ?? []));
    invoices.push(...piece.invoices);
    refused.push(...piece.refused);
  };
  const summary = await taxFiles.read(path, { take, name: 'goi.zip', roots: [authority.root], ...options });
  return { invoices, refused, workbooks, summary, isTax: await isTaxUpload(path) };
}

const codes = ({ refused }: { readonly refused: readonly RefusedTaxFile[] }) =>
  refused.map(({ name, code }) => `${name} ${code}`);
const numbers = ({ invoices }: { readonly invoices: readonly ReadTaxInvoice[] }) =>
  invoices.map(({ invoice }) => invoice.identity.number);

const one = signedText();
const other = signedText({ number: '00000013' });

it('reads one XML, its bytes and hash kept', async () => {
  const { invoices, summary, isTax } = await readAll(one);
  expect(summary).toEqual({ files: 1, invoices: 1, refused: 0, ignored: {} });
  expect(Buffer.from(invoices[0]!.file.bytes).toString()).toBe(one);
  expect(invoices[0]).toMatchObject({ ordinal: 1, file: { name: 'goi.zip' }, signature: { verdict: 'intact' } });
  expect(isTax).toBe(true);
});

it('reads the zip of a portal: invoices in it and in zips in it, all else ignored by kind', async () => {
  const inner = await zipOf([
    ['hoa-don.xml', other],
    ['mau.xsl', '<xsl:stylesheet xmlns:xsl="x"/>'],
  ]);
  const read = await readAll(
    await zipOf([
      ['invoice.xml', one],
      ['invoice.html', '<!DOCTYPE html><html></html>'],
      ['details.js', 'var a = 1;'],
      ['sign-check.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['trong.zip', inner],
      ['lừa.jpg', signedText({ number: '14' })],
      ['hong.xml', one.slice(0, 200)],
    ]),
  );
  expect(numbers(read).sort()).toEqual(['12', '13', '14']);
  expect(codes(read)).toEqual(['goi.zip/hong.xml XML_MALFORMED']);
  expect(read.summary).toEqual({ files: 4, invoices: 3, refused: 1, ignored: { html: 1, js: 1, jpg: 1, xsl: 1 } });
  expect(read.isTax).toBe(true);
});

it('refuses by its name what is called XML and is none, so that no invoice is missed among the pictures', async () => {
  const read = await readAll(
    await zipOf([
      ['1.xml', one],
      ['trong.xml', ''],
      ['loi/HET-PHIEN.XML', '<!DOCTYPE html><html></html>'],
      ['chu.xml', 'Không tìm thấy hóa đơn'],
      ['__MACOSX/._1.xml', Buffer.from([0, 5, 0x16, 7])],
      ['._1.xml', Buffer.from([0, 5, 0x16, 7])],
    ]),
  );
  expect(codes(read).sort()).toEqual([
    'goi.zip/chu.xml NOT_XML',
    'goi.zip/loi/HET-PHIEN.XML XML_DOCTYPE',
    'goi.zip/trong.xml NOT_XML',
  ]);
  expect(read.summary).toEqual({ files: 4, invoices: 1, refused: 3, ignored: { xml: 2 } });
});

it('reads each invoice of a file of several, and refuses one of them alone', async () => {
  const body = (text: string): string => text.replace(/^<\?xml[^>]*\?>\s*/, '');
  const third = body(signedText({ number: '15' })).replace(/<KHHDon>[^<]*<\/KHHDon>/, '');
  const read = await readAll(`<DLieu>${body(one)}${body(other)}${third}</DLieu>`);
  expect(numbers(read)).toEqual(['12', '13']);
  expect(read.invoices.map(({ signature, ordinal }) => `${ordinal} ${signature.verdict}`)).toEqual([
    '1 intact',
    '2 intact',
  ]);
  expect(read.refused).toMatchObject([{ ordinal: 3, code: 'IDENTITY_INCOMPLETE' }]);
});

it('hands out what can only be lists of the portal, at any depth, each with its bytes', async () => {
  const [old, book] = [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), await zipOf([['[Content_Types].xml', 'x']])];
  const sheet = Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>');
  const inner = await zipOf([['mua.xlsx', book]]);
  const zip = await zipOf([
    ['ban.xls', old],
    ['2003.xml', sheet],
    ['trong.zip', inner],
    ['thu.docx', book],
    ['bang.csv', 'a,b'],
    ['1.xml', one],
  ]);
  const { workbooks, summary, refused } = await readAll(zip);
  expect(workbooks.map(({ name }) => name).sort()).toEqual([
    'goi.zip/2003.xml',
    'goi.zip/ban.xls',
    'goi.zip/trong.zip/mua.xlsx',
  ]);
  expect(workbooks.find(({ name }) => name.endsWith('mua.xlsx'))).toMatchObject({ hash: hash('sha256', book) });
  expect(Buffer.from(workbooks.find(({ name }) => name.endsWith('ban.xls'))!.bytes)).toEqual(old);
  expect([refused, summary]).toMatchObject([[], { files: 1, invoices: 1, ignored: { docx: 1, csv: 1 } }]);
});

it('shares a large zip between two threads and loses nothing', async () => {
  const noise = Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * 7919) % 251));
  const files = Array.from({ length: 300 }, (_, at) => [`${at}.xml`, signedText({ number: String(at + 1) })] as const);
  const read = await readAll(await zipOf([...files, ['anh.png', noise], ['anh2.png', noise]], false));
  expect(read.summary).toEqual({ files: 300, invoices: 300, refused: 0, ignored: { png: 2 } });
  expect(new Set(numbers(read)).size).toBe(300);
});

describe('zips that hurt', () => {
  it('an entry that blows up is refused, and the rest is read', async () => {
    const zeros = Buffer.alloc(9 * 1024 * 1024, 0x20);
    const read = await readAll(
      await zipOf([
        ['a.xml', one],
        ['bom.xml', zeros],
        ['lon.xml', Buffer.alloc(limits.fileBytes + 1)],
      ]),
    );
    expect(numbers(read)).toEqual(['12']);
    expect(codes(read).sort()).toEqual(['goi.zip/bom.xml ZIP_RATIO', 'goi.zip/lon.xml XML_TOO_LARGE']);
  });

  it('an entry that is larger than it says is refused before it inflates', async () => {
    const zip = await zipOf([['a.xml', Buffer.alloc(5_000_000, 0x20)]]);
    // The declared size lies in the directory 24 bytes after its signature.
    zip.writeUInt32LE(100, zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    expect(codes(await readAll(zip))).toEqual(['goi.zip/a.xml ZIP_DAMAGED']);
  });

  it('an entry with another checksum than it says is refused', async () => {
    const zip = await zipOf([['a.xml', one]]);
    zip[zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 16]! ^= 1;
    expect(codes(await readAll(zip))).toEqual(['goi.zip/a.xml ZIP_DAMAGED']);
  });

  it('an encrypted entry is refused by name', async () => {
    const zip = await zipOf([['a.xml', one]]);
    zip[zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8]! |= 1;
    expect(codes(await readAll(zip))).toEqual(['goi.zip/a.xml ZIP_ENCRYPTED']);
  });

  it('zips in zips end at the second', async () => {
    let zip = await zipOf([['a.xml', one]]);
    for (const name of ['b.zip', 'c.zip']) zip = await zipOf([[name, zip]]);
    expect(codes(await readAll(zip))).toEqual(['goi.zip/c.zip/b.zip ZIP_NESTED_TOO_DEEP']);
  });

  it('an inner zip that is damaged is refused alone', async () => {
    const inner = (await zipOf([['a.xml', one]])).subarray(0, 300);
    const read = await readAll(
      await zipOf([
        ['hong.zip', inner],
        ['b.xml', other],
      ]),
    );
    expect(numbers(read)).toEqual(['13']);
    expect(codes(read)).toEqual(['goi.zip/hong.zip ZIP_DAMAGED']);
  });

  it('more entries than the bound end the upload', async () => {
    const files = Array.from({ length: limits.entries + 1 }, (_, at) => [`${at}.txt`, 'x'] as const);
    await expect(readAll(await zipOf(files, false))).rejects.toMatchObject({ code: 'UPLOAD_TOO_MANY_FILES' });
  });

  it('what all threads inflate together has a bound', () => {
    const counters = Budget.shared();
    const [a, b] = [new Budget(counters), new Budget(counters)];
    a.spend(limits.totalBytes / 2);
    b.spend(limits.totalBytes / 2);
    expect(() => a.spend(1)).toThrow(expect.objectContaining({ code: 'UPLOAD_INFLATES_TOO_MUCH' }));
  });

  it('a damaged one is refused whole, as is what is neither', async () => {
    const zip = await zipOf([['a.xml', one]]);
    await expect(readAll(zip.subarray(0, zip.length - 30))).rejects.toMatchObject({ code: 'ZIP_DAMAGED' });
    await expect(readAll('xin chào')).rejects.toMatchObject({ code: 'NOT_XML' });
  });

  it('a call that is stopped stops its threads', async () => {
    const files = Array.from({ length: 400 }, (_, at) => [`${at}.xml`, one] as const);
    await expect(readAll(await zipOf(files, false), { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});
