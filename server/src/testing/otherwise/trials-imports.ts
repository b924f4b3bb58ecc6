import type { OperationId } from '@khop/contract/index.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { workbookFile } from '../workbook-file.ts';
import { taking } from './taking.ts';
import type { Asked, Step, Trials } from './trial.ts';

/** Pairs of a file: suggested, rejected, connected, in small letters, with factors. */
const connections =
  (kind: 'product' | 'partner'): Trials =>
  async ({ stage, rows }) => {
    const { profileId } = stage;
    const [amis, column] =
      kind === 'product' ? ['amis_products', 'amis_product_id'] : ['amis_partners', 'amis_partner_id'];
    const suggested = await rows(
      `select a.code as "amisCode", s.bravo_code as "bravoCode" from suggestions s join ${amis} a on a.id = s.amis_id
       where s.kind = $1 and s.profile_id = $2 and s.status = 'pending' order by s.bravo_code, a.code limit 4`,
      [kind, profileId],
    );
    const connected = await rows(
      `select c.id, a.code as "amisCode", c.bravo_code as "bravoCode" from ${kind}_connections c join ${amis} a on a.id = c.${column}
       where c.profile_id = $1 order by c.bravo_code, a.code limit 3`,
      [profileId],
    );
    const tables = [`${kind}_connections`, 'suggestions', 'suggestion_decisions', 'suggestion_batches'];
    const of = kind === 'product' ? 'uploadProductConnections' : 'uploadPartnerConnections';
    const take = taking(of, { query: { profileId }, body: {} }, tables);
    const factor = (text: string): Row => (kind === 'product' ? { factor: text } : {});
    const pair = ({ amisCode, bravoCode }: Record<string, unknown>, more: Row = {}): Row => ({
      ...{ amisCode: String(amisCode).toLowerCase(), bravoCode: String(bravoCode).toLowerCase() },
      ...more,
    });
    const rowsOfFile = [
      ...suggested.map((one, n) => pair(one, n === 1 ? factor('4/2') : {})),
      ...connected.map((one) => pair(one, factor('6'))),
      pair({ amisCode: 'KHONG', bravoCode: connected[0]!.bravoCode }),
      pair({ amisCode: connected[0]!.amisCode, bravoCode: 'KHONG' }),
    ];
    const [first, second] = connected.map(({ id }) => `'${id}'`);
    const [rejected] = suggested.map(({ bravoCode }) => `'${bravoCode}'`);
    const where = [
      ...(kind === 'product'
        ? [
            `update product_connections set factor = null where id = ${first}`,
            `update product_connections set factor = '6' where id = ${second}`,
          ]
        : []),
      `update suggestions set status = 'rejected', reason_code = 'other' where kind = '${kind}' and bravo_code = ${rejected}`,
      `insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence, is_best,
         decided_by, decided_at) select gen_random_uuid(), kind, profile_id, amis_id, bravo_code, 'rejected', score, engine_score,
         evidence, is_best, 'ai đó', '2026-09-01T00:00:00Z' from suggestions where kind = '${kind}' and bravo_code = ${rejected}`,
    ];
    const file = await workbookFile(`${kind}-connections` as LayoutName, rowsOfFile);
    const sent = { query: { profileId }, body: {}, file };
    return {
      'a file of pairs': take(file, { where }),
      'a file of pairs, taken back': take(file, { where, undone: true }),
      // Some were not to be found: they may be there now.
      'a file of pairs, again': take(file, { where, after: [{ of, sent }] }),
    };
  };

/** The same file again: in another order of days, and after it was turned down. */
const again: Trials = async ({ stage }) => {
  const fields = { profileId: stage.profileId, type: 'customer' };
  const take = taking('uploadAmisPartners', { body: fields }, ['amis_partners']);
  const file = await workbookFile('amis-customers', [
    { code: 'LAI-1', name: 'Khách lại' },
    { code: 'LAI-2', name: '' },
  ]);
  const before: Step = { of: 'uploadAmisPartners', sent: { body: fields, file } };
  const inOrder = (dateOrder: string) => ({ sent: { body: fields, query: { dateOrder }, file } });
  return {
    'the same file': take(file, { after: [before] }),
    'the same file, only looked at': take(file, {
      after: [before],
      sent: { body: fields, query: { dryRun: 'true' }, file },
    }),
    'the same file in another order of days': take(file, { after: [before], ...inOrder('mdy') }),
    'the same file in the same order of days': take(file, {
      after: [{ ...before, ...inOrder('mdy') }],
      ...inOrder('mdy'),
    }),
    'the same file for suppliers': take(file, {
      after: [before],
      sent: { body: { ...fields, type: 'supplier' }, file },
    }),
    'a file of which every row is turned down': take(
      await workbookFile('amis-customers', [{ code: 'LAI-3', name: '' }]),
    ),
    'a file of a profile that is gone': take(file, {
      sent: { body: { ...fields, profileId: '01900000-0000-7000-8000-000000000000' }, file },
    }),
  };
};

/** Given sales that say too little, or name unknown things. */
const givenSales: Trials = async ({ rows }) => {
  const [item] = await rows("select code, unit from bravo_items where source = 'bravo' order by code limit 1");
  const take = taking('uploadGivenSales', { body: {} }, ['sales_ledger_lines']);
  const sale = (n: number, more: Row): Row => ({
    ...{
      docDate: '2026-11-04',
      docCode: 'HD',
      docNo: `TAY-${n}`,
      itemCode: String(item!.code),
      unit: String(item!.unit),
    },
    ...{ quantity: '2', amount: 1000 },
    ...more,
  });
  const file = (sales: readonly Row[]) => workbookFile('bravo-sales', sales);
  return {
    'sales with blank figures': take(
      await file([
        sale(1, { amount: null }),
        sale(2, { quantity: null }),
        sale(3, { quantity: null, kind: 'discount' }),
        sale(4, { discount: 5, vatRate: '8', vatAmount: 80 }),
      ]),
    ),
    'sales of which all are turned down': take(await file([sale(1, { amount: null })])),
    'sales of unknown things': take(
      await file([
        ...[sale(1, { itemCode: 'KHONG' }), sale(2, { unit: 'Lạ' }), sale(3, { unit: 'Lạ', convertRate: '1/3' })],
        ...[sale(4, { unit: '' }), sale(5, { unit: 'Lạ', baseQuantity: '9' }), sale(6, { quantity: '0', unit: 'Lạ' })],
        ...[sale(7, { itemCode: 'KHONG', kind: 'service' })],
      ]),
    ),
    'sales by their keys': take(
      await file([sale(1, { rowId: 'given/K-1' }), sale(1, { rowId: 'K-2' }), sale(1, { rowId: 'k-2' })]),
    ),
  };
};

/** Records of Bravo's own in a file, some of them called otherwise. */
const masters =
  (what: 'items' | 'partners'): Trials =>
  async ({ rows }: Asked) => {
    const of = what === 'items' ? 'uploadBravoItems' : 'uploadBravoPartners';
    const own = await rows(
      `select code, name, ${what === 'items' ? 'unit' : "'' as unit"} from bravo_${what} where source = 'bravo' and is_active order by code limit 7`,
    );
    const take = taking(of, { body: {} }, [`bravo_${what}`]);
    const row = ({ code, name, unit }: Record<string, unknown>, other: boolean): Row => ({
      ...{
        code: String(code),
        name: other ? 'Tên khác' : String(name),
        ...(what === 'items' && { unit: String(unit || 'Cái') }),
      },
    });
    const file = (count: number) =>
      workbookFile(
        `bravo-${what}` as LayoutName,
        own.map((one, n) => row(one, n < count)),
      );
    return {
      'none that is called otherwise': take(await file(0)),
      'five that are called otherwise': take(await file(5)),
      'six that are called otherwise': take(await file(6)),
      'one that Bravo has no more': take(await file(1), {
        where: [
          `update bravo_${what} set is_active = false, fingerprint = '' where code in ('${own[0]!.code}', '${own[1]!.code}')`,
        ],
      }),
      'in use and not in use': take(
        await workbookFile(`bravo-${what}` as LayoutName, [
          { ...row({ code: 'TAY-A', name: 'A', unit: 'Cái' }, false), isActive: 'true' },
          { ...row({ code: 'TAY-B', name: 'B', unit: 'Cái' }, false), isActive: 'false' },
          {
            ...row({ code: 'TAY-C', name: ' C ', unit: 'Cái' }, false),
            ...(what === 'items' && { otherUnit: 'Cái', otherRate: '3' }),
          },
        ]),
      ),
    };
  };

export const importTrials: Partial<Record<OperationId, Trials>> = {
  restoreProductSuggestion: connections('product'),
  restorePartnerSuggestion: connections('partner'),
  uploadAmisPartners: again,
  uploadGivenSales: givenSales,
  uploadBravoItems: masters('items'),
  uploadBravoPartners: masters('partners'),
};
