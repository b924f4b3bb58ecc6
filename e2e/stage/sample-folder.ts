import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const main = path.resolve(import.meta.dirname, '../../server/src/main.ts');

/** Runs one command of the product (`khop …`). @throws Error with its output when it fails. */
export async function khop(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args]);
  return stdout;
}

export type SampleProfile = {
  code: string;
  name: string;
  taxCode: string;
  address: string;
  invoiceForm: string;
  invoiceSymbol: string;
  voucherPrefix: string;
  defaultWarehouseCode: string;
  excludedWarehouseCodes: string[];
  maxLinesPerInvoice: number;
  lockedThrough: string;
};

export type SamplePeriod = {
  name: string;
  fromDate: string;
  toDate: string;
  profiles: SampleProfile[];
  issuers: Record<string, string[]>;
  bases: { profile: string }[];
  rules: { cancelledDocStatuses: string[]; internalPartnerCodes: string[]; divisibleUnits: string[] };
};

/** Writes the sample company into a folder, keeping only some of its profiles. @returns the content of period.json then. */
export async function writeSampleFolder(
  folder: string,
  lines: number,
  codes: readonly string[],
): Promise<SamplePeriod> {
  await khop('sample', '--out', folder, '--lines', String(lines));
  const file = path.join(folder, 'period.json');
  const whole = JSON.parse(await readFile(file, 'utf8')) as SamplePeriod;
  const issuers = Object.entries(whole.issuers).map(([branch, own]) => [branch, own.filter((c) => codes.includes(c))]);
  const period = {
    ...whole,
    profiles: whole.profiles.filter(({ code }) => codes.includes(code)),
    issuers: Object.fromEntries(issuers) as Record<string, string[]>,
    bases: whole.bases.filter(({ profile }) => codes.includes(profile)),
  };
  await writeFile(file, JSON.stringify(period));
  return period;
}

export type TextFile = { name: string; mimeType: string; buffer: Buffer };

const csv = (name: string, rows: readonly string[]): TextFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`),
});

const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line !== '');

/** The sample's connections of one profile, as the file that a person would prepare. */
export async function connectionFile(folder: string, kind: 'products' | 'partners', code: string): Promise<TextFile> {
  const [, ...rows] = await linesOf(path.join(folder, 'connections', `${kind}.csv`));
  const own = rows.filter((row) => row.startsWith(`${code},`)).map((row) => row.slice(code.length + 1));
  const header = kind === 'products' ? 'Mã hàng AMIS,Mã hàng Bravo,Hệ số' : 'Mã đối tượng AMIS,Mã đối tượng Bravo';
  return csv(`lien-ket-${code}.csv`, [header, ...own]);
}

/** Which Bravo partners take invoices, for those of whom the sample says so. */
export async function requirementFile(folder: string): Promise<TextFile> {
  const [, ...rows] = await linesOf(path.join(folder, 'bravo', 'partners.csv'));
  const known = rows.flatMap((row) => {
    const requirement = /,(required|not_required),[^,]*$/.exec(row)?.[1];
    return requirement ? [`${row.slice(0, row.indexOf(','))},${requirement === 'required' ? 'Có' : 'Không'}`] : [];
  });
  return csv('yeu-cau-hoa-don.csv', ['Mã đối tượng,Yêu cầu hóa đơn', ...known]);
}
