import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { generateCompany } from '../company.ts';
import type { SampleOptions } from '../model.ts';
import { csvRecord } from '../words/text.ts';
import { sampleFiles } from './files.ts';

/** Everything a company's files say, as one hash. */
function hashOf(options: Partial<SampleOptions>): string {
  const hash = createHash('sha256');
  for (const file of sampleFiles(generateCompany(options))) {
    hash.update(`${file.path}\n`);
    if (file.kind === 'json') hash.update(JSON.stringify(file.value));
    else if (file.kind === 'csv') for (const row of [file.header, ...file.rows]) hash.update(csvRecord(row));
    else for (const row of file.rows) hash.update(JSON.stringify(row));
  }
  return hash.digest('hex');
}

const options = { seed: 21, lines: 400 };

it('gives the same bytes for the same options, and others for another seed', () => {
  const once = hashOf(options);
  expect(hashOf(options)).toBe(once);
  expect(hashOf({ ...options, seed: 22 })).not.toBe(once);
});

/** Changes only with a deliberate change of the generator: then earlier measurements are of another company. */
it('is the company of the hash agreed to', () => {
  expect(hashOf(options)).toBe('95503fda4903b27dc018deed438acba38961f8641cca49569fc7bb14005605ed');
});

it('names the files as the folder of `khop sample` has them', () => {
  const paths = [...sampleFiles(generateCompany({ lines: 50, profiles: 1 }))].map(({ path }) => path);
  expect([...paths].sort()).toEqual([
    'amis/AP/HangHoa.xlsx',
    'amis/AP/KhachHang.xlsx',
    'amis/AP/NhaCungCap.xlsx',
    'amis/AP/SoBanHang.xlsx',
    'amis/AP/SoMuaHang.xlsx',
    'amis/AP/TonKho.xlsx',
    'bravo/item-units.csv',
    'bravo/items.csv',
    'bravo/partners.csv',
    'bravo/sales.csv',
    'bravo/stock.csv',
    'connections/partners.csv',
    'connections/products.csv',
    'period.json',
    'truth/partners.csv',
    'truth/products.csv',
    'truth/spellings.csv',
  ]);
});

it('gives rows as wide as their header', () => {
  for (const file of sampleFiles(generateCompany({ lines: 300 }))) {
    if (file.kind !== 'csv') continue;
    for (const row of file.rows) expect(row).toHaveLength(file.header.length);
  }
});
