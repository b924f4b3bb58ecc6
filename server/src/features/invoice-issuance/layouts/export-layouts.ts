import { type ExportColumn, type ExportLayout, exportLayouts } from '@khop/engine/sheets/layouts/export-layouts.ts';
import { exportFields, type OwnLayout, readOwnLayout } from '@khop/engine/sheets/layouts/own-layout.ts';
import type { Selectable } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { type Database, isUniqueViolation } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { ExportLayouts } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { found, Refusal, refuseStale } from '../../../refusal.ts';

/** The templates of sales vouchers that ship, under the names that people choose by. */
const SHIPPED = [
  ['amis-sales-voucher', 'AMIS, chứng từ bán hàng đủ 59 cột'],
  ['amis-sales-voucher-short', 'AMIS, mẫu ngắn 25 cột'],
] as const;

/** The installation's own templates as an export writes them, by code. */
export async function ownLayouts(db: Database): Promise<Map<string, ExportLayout>> {
  const rows = await db.selectFrom('exportLayouts').select(['code', 'document']).execute();
  return new Map(rows.map(({ code, document }) => [code, layoutOf(code, document)]));
}

/** The names that a profile's `exportLayout` may be. */
export const knownLayouts = (own: ReadonlyMap<string, ExportLayout>): Set<string> =>
  new Set([...SHIPPED.map(([code]) => code), ...own.keys()]);

/** Refuses LAYOUT_INVALID with every problem of the document. */
function layoutOf(code: string, document: unknown): ExportLayout {
  const read = readOwnLayout(code, document);
  if (!('problems' in read)) return read;
  const [first] = read.problems;
  const rest = read.problems.length > 1 ? ` Còn ${read.problems.length - 1} điều nữa.` : '';
  throw new Refusal('LAYOUT_INVALID', `Mẫu chưa dùng được. ${first!.path}: ${first!.message}${rest}`, {
    problems: read.problems,
  });
}

export async function listExportLayouts(db: Database) {
  const [rows, profiles] = await Promise.all([
    db.selectFrom('exportLayouts').selectAll().orderBy('code').execute(),
    db.selectFrom('profiles').select(['code', 'exportLayout']).orderBy('code').execute(),
  ]);
  const usedBy = (code: string) => profiles.filter((one) => one.exportLayout === code).map((one) => one.code);
  return {
    items: [
      ...SHIPPED.map(([code, name]) => ({
        ...{ id: null, code, name, isBuiltIn: true, version: null, usedBy: usedBy(code) },
        document: { sheetName: exportLayouts[code].sheetName, columns: exportLayouts[code].columns.map(asOwnColumn) },
      })),
      ...rows.map((row) => ({ ...present(row), usedBy: usedBy(row.code) })),
    ],
    fields: [...exportFields],
  };
}

const present = (row: Selectable<ExportLayouts>) => {
  const { sheetName, columns } = row.document as OwnLayout;
  return {
    ...{ id: row.id, code: row.code, name: row.name, isBuiltIn: false, version: row.version, usedBy: [] as string[] },
    document: { sheetName, columns: columns.map((column) => ({ ...column })) },
  };
};

/** A shipped column in the form of an own template, to start a new one from. */
const asOwnColumn = ({ header, type, field: taken, fallback }: ExportColumn) => {
  const field = type === 'vatOther' ? 'vatOther' : taken;
  const text = typeof fallback === 'string' || typeof fallback === 'number' ? fallback : undefined;
  return { header, ...(field === undefined ? { constant: text } : { field, whenEmpty: text }) };
};

export function createExportLayout({ body, user, commit, requestId }: Call<'createExportLayout'>) {
  return commit(async (tx) => {
    layoutOf(body.code, body.document);
    if (Object.hasOwn(exportLayouts, body.code)) throw new Refusal('CODE_TAKEN');
    const id = newId();
    try {
      await tx.db
        .insertInto('exportLayouts')
        .values({ id, code: body.code, name: body.name, document: toJson(body.document), createdBy: user.email })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error, 'export_layouts_code_key')) throw new Refusal('CODE_TAKEN');
      throw error;
    }
    const after = present(await lockLayout(tx, id));
    await record(tx, { user, requestId }, 'export-layout.create', `Thêm mẫu xuất ${after.code}`, { after });
    return after;
  });
}

export function updateExportLayout({ context, params, body, user, commit, requestId }: Call<'updateExportLayout'>) {
  return commit(async (tx) => {
    const before = await lockLayout(tx, params.id);
    if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, present(before));
    if (body.document) layoutOf(before.code, body.document);
    await tx.db
      .updateTable('exportLayouts')
      .set((eb) => ({
        name: body.name,
        ...(body.document && { document: toJson(body.document) }),
        version: eb('version', '+', 1),
        updatedAt: context.now().toISOString(),
      }))
      .where('id', '=', params.id)
      .execute();
    const after = present(await lockLayout(tx, params.id));
    const summary = `Sửa mẫu xuất ${after.code}`;
    await record(tx, { user, requestId }, 'export-layout.update', summary, { before: present(before), after });
    return after;
  });
}

export function deleteExportLayout({ params, query, user, commit, requestId }: Call<'deleteExportLayout'>) {
  return commit(async (tx) => {
    const row = await lockLayout(tx, params.id);
    refuseStale(present(row), query.version);
    const used = await tx.db.selectFrom('profiles').select('code').where('exportLayout', '=', row.code).execute();
    if (used.length > 0)
      throw new Refusal('LAYOUT_IN_USE', `Hồ sơ ${used.map((one) => one.code).join(', ')} đang dùng mẫu này.`);
    await tx.db.deleteFrom('exportLayouts').where('id', '=', row.id).execute();
    await record(tx, { user, requestId }, 'export-layout.delete', `Xóa mẫu xuất ${row.code}`, { before: present(row) });
    return undefined;
  });
}

const lockLayout = async (tx: Tx, id: string): Promise<Selectable<ExportLayouts>> =>
  found(
    await tx.db.selectFrom('exportLayouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Không tìm thấy mẫu xuất này.',
  );

const record = (
  tx: Tx,
  by: { readonly user: { readonly email: string }; readonly requestId: string },
  action: string,
  summary: string,
  { before, after }: { readonly before?: ReturnType<typeof present>; readonly after?: ReturnType<typeof present> },
) =>
  audit(tx, {
    ...{ actor: by.user.email, requestId: by.requestId, action, summary, before, after },
    ...{ entity: 'export-layout', entityId: (after ?? before)!.id },
  });
