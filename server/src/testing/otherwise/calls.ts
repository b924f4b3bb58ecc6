import type { OperationId } from '@khop/contract/index.ts';
import { localSignature } from '../../features/media/signature.ts';
import { goodCalls } from '../good-calls/play.ts';
import type { Sent } from '../good-calls/stage.ts';
import { sheetFile, workbookFile } from '../workbook-file.ts';
import { fieldByField } from './field-by-field.ts';
import type { Asked } from './trial.ts';

/** By what is different: what is sent beside the good call. None of it stores anything. */
type Otherwise = (asked: Asked) => Promise<Readonly<Record<string, Sent>>> | Readonly<Record<string, Sent>>;

/**
 * The file of a good call as a dry run. One row distinguishes it: sent again, it is the same file only where it has
 * nothing else.
 */
const looked = (sent: Sent, query: Readonly<Record<string, string>> = {}): Sent => ({
  ...sent,
  query: { ...sent.query, dryRun: 'true', ...query },
});

/** Codes of products of another profile than the stage's. */
async function foreignCodes({ stage, rows }: Asked): Promise<string[]> {
  const found = await rows(
    `select code from amis_products a where profile_id <> $1 and not exists (
       select from amis_products o where o.profile_id = $1 and lower(o.code) = lower(a.code)) order by profile_id, code limit 40`,
    [stage.profileId],
  );
  return found.map(({ code }) => String(code));
}

const ownCodes = async ({ stage, rows }: Asked): Promise<string[]> =>
  (await rows('select code from amis_products where profile_id = $1 order by code limit 40', [stage.profileId])).map(
    ({ code }) => String(code),
  );

/** Lists of products that are another profile's, by their number and share, and lists that say whose they are. */
const products: Otherwise = async (asked) => {
  const { stage, rows } = asked;
  const [foreign, own] = [await foreignCodes(asked), await ownCodes(asked)];
  const body = { profileId: stage.profileId };
  const of = async (codes: readonly string[], title?: string) =>
    looked({
      body,
      file: await workbookFile(
        'amis-products',
        codes.map((code) => ({ code, name: `Hàng ${code}`, unit: 'Cái', isActive: true })),
        title === undefined ? {} : { title },
      ),
    });
  const profiles = await rows('select id, name from profiles order by code');
  const other = profiles.find(({ id }) => id !== stage.profileId)!;
  const mine = profiles.find(({ id }) => id === stage.profileId)!;
  const fresh = (n: number) => Array.from({ length: n }, (_, i) => `MOI-${i}`);
  return {
    'nineteen codes of another profile': await of(foreign.slice(0, 19)),
    'twenty codes of another profile': await of(foreign.slice(0, 20)),
    'twenty codes of another profile and one of its own': await of([...foreign.slice(0, 20), own[0]!]),
    'nineteen of twenty codes of another profile': await of([...foreign.slice(0, 19), ...fresh(1)]),
    'eighteen of twenty codes of another profile': await of([...foreign.slice(0, 18), ...fresh(2)]),
    'headed by another profile': await of(own.slice(0, 3), String(other.name)),
    'headed by its own': await of(own.slice(0, 3), String(mine.name)),
    'in other letters': await of([own[0]!.toLowerCase(), own[1]!.toUpperCase()]),
    'without a row': await of([]),
    'another report': looked({ body, file: await workbookFile('amis-customers', [{ code: 'A', name: 'B' }]) }),
    'no report at all': looked({ body, file: await sheetFile([['Ghi chú'], ['không phải danh mục']]) }),
  };
};

/** Ledgers of purchases of another profile, and with rows that are turned down. */
const purchases: Otherwise = async (asked) => {
  const [foreign, own] = [await foreignCodes(asked), await ownCodes(asked)];
  const body = { profileId: asked.stage.profileId };
  const row = (productCode: string, n: number) => ({
    ...{ accountingDate: '2026-09-28', documentDate: '2026-09-28', voucherNumber: `TN-${n}`, productCode },
    ...{ productName: 'Hàng thử', unit: 'Cái', quantity: '1', unitPrice: '1000', amount: 1000 },
  });
  const of = async (codes: readonly string[], more: readonly object[] = []) =>
    looked({ body, file: await workbookFile('amis-purchase-ledger', [...codes.map(row), ...(more as never[])]) });
  return {
    'four codes of another profile': await of(foreign.slice(0, 4)),
    'five codes of another profile': await of(foreign.slice(0, 5)),
    'four of five codes of another profile': await of([...foreign.slice(0, 4), own[0]!]),
    'three of five codes of another profile': await of([...foreign.slice(0, 3), 'MOI-1', 'MOI-2']),
    'two codes of its own': await of([...foreign.slice(0, 8), ...own.slice(0, 2)]),
    'three codes of its own': await of([...foreign.slice(0, 8), ...own.slice(0, 3)]),
    'a row without a day': await of(own.slice(0, 2), [{ ...row(own[2]!, 9), accountingDate: null }]),
    'a row without a day, of days of which the book has other lines': await of(own.slice(0, 2), [
      { ...row(own[2]!, 9), accountingDate: '2026-09-01' },
      { ...row(own[3]!, 10), accountingDate: null },
    ]),
    'only a row without a day': await of([], [{ ...row(own[2]!, 9), accountingDate: null }]),
    'days of which the book has other lines': await of(own.slice(0, 2), [
      { ...row(own[2]!, 9), accountingDate: '2026-09-01' },
    ]),
  };
};

/** Files of a period with a stated moment, of another month, and of another profile. */
const ofPeriod =
  (id: 'loadAmisInventory' | 'loadAmisSalesLedger'): Otherwise =>
  async ({ stage }) => {
    const sent = await new Map(goodCalls).get(id)!.input!(stage);
    const body = sent.body as Record<string, string>;
    const [, other] = [...stage.profiles];
    const name = id === 'loadAmisInventory' ? 'TonKho.xlsx' : 'SoBanHang.xlsx';
    const layout = id === 'loadAmisInventory' ? 'amis-inventory' : 'amis-sales-ledger';
    const stated = (madeAt: string): Sent => looked({ ...sent, body: { ...body, madeAt } });
    const row =
      id === 'loadAmisInventory'
        ? {
            ...{ warehouseCode: 'K1', productCode: 'A', productName: 'A' },
            ...{ closingQuantity: '1', closingValue: 1 },
          }
        : { ...{ voucherNumber: 'A', productCode: 'A', quantity: '1', amount: 1 }, accountingDate: '2026-08-31' };
    const of = async (fromDate: string, toDate: string) =>
      looked({ ...sent, file: await workbookFile(layout, [row], { fromDate, toDate }) });
    return {
      'the same file': looked(sent),
      'made at a moment': stated('2026-10-01T00:00:00Z'),
      'made at a moment to come': stated('2100-01-01T00:00:00Z'),
      'of another profile': looked({ ...sent, file: await stage.sampleFile('amis', other![0], name) }),
      'of another month': await of('2026-08-01', '2026-08-31'),
      'of a part of the month': await of('2026-09-01', '2026-09-15'),
      'of more than the month': await of('2026-08-01', '2026-10-31'),
    };
  };

const sharedInventory: Otherwise = async ({ stage }) => {
  const sent = await new Map(goodCalls).get('loadSharedAmisInventory')!.input!(stage);
  const row = { warehouseCode: 'K1', productCode: 'A', productName: 'A', closingQuantity: '1', closingValue: 1 };
  const of = async (fromDate: string, toDate: string) =>
    looked({ ...sent, file: await workbookFile('amis-inventory', [row], { fromDate, toDate }) });
  return {
    'the same file': looked(sent),
    'of another month': await of('2026-08-01', '2026-08-31'),
    'of a part of the month': await of('2026-09-01', '2026-09-15'),
    'of a later month': await of('2026-10-01', '2026-10-31'),
    'without days': looked({ ...sent, file: await workbookFile('amis-inventory', [row]) }),
    'of a warehouse by its name': looked({
      ...sent,
      file: await workbookFile('amis-inventory', [{ ...row, warehouseCode: '', warehouseName: 'Kho lạ' }]),
    }),
    'of a month that is not there': { ...sent, query: { ...sent.query, month: '2025-01' } },
  };
};

/** Connections by codes that are not there, with factors and without. */
const connections =
  (kind: 'product' | 'partner'): Otherwise =>
  async ({ stage }) => {
    const query = { profileId: stage.profileId };
    const row = (n: number) => ({ amisCode: `KHONG-${n}`, bravoCode: `KHONG-${n}` });
    return {
      'of no profile': looked({ query, body: {}, file: await fieldByField(`${kind}-connections`, row) }),
    };
  };

/** Pictures whose signature is of another account, moment or secret, and files that are no pictures. */
const media: Otherwise = async ({ rows, sent }) => {
  const [{ secret }] = (await rows('select secret from media_secret')) as [{ secret: string }];
  const now = Math.floor(Date.now() / 1000);
  const signed = (age: number, more: object = {}, file = sent.file): Sent => ({
    body: {
      ...{ api_key: 'local', timestamp: String(now - age), signature: localSignature(now - age, secret) },
      ...more,
    },
    file: file!,
  });
  const as = (content: Buffer) => ({ name: 'anh.png', content });
  const wrong = localSignature(now, `${secret}x`);
  return {
    'of another account': signed(0, { api_key: 'khac' }),
    'an hour and a minute old': signed(3660),
    'a minute and more ahead': signed(-120),
    'signed with another secret': signed(0, { signature: wrong }),
    'signed for another moment': signed(0, { timestamp: String(now - 1) }),
    'no picture': signed(0, {}, as(Buffer.from('không phải ảnh, chỉ là chữ'))),
    'a part of a picture': signed(0, {}, as(sent.file!.content.subarray(0, 12))),
  };
};

export const otherCalls: Partial<Record<OperationId, Otherwise>> = {
  uploadAmisProducts: products,
  uploadPurchaseLedger: purchases,
  loadAmisInventory: ofPeriod('loadAmisInventory'),
  loadAmisSalesLedger: ofPeriod('loadAmisSalesLedger'),
  loadSharedAmisInventory: sharedInventory,
  uploadProductConnections: connections('product'),
  uploadPartnerConnections: connections('partner'),
  uploadMedia: media,
  listFindingRecords: async ({ stage }) => {
    const path = `/invoice-issuance/periods/${stage.periodId}/preflight`;
    const { problems } = await stage.read<{ problems: { key: string; count: number }[] }>(path);
    const of = (key: string, query: Record<string, string>): Sent => ({
      params: { id: stage.periodId, key },
      query: { limit: '500', totals: 'true', ...query },
    });
    const [first] = problems.toSorted((a, b) => b.count - a.count);
    const most = first!.key;
    const code = [...stage.profiles.keys()].at(-1)!;
    // Each reads the books of the whole period anew.
    return {
      ...Object.fromEntries(problems.map(({ key }) => [key, of(key, {})])),
      [`${most} by label`]: of(most, { sort: 'label', limit: '3' }),
      [`${most} by label, falling`]: of(most, { sort: '-label', limit: '3', offset: '1' }),
      [`${most} by amount`]: of(most, { sort: 'amount', limit: '1' }),
      [`${most} by words`]: of(most, { q: 'công ty' }),
      [`${most} of ${code}`]: of(most, { profileId: stage.profiles.get(code)! }),
    };
  },
  recogniseFile: async (asked) => {
    const { stage, rows } = asked;
    const profiles = await rows('select code, name from profiles order by code');
    const own = await ownCodes(asked);
    const of = async (path: string, title?: string): Promise<Sent> => ({
      body: { path },
      file: await workbookFile('amis-products', [{ code: own[0]!, name: 'Ấm', unit: 'Cái' }], title ? { title } : {}),
    });
    return {
      nowhere: await of('Hang.xlsx'),
      'of the last profile': await of(`${String(profiles.at(-1)!.code)}/Hang.xlsx`),
      'headed by another one': await of(`${String(profiles[0]!.code)}/Hang.xlsx`, String(profiles.at(-1)!.name)),
      'no report': { body: {}, file: await sheetFile([['Ghi chú'], ['không']]) },
      'a ledger of the month': {
        body: {},
        file: await stage.sampleFile('amis', [...stage.profiles.keys()][0]!, 'SoBanHang.xlsx'),
      },
    };
  },
};
