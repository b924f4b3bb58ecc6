import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSample } from '../../cli/sample/write-sample.ts';
import { readTable } from './csv-table.ts';
import { mssqlBravo } from './mssql.ts';
import { parseQueryFile, readQueryFile } from './query-file.ts';
import { simulatedBravo } from './simulated.ts';
import { collect, itKeepsTheLawsOfBravo } from './testing/source-laws.ts';
import { type ServedTable, serveTables } from './testing/table-server.ts';
import type { Answer, TdsServer } from './testing/tds-server.ts';
import type { Question } from './testing/tds-wire.ts';

const password = 'Bí mật 1';
const [fromDate, toDate] = ['2026-09-01', '2026-09-30'];
const range = { fromDate, toDate };
let folder: string;
let tables: Record<string, ServedTable>;
let server: TdsServer;
let disturb: ((question: Question) => Answer | undefined) | undefined;

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
const queries = parseQueryFile(
  JSON.stringify({
    items: { from: 'dbo.items', columns: same('code', 'name', 'unit', 'group', 'type', 'isActive', 'modifiedAt') },
    itemUnits: { from: 'dbo.units', columns: same('itemCode', 'unit', 'rate') },
    partners: {
      from: 'dbo.partners',
      columns: same('code', 'name', 'address', 'taxCode', 'phone', 'email', 'type', 'isActive', 'modifiedAt'),
    },
    sales: {
      from: 'dbo.sales',
      columns: {
        ...same('rowId', 'branchCode', 'docCode', 'docNo', 'docDate', 'docStatus', 'partnerCode', 'itemCode'),
        ...same('itemName', 'unit', 'quantity', 'convertRate', 'baseQuantity', 'unitPrice', 'amount', 'discount'),
        ...same('vatAmount', 'warehouseCode', 'description'),
        vatRate: { column: 'TaxCode', map: { R08: '8', R10: '10' } },
        kind: { column: 'EinvoiceItemType', map: { '1': 'goods', '2': 'discount', '3': 'free' }, otherwise: 'service' },
      },
    },
    stock: { from: 'dbo.stock', columns: same('asOf', 'warehouseCode', 'itemCode', 'quantity', 'value') },
  }),
);

/** The sample company as a company's own Bravo would hold it: decimals padded, tax and line kinds in its own codes. */
async function bravoTables(): Promise<Record<string, ServedTable>> {
  const rows = async (name: string) => {
    const list: Record<string, string>[] = [];
    for await (const row of readTable(join(folder, 'bravo', name))) list.push({ ...row });
    return list;
  };
  const padded = (value: string) => (value.includes('.') ? value.padEnd(12, '0') : `${value}.0000000000`);
  const sales = (await rows('sales.csv')).map((row) => ({
    ...row,
    quantity: padded(row.quantity!),
    amount: padded(row.amount!),
    TaxCode: { '8': 'R08', '10': 'R10' }[row.vatRate!] ?? row.vatRate!,
    EinvoiceItemType: { goods: '1', discount: '2', free: '3' }[row.kind!] ?? '9',
  }));
  const byCode = (list: Record<string, string>[]) =>
    list.sort((a, b) => (`${a.modifiedAt}${a.code}` < `${b.modifiedAt}${b.code}` ? -1 : 1));
  return {
    items: byCode(await rows('items.csv')),
    units: await rows('item-units.csv'),
    partners: byCode(await rows('partners.csv')),
    sales,
    stock: await rows('stock.csv'),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-mssql-'));
  await writeSample({ seed: 9, lines: 1200, profiles: 1 }, folder);
  tables = await bravoTables();
  server = await serveTables(tables, password, (question) => disturb?.(question));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs against a Bravo over the real driver, with something wrong on the server's side if asked for. */
async function withBravo<T>(
  use: (source: ReturnType<typeof mssqlBravo>) => Promise<T>,
  wrong?: typeof disturb,
  options: Partial<Parameters<typeof mssqlBravo>[0]> = {},
): Promise<T> {
  disturb = wrong;
  const source = mssqlBravo({ connection: server.connection, queries, timeoutMs: 5_000, ...options });
  try {
    return await use(source);
  } finally {
    disturb = undefined;
    await source.close();
  }
}

describe('Bravo over the SQL Server driver', () => {
  itKeepsTheLawsOfBravo({
    open: async () => mssqlBravo({ connection: server.connection, queries, timeoutMs: 5_000 }),
    ...range,
  });

  it('gives what the simulated Bravo gives', () =>
    withBravo(async (source) => {
      const files = simulatedBravo({ folder, stateFile: join(folder, 'state.json'), now: () => new Date(0) });
      expect(await collect(source.sales(range))).toEqual(await collect(files.sales(range)));
      expect(await collect(source.items({}))).toEqual(await collect(files.items({})));
      expect(await collect(source.partners({}))).toEqual(await collect(files.partners({})));
      expect(await collect(source.stock({ asOf: toDate }))).toEqual(await collect(files.stock({ asOf: toDate })));
    }));

  it('asks in parameters, and turns decimals and dates into text on the server', () =>
    withBravo(async (source) => {
      await collect(source.sales({ ...range, branchCode: "CN01' OR 1=1" }));
      const { sql, parameters } = server.asked.at(-1)!;
      expect(parameters).toEqual({ fromDate, toDate, branchCode: "CN01' OR 1=1" });
      expect(sql).not.toContain('CN01');
      expect(sql).toContain('CONVERT(varchar(50), CONVERT(decimal(38, 10), src.[amount])) AS [amount]');
      expect(sql).toContain('CONVERT(varchar(10), src.[docDate], 23) AS [docDate]');
    }));

  it('lets a slow reader slow the server down', () =>
    withBravo(
      async (source) => {
        for await (const _ of source.partners({})) {
          let before = -1;
          const rests = () => {
            const sent = server.rowsSent();
            const rested = sent === before;
            before = sent;
            return rested;
          };
          await expect.poll(rests, { interval: 250, timeout: 30_000 }).toBe(true);
          break;
        }
        await source.ping();
      },
      (question) => (question.sql.includes('dbo.partners') ? endlessPartners(question) : undefined),
    ));
});

/** Partners without end, of some 8 kB each: a reader that takes them all runs out of memory. */
function endlessPartners({ sql }: Question): Answer {
  const columns = [...sql.matchAll(/AS \[(\w+)\]/g)].map(([, alias]) => alias!);
  function* rows() {
    for (let n = 0; ; n++) {
      yield columns.map((name) =>
        name === 'modifiedAt' ? '2026-01-01T00:00:00' : name === 'address' ? 'đ'.repeat(3900) : `P${n}`,
      );
    }
  }
  return { columns, rows: rows() };
}

describe('what can go wrong with a real Bravo', () => {
  const sales = (source: ReturnType<typeof mssqlBravo>) => collect(source.sales(range));

  it('no server listens', async () => {
    const gone = await serveTables({}, password);
    await gone.close();
    const refused = withBravo((source) => source.ping(), undefined, { connection: gone.connection });
    await expect(refused).rejects.toMatchObject({ code: 'BRAVO_UNAVAILABLE' });
  });

  it('the password is wrong, and no message repeats it', async () => {
    const connection = server.connection.replace(password, 'Sai mật khẩu');
    const refused = withBravo((source) => source.ping(), undefined, { connection });
    await expect(refused).rejects.toMatchObject({
      code: 'BRAVO_UNAVAILABLE',
      message: expect.stringMatching(/^(?!.*Sai mật khẩu).*đăng nhập/),
    });
  });

  it('the connection string is none, and no message repeats it', async () => {
    const refused = withBravo((source) => source.ping(), undefined, { connection: 'Pass"word=x;;=' });
    await expect(refused).rejects.toThrow(/^(?!.*Pass"word)/);
  });

  it.each([
    [208, 'không có bảng hoặc view'],
    [207, 'không có cột'],
    [229, 'không có quyền đọc'],
  ])('SQL error %i: the installation must mend its queries', async (error, words) => {
    const refused = withBravo(sales, () => ({ error, message: 'told by the server' }));
    await expect(refused).rejects.toMatchObject({
      code: 'BRAVO_QUERY_INVALID',
      message: expect.stringContaining(words),
    });
  });

  it('SQL error 1205 (deadlock): later may help', async () => {
    await expect(withBravo(sales, () => ({ error: 1205, message: 'deadlock' }))).rejects.toMatchObject({
      code: 'BRAVO_UNAVAILABLE',
    });
  });

  it('the server falls silent', async () => {
    const late = withBravo(sales, () => 'silence', { timeoutMs: 300 });
    await expect(late).rejects.toMatchObject({ code: 'BRAVO_UNAVAILABLE', message: expect.stringContaining('chờ') });
  });

  it('the connection breaks, and the next question opens another', () =>
    withBravo(async (source) => {
      let isFirst = true;
      disturb = () => {
        const said = isFirst ? ('hang up' as const) : undefined;
        isFirst = false;
        return said;
      };
      await expect(sales(source)).rejects.toMatchObject({ code: 'BRAVO_UNAVAILABLE' });
      expect((await sales(source)).length).toBe(1200);
    }));

  it('a value does not fit', () =>
    withBravo(
      async (source) => {
        await expect(collect(source.stock({ asOf: toDate }))).rejects.toMatchObject({
          code: 'BRAVO_QUERY_INVALID',
          message: expect.stringMatching(/VT1.*quantity.*«nhiều»/),
        });
      },
      () => ({
        columns: ['asOf', 'warehouseCode', 'itemCode', 'quantity', 'value'],
        rows: [[toDate, 'K', 'VT1', 'nhiều', '0']],
      }),
    ));
});

describe('the query file', () => {
  it.each([
    ['{', 'không phải JSON'],
    ['{}', 'items'],
    [JSON.stringify({ ...queries, partners: { from: 'x', columns: { code: 'c', name: 'n' } } }), 'modifiedAt'],
    [JSON.stringify({ ...queries, stock: { columns: queries.stock.columns } }), 'đúng một trong from và query'],
    [JSON.stringify({ ...queries, items: { from: 'x', columns: { ...queries.items.columns, màu: 'm' } } }), '«màu»'],
  ])('refuses %.40s', (text, expected) => {
    expect(() => parseQueryFile(text)).toThrow(expected);
  });
});

const real = process.env.KHOP_TEST_BRAVO_MSSQL;
const realMonth = process.env.KHOP_TEST_BRAVO_MONTH ?? '2026-09';
describe.runIf(real)('a real Bravo (KHOP_TEST_BRAVO_MSSQL)', () => {
  itKeepsTheLawsOfBravo({
    open: async () =>
      mssqlBravo({ connection: real!, queries: readQueryFile(process.env.KHOP_TEST_BRAVO_QUERY_FILE ?? '') }),
    fromDate: `${realMonth}-01`,
    toDate: `${realMonth}-28`,
  });
});
