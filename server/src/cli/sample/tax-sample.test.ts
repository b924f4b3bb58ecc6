import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import type { TaxListRow } from '@khop/engine/tax-invoices/tax-list.ts';
import type { TaxSideInvoice } from '@khop/engine/three-sides/types.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { makeTaxWorld } from '@khop/sample/tax-world/plan.ts';
import { taxWorldSides } from '@khop/sample/tax-world/sides.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReadTaxInvoice } from '../../adapters/tax-xml/port.ts';
import { taxFiles } from '../../adapters/tax-xml/tax-files.ts';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { writeSample } from './write-sample.ts';

// Threads start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const options = { seed: 5, lines: 1500, issuedPerMille: 1000 };
const company = generateCompany(options);
const sides = [...taxWorldSides(makeTaxWorld(company))].map(({ input }) => input);
let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-tax-sample-'));
  await writeSample(options, folder, true);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Reading = {
  readonly invoices: ReadonlyMap<string, readonly ReadTaxInvoice[]>;
  readonly rows: ReadonlyMap<string, TaxListRow>;
  readonly ignored: ReadonlySet<string>;
  readonly periods: readonly (string | null)[];
};

/** All that a profile's folder of one trade holds, by the key of the invoice. */
async function readTrade(code: string, taxCode: string, trade: 'sale' | 'purchase'): Promise<Reading> {
  const own = trade === 'sale' ? /ban-ra/ : /mua-vao/;
  const names = (await readdir(at(`tax/${code}`))).filter((name) => own.test(name));
  const invoices: ReadTaxInvoice[] = [];
  const rows: TaxListRow[] = [];
  const ignored = new Set<string>();
  const periods: (string | null)[] = [];
  for (const name of names) {
    const path = at(`tax/${code}/${name}`);
    if (name.endsWith('.xlsx')) {
      const sheet = await taxFiles.readList(path);
      const list = readTaxList(sheet.rows, sheet.rowNumbers, { side: trade, taxCode, isNamed: false });
      expect([sheet.rejected, list.rejected]).toEqual([[], []]);
      rows.push(...list.rows);
      periods.push(sheet.fromDate, sheet.toDate);
      continue;
    }
    const summary = await taxFiles.read(path, {
      take: (piece) => {
        expect(piece.refused).toEqual([]);
        invoices.push(...piece.invoices);
      },
    });
    for (const kind of Object.keys(summary.ignored)) ignored.add(kind);
  }
  return {
    // Every invoice of the sample has a number.
    invoices: Map.groupBy(invoices, ({ invoice }) => invoice.key!),
    rows: new Map(rows.map((row) => [row.key, row])),
    ...{ ignored, periods },
  };
}

function proofOf({ signature }: ReadTaxInvoice): TaxSideInvoice['proof'] {
  if (signature.verdict !== 'intact') return signature.verdict === 'unsigned' ? 'unsigned' : 'unreadable';
  return signature.signer === 'other' ? 'other_signer' : 'intact';
}

/** The part of an invoice of the tax side that its files say. */
function told(files: readonly ReadTaxInvoice[] | undefined, row: TaxListRow | undefined) {
  const [file] = files ?? [];
  const { invoice } = file ?? {};
  return {
    date: invoice?.date ?? row?.date,
    currency: invoice?.currency ?? row?.currency,
    amounts: invoice?.totals.inVnd ?? row?.inVnd,
    quantities: invoice?.lines.length,
    rates: invoice?.rates.map(({ rate }) => rate?.rate),
    ...{ inXml: file !== undefined, inList: row !== undefined, proof: file ? proofOf(file) : null },
    hasOtherVersions: (files ?? []).length > 1,
    addsUp: !invoice?.findings.some(({ code }) => code === 'XML_TOTALS'),
    ...{ state: row?.state ?? null, processing: row?.processing ?? null },
    isOriginalMissing: (invoice?.related.length ?? 0) > 0,
  };
}

const expected = (one: TaxSideInvoice) => ({
  ...{ date: one.date, currency: one.currency, amounts: one.amounts, quantities: one.goods?.length },
  rates: one.inXml ? one.rates.map(({ rate }) => rate) : undefined,
  ...{ inXml: one.inXml, inList: one.inList, proof: one.proof, hasOtherVersions: one.hasOtherVersions },
  ...{ addsUp: one.addsUp, state: one.state, processing: one.processing },
  isOriginalMissing: one.fate.isOriginalMissing,
});

const partnerOf = ({ invoice }: ReadTaxInvoice, trade: string): string =>
  (trade === 'sale' ? invoice.buyer : invoice.seller).taxCode ?? '';

it('writes signed invoices and lists that are read back as the sides say', async () => {
  for (const { profile, trade, tax } of sides) {
    const { taxCode } = company.period.profiles.find(({ code }) => code === profile)!;
    const { invoices, rows, periods } = await readTrade(profile, taxCode, trade);
    expect([...new Set([...invoices.keys(), ...rows.keys()])].sort()).toEqual(tax.map(({ key }) => key).sort());
    for (const one of tax) {
      const files = invoices.get(one.key);
      expect([one.key, told(files, rows.get(one.key))]).toEqual([one.key, expected(one)]);
      for (const file of files ?? []) expect(partnerOf(file, trade)).toBe(one.partnerTaxCode);
    }
    expect(periods).toEqual(expect.arrayContaining(['2026-09-01', '2026-09-30']));
  }
});

it('packs invoices as portals and providers do: zips in zips, with pages, pictures and style sheets beside', async () => {
  const { taxCode } = company.period.profiles[0]!;
  const { ignored } = await readTrade('AP', taxCode, 'purchase');
  expect(ignored).toEqual(new Set(['html', 'js', 'jpg', 'pdf', 'xsl']));
});

it('writes ledgers with what was planted in them, in one profile with the symbols of invoices', async () => {
  for (const { profile, trade, books } of sides) {
    const name = trade === 'sale' ? 'SoBanHang' : 'SoMuaHang';
    const { rows, rejected } = await readWorkbook(at(`amis/${profile}/${name}.xlsx`));
    expect(rejected).toEqual([]);
    const entry = (row: Row) => [
      ...[row.voucherNumber, row.invoiceNumber ?? '', row.invoiceDate ?? null, row.invoiceSymbol ?? ''],
      parseQuantity(String(row.quantity)) - parseQuantity(String(row.returnQuantity ?? '0')),
      Number(row.amount) - Number(row.discount) - Number(row.returnAmount ?? 0),
      Number(row.vatAmount ?? 0),
    ];
    const wanted = books.map((one) => [
      ...[one.voucher, one.number, one.invoiceDate, one.symbol, one.quantity, one.amount, one.vat],
    ]);
    const byText = (list: readonly (readonly unknown[])[]) => list.map((one) => one.join('|')).sort();
    expect(byText(rows.map(entry))).toEqual(byText(wanted));
  }
});
