import type { LayoutName, Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import type { BravoItemRecord, BravoPartnerRecord } from '../../../adapters/bravo/port.ts';
import { fingerprintOf, upsertStaged } from '../../../db/staging.ts';
import type { Tx } from '../../../db/transaction.ts';
import { fieldsOfLayout, type ToldField } from '../../imports/differences/told.ts';
import type { ImportTarget, ImportWarning } from '../../imports/target.ts';
import { items, type Master, partners } from '../masters.ts';
import { dropSuggestionsOfGoneMaster, reasonsOfGivenMaster } from './undo-masters.ts';

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value).trim());

/** A record without what only Bravo knows of it. */
type Given<T> = Omit<T, 'modifiedAt' | 'isActive'>;

const itemOf = (row: Row): Given<BravoItemRecord> => {
  const unit = text(row.unit);
  const other = text(row.otherUnit);
  const isRated = other !== '' && other !== unit && text(row.otherRate) !== '';
  return {
    code: text(row.code),
    name: text(row.name),
    unit,
    units: [
      ...(unit === '' ? [] : [{ unit, rate: '1' }]),
      ...(isRated ? [{ unit: other, rate: text(row.otherRate) }] : []),
    ],
    group: text(row.group),
    type: text(row.type),
  };
};

const partnerOf = (row: Row): Given<BravoPartnerRecord> => ({
  code: text(row.code),
  name: text(row.name),
  address: text(row.address),
  taxCode: text(row.taxCode),
  phone: text(row.phone),
  email: text(row.email),
  type: text(row.type),
});

/** Fields of a file that a missing column leaves as they are, and their columns. */
const ITEM_COLUMNS = { otherUnit: 'units', group: 'item_group', type: 'type' } as const;
const PARTNER_COLUMNS = {
  address: 'address',
  taxCode: 'tax_code',
  phone: 'phone',
  email: 'email',
  type: 'type',
} as const;

const ratesText = (units: string): string =>
  (JSON.parse(units) as BravoItemRecord['units']).map(({ unit, rate }) => `${unit} = ${rate}`).join(', ');

/** Bravo's "Danh mục vật tư" as a file: items beside those that Bravo itself gives. */
export const importBravoItems = importMaster('bravo-items', items, itemOf, ITEM_COLUMNS, {
  columns: ['name', 'unit', 'item_group', 'type', 'is_active'],
  more: { units: { label: 'Đơn vị quy đổi', kind: 'text', say: ratesText } },
});

/** Bravo's "Danh mục đối tượng" as a file: partners beside those that Bravo itself gives. */
export const importBravoPartners = importMaster('bravo-partners', partners, partnerOf, PARTNER_COLUMNS, {
  columns: ['name', 'address', 'tax_code', 'phone', 'email', 'type', 'is_active'],
});

/**
 * A file of a master adds records and changes those that files gave. What Bravo itself gives is Bravo's: such a row changes
 * nothing, and the report says how many say something else (decision 0029).
 */
function importMaster<T extends { readonly code: string; readonly modifiedAt: string }>(
  layout: LayoutName,
  master: Master<T>,
  recordOf: (row: Row) => Given<T>,
  columnOf: Readonly<Record<string, string>>,
  told: { readonly columns: readonly string[]; readonly more?: Readonly<Record<string, ToldField>> },
): ImportTarget {
  // When it was changed, and by whom, comes with the import.
  const { modified_at: _, given_by: __, ...columns } = master.columns;
  return {
    name: layout,
    layout,
    table: master.table,
    told: {
      code: "r ->> 'code'",
      title: "r ->> 'name'",
      fields: {
        ...fieldsOfLayout(layout, told.columns, { item_group: 'group' }),
        ...told.more,
        source: { label: 'Nguồn', kind: 'text', say: (source) => (source === 'given' ? 'Tệp' : 'Bravo') },
      },
      expected: "t.source = 'given' and t.is_active",
    },
    codes: { code: layout === 'bravo-items' ? 'item' : 'partner' },
    isCatalogue: true,
    reasonsToKeep: (tx, undone) => reasonsOfGivenMaster(tx, master.table, undone),
    afterUndo: (tx, undone) => dropSuggestionsOfGoneMaster(tx, master.table, undone),
    stager: () => (row) => {
      // `Given<T>` lacks these two of the record; TypeScript does not add up an Omit of a generic type and what it left out.
      const record = { ...recordOf(row), isActive: true, modifiedAt: '' } as unknown as T;
      const { data } = master.stage(record);
      const { modified_at: _moment, given_by: _giver, ...rest } = data as Readonly<Record<string, unknown>>;
      // A blank says nothing of it.
      const isActive = row.isActive === null ? null : row.isActive === true;
      const given = { ...rest, is_active: isActive, source: 'given' };
      return { key: text(row.code), fingerprint: fingerprintOf(given), data: given };
    },
    apply: async (tx, { runId, has, createdBy, now }) => {
      await reviveVanished(tx, runId, master.table);
      const { kept, warnings } = await leaveToBravo(tx, runId, master);
      const absent = Object.entries(columnOf).flatMap(([field, column]) => (has(field) ? [] : [column]));
      const moment = now.toISOString();
      const counts = await upsertStaged(tx, {
        runId,
        table: master.table,
        key: ['code'],
        fixed: {
          modified_at: ['timestamptz', moment],
          synced_at: ['timestamptz', moment],
          given_by: ['text', createdBy],
        },
        columns,
        insertOnly: new Set(absent),
        keptWhenBlank: { is_active: 'true' },
        onChange: {
          modified_at: 'excluded.modified_at',
          synced_at: 'excluded.synced_at',
          given_by: 'excluded.given_by',
        },
      });
      return { ...counts, unchanged: counts.unchanged + kept, warnings };
    },
  };
}

/** A record that Bravo has no more (its fingerprint is gone) was retired by the sync: a file that names it gives it anew. */
async function reviveVanished(tx: Tx, runId: string, table: string): Promise<void> {
  await tx.client.query(
    `update staged_rows s set data = s.data || '{"is_active": true}' from ${table} m
     where s.run_id = $1 and m.code = s.key and m.source = 'bravo' and m.fingerprint = '' and s.data ->> 'is_active' is null`,
    [runId],
  );
}

const SHOWN = 5;

/** Takes the rows of Bravo's own records out. */
async function leaveToBravo<T extends { readonly code: string; readonly modifiedAt: string }>(
  tx: Tx,
  runId: string,
  { table, noun }: Master<T>,
): Promise<{ kept: number; warnings: readonly ImportWarning[] }> {
  const { rows } = await tx.client.query<{ code: string; differs: boolean }>(
    `with own as (
       select s.key, s.row_number, s.data from staged_rows s join ${table} m on m.code = s.key
       where s.run_id = $1 and m.source = 'bravo' and m.fingerprint <> ''
     ), gone as (delete from staged_rows s using own where s.run_id = $1 and s.key = own.key)
     select m.code, m.name <> own.data ->> 'name' as differs
     from own join ${table} m on m.code = own.key order by own.row_number`,
    [runId],
  );
  const other = rows.filter(({ differs }) => differs).map(({ code }) => code);
  if (other.length === 0) return { kept: rows.length, warnings: [] };
  const examples = `${other.slice(0, SHOWN).join(', ')}${other.length > SHOWN ? '…' : ''}`;
  const message = `${other.length} ${noun} đã có từ Bravo và tệp ghi tên khác (${examples}): giữ theo Bravo. Muốn đổi thì sửa ở Bravo rồi đồng bộ.`;
  return { kept: rows.length, warnings: [{ code: 'RECORD_IN_BRAVO', message }] };
}
