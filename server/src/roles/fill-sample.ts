import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OperationId } from '@khop/contract/index.ts';
import { readTable } from '../adapters/bravo/csv-table.ts';

type Json = Record<string, unknown>;

/** A request of the contract; `file` is a path, sent as the multipart file beside the fields of `body`. */
export type FillRequest = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly file?: string;
};

/** Makes one call, waits for the run that it may start, and throws when either is refused. */
export type Caller = (operation: OperationId, request?: FillRequest) => Promise<Json>;

/**
 * Fills an installation with the sample company in `folder`, through the same calls that a person's browser makes:
 * profiles, uploads, syncs, connections, and an open period with its ledgers loaded; `beforeMonth` is done just before that. Safe to repeat after an interruption.
 */
export async function fillSample(
  call: Caller,
  folder: string,
  beforeMonth: (profiles: ReadonlyMap<string, string>) => Promise<void> = async () => {},
): Promise<{ periodId: string; profiles: Map<string, string> }> {
  const profiles = await fillProfiles(call, folder);
  await fillBravo(call, folder);
  await fillConnections(call, folder, profiles);
  await beforeMonth(profiles);
  return { periodId: await fillPeriod(call, folder, profiles), profiles };
}

type SamplePeriod = {
  name: string;
  fromDate: string;
  toDate: string;
  profiles: (Json & {
    code: string;
    warehouses?: Record<string, string>;
    stockMadeAt?: string;
    salesLedgerMadeAt?: string;
  })[];
  issuers: Record<string, string[]>;
  bases?: (Json & { profile: string })[];
  rules: Json;
};

const readPeriodFile = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'period.json'), 'utf8')) as SamplePeriod;

/** Creates the profiles and takes in their catalogues. Answers profile code → id. */
async function fillProfiles(call: Caller, folder: string): Promise<Map<string, string>> {
  const { profiles } = await readPeriodFile(folder);
  const known = (await call('listProfiles', { query: { limit: '500' } })).items as { id: string; code: string }[];
  const ids = new Map(known.map((profile) => [profile.code, profile.id]));
  for (const { warehouses = {}, stockMadeAt: _stock, salesLedgerMadeAt: _ledger, ...profile } of profiles) {
    const id = ids.get(profile.code) ?? String((await call('createProfile', { body: profile })).id);
    ids.set(profile.code, id);
    const { version } = await call('getProfileWarehouses', { params: { id } });
    const items = Object.entries(warehouses).map(([name, code]) => ({ name, code }));
    await call('updateProfileWarehouses', { params: { id }, body: { version, items } });
    const file = (name: string): string => path.join(folder, 'amis', profile.code, name);
    await call('uploadAmisProducts', { body: { profileId: id }, file: file('HangHoa.xlsx') });
    await call('uploadAmisPartners', { body: { profileId: id, type: 'customer' }, file: file('KhachHang.xlsx') });
    await call('uploadAmisPartners', { body: { profileId: id, type: 'supplier' }, file: file('NhaCungCap.xlsx') });
    await call('uploadPurchaseLedger', { body: { profileId: id }, file: file('SoMuaHang.xlsx') });
  }
  return ids;
}

async function fillBravo(call: Caller, folder: string): Promise<void> {
  await call('syncBravoItems');
  await call('syncBravoPartners');
  const byRequirement = new Map<string, string[]>();
  for await (const row of readTable(path.join(folder, 'bravo', 'partners.csv'))) {
    const requirement = row.invoiceRequirement || 'unset';
    byRequirement.set(requirement, [...(byRequirement.get(requirement) ?? []), row.code ?? '']);
  }
  for (const [invoiceRequirement, codes] of byRequirement) {
    for (let at = 0; at < codes.length; at += 5000) {
      await call('updateSelectedInvoiceRequirement', {
        body: { partnerCodes: codes.slice(at, at + 5000), invoiceRequirement },
      });
    }
  }
}

async function fillConnections(call: Caller, folder: string, profiles: ReadonlyMap<string, string>): Promise<void> {
  const fill = async (
    file: string,
    operation: OperationId,
    extra: (row: Record<string, string | undefined>) => Json,
  ): Promise<void> => {
    let items: Json[] = [];
    const flush = async (): Promise<void> => {
      if (items.length > 0) await call(operation, { body: { items } });
      items = [];
    };
    for await (const row of readTable(path.join(folder, 'connections', file))) {
      items.push({
        profileId: profiles.get(row.profileCode ?? ''),
        amisCode: row.amisCode,
        bravoCode: row.bravoCode,
        ...extra(row),
      });
      if (items.length >= 1000) await flush();
    }
    await flush();
  };
  await fill('products.csv', 'createProductConnections', (row) => ({ factor: row.factor || null }));
  await fill('partners.csv', 'createPartnerConnections', () => ({}));
}

/** Opens the sample's month and loads what a generation needs; generating is left to the person. */
async function fillPeriod(call: Caller, folder: string, profiles: ReadonlyMap<string, string>): Promise<string> {
  const sample = await readPeriodFile(folder);
  const idOf = (code: string): string => profiles.get(code)!;
  const periods = (await call('listPeriods')).items as { id: string; name: string }[];
  const body = {
    name: sample.name,
    fromDate: sample.fromDate,
    toDate: sample.toDate,
    profileIds: sample.profiles.map((profile) => idOf(profile.code)),
    issuers: Object.fromEntries(Object.entries(sample.issuers).map(([branch, codes]) => [branch, codes.map(idOf)])),
    // The sample's entities sell their own goods: there is no other side whose code would have to be an id.
    bases: sample.bases?.map(({ profile, ...basis }) => ({ ...basis, profileId: idOf(profile) })),
    rules: sample.rules,
  };
  const id =
    periods.find((period) => period.name === sample.name)?.id ?? String((await call('createPeriod', { body })).id);
  await call('loadBravoSales', { params: { id } });
  for (const { code, stockMadeAt, salesLedgerMadeAt } of sample.profiles) {
    const file = (name: string): string => path.join(folder, 'amis', code, name);
    const body = (madeAt: string | undefined) => ({ profileId: idOf(code), ...(madeAt && { madeAt }) });
    // The stock last: a report that does not tell its moment is then no older than the ledger.
    await call('loadAmisSalesLedger', { params: { id }, body: body(salesLedgerMadeAt), file: file('SoBanHang.xlsx') });
    await call('loadAmisInventory', { params: { id }, body: body(stockMadeAt), file: file('TonKho.xlsx') });
  }
  return id;
}
