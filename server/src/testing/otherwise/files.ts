import type { OperationId } from '@khop/contract/index.ts';
import type { Stage } from '../good-calls/stage.ts';
import { fieldByField } from './field-by-field.ts';
import type { TakenFile } from './taken-and-undone.ts';

type Files = (stage: Stage) => Promise<readonly TakenFile[]>;

/** The columns that a list of products must have: all others are left as they are where a file does not have them. */
const BARE_PRODUCT = [
  ...['vatReduction', 'kind', 'group', 'quantityOnHand', 'stockValue', 'origin', 'note', 'purchaseDescription'],
  ...['saleDescription', 'defaultWarehouseCode', 'defaultWarehouseName', 'revenueAccount', 'discountAccount'],
  ...['allowanceAccount', 'returnAccount', 'cogsAccount', 'fixedPurchasePrice', 'lastPurchasePrice', 'salePrice'],
  ...['vatRate', 'isActive'],
];
const BARE_PARTNER = [
  ...['address', 'debt', 'group', 'taxCode', 'phone', 'website', 'receivableAccount', 'employeeCode', 'employeeName'],
  ...['contactPhone', 'isSupplier', 'isInternal', 'email', 'idNumber', 'isOrganisation'],
  ...['passport', 'nationality', 'budgetCode'],
];

/** Codes of a list, in their order. */
async function codesOf(stage: Stage, path: string): Promise<string[]> {
  const { items } = await stage.read<{ items: { code: string }[] }>(`${path}&limit=500&sort=code`);
  return items.map(({ code }) => code);
}

const products: Files = async (stage) => {
  const fields = { profileId: stage.profileId };
  const [path, tables] = ['/amis/products/bulk', ['amis_products', 'profile_warehouses']];
  const known = await codesOf(stage, `/amis/products?profileId=${stage.profileId}`);
  const fresh = (n: number) => ({ code: `TN-${n}`, name: `Hàng thử ${n}` });
  const other = (n: number) => ({ code: known[n]!.toLowerCase(), name: `Hàng đổi tên ${n}` });
  return [
    { ...{ path, fields, tables }, file: await fieldByField('amis-products', fresh) },
    { ...{ path, fields, tables }, file: await fieldByField('amis-products', other) },
    { ...{ path, fields, tables }, file: await fieldByField('amis-products', other, BARE_PRODUCT) },
  ];
};

const partners: Files = async (stage) => {
  const [path, tables] = ['/amis/partners/bulk', ['amis_partners']];
  const files: TakenFile[] = [];
  for (const type of ['customer', 'supplier'] as const) {
    const of = { path, tables, fields: { profileId: stage.profileId, type } };
    const layout = `amis-${type}s` as const;
    const known = await codesOf(stage, `/amis/partners?profileId=${stage.profileId}&type=${type}`);
    const fresh = (n: number) => ({ code: `TN-${n}`, name: `Đối tác thử ${n}` });
    const other = (n: number) => ({ code: known[n] ?? `TN-${n}`, name: `Đối tác đổi tên ${n}` });
    files.push(
      { ...of, file: await fieldByField(layout, fresh) },
      { ...of, file: await fieldByField(layout, other) },
      { ...of, file: await fieldByField(layout, other, BARE_PARTNER) },
      {
        ...of,
        file: await fieldByField(
          layout,
          other,
          BARE_PARTNER.filter((name) => name !== 'taxCode'),
        ),
      },
      {
        ...of,
        file: await fieldByField(
          layout,
          other,
          BARE_PARTNER.filter((name) => name !== 'phone'),
        ),
      },
    );
  }
  return files;
};

const purchases: Files = async (stage) => {
  const known = await codesOf(stage, `/amis/products?profileId=${stage.profileId}`);
  const row = (n: number) => ({
    ...{ accountingDate: { day: `2026-09-${n < 3 ? '29' : '30'}` }, voucherNumber: `TN-${n % 5}` },
    ...{ productCode: known[n % 5]!, quantity: 5 },
  });
  return [
    {
      ...{ path: '/amis/products/purchase-ledger', fields: { profileId: stage.profileId } },
      tables: ['amis_products', 'amis_purchase_lines', 'profile_warehouses'],
      file: await fieldByField('amis-purchase-ledger', row),
    },
  ];
};

const masters =
  (what: 'items' | 'partners'): Files =>
  async (stage) => {
    const of = { path: `/bravo/${what}/bulk`, tables: [`bravo_${what}`] };
    const known = await codesOf(stage, `/bravo/${what}?source=bravo`);
    const fresh = (n: number) => ({ code: `TN-${n}`, name: `Bản ghi thử ${n}` });
    const other = (n: number) => ({ code: known[n] ?? `TN-${n}`, name: `Bản ghi đổi tên ${n}` });
    return [
      { ...of, file: await fieldByField(`bravo-${what}`, fresh) },
      { ...of, file: await fieldByField(`bravo-${what}`, other) },
    ];
  };

const requirements: Files = async (stage) => {
  const known = await codesOf(stage, '/bravo/partners?source=bravo');
  return [
    {
      ...{ path: '/bravo/partners/bulk-update-invoice-requirement', tables: ['bravo_partners'] },
      file: await fieldByField('invoice-requirements', (n) => ({ partnerCode: known[n] ?? `TN-${n}` })),
    },
  ];
};

const givenSales: Files = async (stage) => {
  const items = await codesOf(stage, '/bravo/items?source=bravo');
  const partners = await codesOf(stage, '/bravo/partners?source=bravo');
  const row = (n: number) => ({
    ...{ docDate: { day: '2026-11-03' }, docNo: `TN-${n % 7}`, itemCode: items[n % 3]!, quantity: 2, amount: 3000 },
  });
  const of = { path: '/bravo-sales-ledgers/bulk', tables: ['sales_ledger_lines'] };
  const spelled = (n: number) => ({
    ...row(n),
    ...{ itemCode: items[n % 3]!.toLowerCase(), partnerCode: partners[n % 4]!.toLowerCase() },
  });
  return [
    { ...of, file: await fieldByField('bravo-sales', row) },
    { ...of, file: await fieldByField('bravo-sales', spelled) },
  ];
};

const connections =
  (kind: 'product' | 'partner'): Files =>
  async (stage) => {
    const { profileId } = stage;
    const type = kind === 'partner' ? '&type=customer' : '';
    const amis = await codesOf(stage, `/amis/${kind}s?profileId=${profileId}${type}`);
    const bravo = await codesOf(stage, `/bravo/${kind === 'product' ? 'items' : 'partners'}?isActive=true`);
    const row = (n: number) => ({ amisCode: amis[n] ?? `TN-${n}`, bravoCode: bravo[n] ?? `TN-${n}` });
    return [
      {
        path: `/${kind}-connections/bulk-upload?profileId=${profileId}`,
        tables: [`${kind}_connections`, 'suggestions', 'suggestion_batches', 'suggestion_decisions'],
        file: await fieldByField(`${kind}-connections`, row, ['profileCode']),
      },
    ];
  };

/** Files that an upload takes in and takes back again, distinguished by what they state. */
export const takenFiles: Partial<Record<OperationId, Files>> = {
  uploadAmisProducts: products,
  uploadAmisPartners: partners,
  uploadPurchaseLedger: purchases,
  uploadBravoItems: masters('items'),
  uploadBravoPartners: masters('partners'),
  uploadInvoiceRequirements: requirements,
  uploadGivenSales: givenSales,
  uploadProductConnections: connections('product'),
  uploadPartnerConnections: connections('partner'),
};
