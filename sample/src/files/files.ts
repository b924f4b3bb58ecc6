import { customerTwin, productTwin } from '../amis-world/code-twins.ts';
import type { Company } from '../company.ts';
import { amisSheets } from './amis-sheets.ts';
import { bravoTables } from './bravo-tables.ts';
import type { SampleFile } from './sample-file.ts';

/** All files of the company in the layout of `khop sample`, in a fixed order. */
export function* sampleFiles(company: Company): Generator<SampleFile> {
  yield { path: 'period.json', kind: 'json', value: periodWithMoments(company) };
  yield* bravoTables(company);
  const { products, partners } = company.connections;
  yield pairs('connections/products.csv', productHeader, products);
  yield pairs('connections/partners.csv', partnerHeader, partners);
  yield pairs('truth/products.csv', productHeader, company.truth.products);
  yield pairs('truth/partners.csv', partnerHeader, company.truth.partners);
  yield pairs('truth/spellings.csv', spellingHeader, spellings(company));
  yield* amisSheets(company);
}

/** The period with the moments of each profile's two reports: these decide which sales a stock report contains. */
const periodWithMoments = ({ period, moments }: Company) => ({
  ...period,
  profiles: period.profiles.map((profile, n) => ({
    ...profile,
    stockMadeAt: moments[n]!.inventory,
    salesLedgerMadeAt: moments[n]!.sales,
  })),
});

const productHeader = ['profileCode', 'amisCode', 'bravoCode', 'factor'] as const;
const partnerHeader = ['profileCode', 'amisCode', 'bravoCode'] as const;
const spellingHeader = ['profileCode', 'list', 'amisCode', 'spelling'] as const;

/** Every code that some file of its profile may spell in small letters. */
function spellings({ period, products, customers }: Company): Record<(typeof spellingHeader)[number], string>[] {
  return period.profiles.flatMap(({ code: profileCode }, profile) => {
    const of = (list: string, amisCode: string, spelling: string | undefined) =>
      spelling === undefined ? [] : [{ profileCode, list, amisCode, spelling }];
    return [
      ...products[profile]!.flatMap((product) => of('HangHoa', product.code, productTwin(product))),
      ...customers[profile]!.flatMap(({ code }) => of('KhachHang', code, customerTwin(code))),
    ];
  });
}

function pairs<K extends string>(
  path: string,
  header: readonly K[],
  rows: readonly Readonly<Record<K, string>>[],
): SampleFile {
  return { path, kind: 'csv', header, rows: rows.map((row) => header.map((column) => row[column])) };
}
