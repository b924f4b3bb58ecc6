import { folderKey, isFolderName } from '@khop/engine/folder-names.ts';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { isUniqueViolation } from '../../db/database.ts';
import { toJson } from '../../db/json.ts';
import { pageOf } from '../../db/list.ts';
import { searchPatterns, searchText } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Handlers } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { found, Refusal, refuseStale } from '../../refusal.ts';
import { presentProfile } from './present.ts';
import { refuseUnknownLayout } from './profile-layout.ts';
import { profileStats, refuseProfileInUse } from './profile-use.ts';

const NO_PROFILE = 'Không tìm thấy hồ sơ này.';

const refuseTakenCode = (error: unknown, code: string | undefined): never => {
  if (isUniqueViolation(error, 'profiles_code_key'))
    throw new Refusal('CODE_TAKEN', `Mã hồ sơ «${code}» đã có. Hãy dùng mã khác.`, { code });
  throw error;
};

/**
 * Refuses a new code that cannot be a folder of its own in the downloads: another's but for the case of its letters would be
 * unpacked over it on Windows. Codes of before this rule keep theirs. Callers take turns here until their transaction ends, since
 * no index would refuse the second of two at the same instant.
 */
async function refuseFolderCode(tx: Tx, code: string, own: string | null): Promise<void> {
  if (!isFolderName(code))
    throw new Refusal(
      'VALIDATION',
      `Mã hồ sơ «${code}» không đặt tên thư mục được trên Windows: không dùng CON, NUL, COM1… và không kết thúc bằng dấu chấm.`,
    );
  await sql`select pg_advisory_xact_lock(hashtext('khop.profile-codes'))`.execute(tx.db);
  const others = await tx.db.selectFrom('profiles').select(['id', 'code']).execute();
  const same = others.find((one) => one.id !== own && one.code !== code && folderKey(one.code) === folderKey(code));
  if (same)
    throw new Refusal(
      'CODE_TAKEN',
      `Mã hồ sơ «${code}» chỉ khác «${same.code}» ở chữ hoa, chữ thường: thư mục của hai hồ sơ đè lên nhau khi giải nén. Hãy dùng mã khác.`,
      { code: same.code },
    );
}

export const profileHandlers = {
  createProfile: async ({ body, commit, user, requestId }) =>
    commit(async (tx) => {
      await refuseFolderCode(tx, body.code, null);
      await refuseUnknownLayout(tx, body.exportLayout);
      const row = await tx.db
        .insertInto('profiles')
        .values({
          ...body,
          id: newId(),
          accounts: toJson(body.accounts),
          suspensions: toJson(body.suspensions),
          search: searchText(body.code, body.name, body.taxCode),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => refuseTakenCode(error, body.code));
      const after = presentProfile(row);
      await audit(tx, {
        actor: user.email,
        action: 'profile.create',
        entity: 'profile',
        entityId: after.id,
        summary: `Tạo hồ sơ ${after.code} – ${after.name}`,
        after,
        requestId,
      });
      return after;
    }),

  listProfiles: async ({ context, query }) => {
    let rows = context.db.selectFrom('profiles');
    if (query.isActive !== undefined) rows = rows.where('isActive', '=', query.isActive);
    for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
    const sorts = { code: 'code', name: 'vi:name', createdAt: 'createdAt' };
    return pageOf(rows, query, { sorts, fallback: 'code', tie: 'id' }, presentProfile);
  },

  getProfile: async ({ context, params }) =>
    presentProfile(
      found(
        await context.db.selectFrom('profiles').selectAll().where('id', '=', params.id).executeTakeFirst(),
        NO_PROFILE,
      ),
    ),

  updateProfile: async ({ params, body, commit, user, requestId }) =>
    commit(async (tx) => {
      const row = found(
        await tx.db.selectFrom('profiles').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
        NO_PROFILE,
      );
      const before = presentProfile(row);
      const { version, accounts, suspensions, ...changes } = body;
      if (before.version !== version) throw new Refusal('STALE_VERSION', undefined, before);
      const { code, name, taxCode, exportLayout } = { ...before, ...changes };
      if (code !== before.code) await refuseFolderCode(tx, code, row.id);
      // One that was stored before this rule stays until it is changed.
      if (exportLayout !== before.exportLayout) await refuseUnknownLayout(tx, exportLayout);
      const updated = await tx.db
        .updateTable('profiles')
        .set((eb) => ({
          ...changes,
          ...(accounts && { accounts: toJson({ ...before.accounts, ...accounts }) }),
          ...(suspensions && { suspensions: toJson(suspensions) }),
          search: searchText(code, name, taxCode),
          version: eb('version', '+', 1),
          updatedAt: sql<string>`now()`,
        }))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => refuseTakenCode(error, code));
      const after = presentProfile(updated);
      await audit(tx, {
        actor: user.email,
        action: 'profile.update',
        entity: 'profile',
        entityId: row.id,
        summary: `Sửa hồ sơ ${after.code} – ${after.name}`,
        before,
        after,
        requestId,
      });
      return after;
    }),

  deleteProfile: async ({ params, query, commit, user, requestId }) => {
    await commit(async (tx) => {
      const row = found(
        await tx.db.selectFrom('profiles').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst(),
        NO_PROFILE,
      );
      refuseStale(presentProfile(row), query.version);
      await refuseProfileInUse(tx.db, row.id);
      await tx.db.deleteFrom('profiles').where('id', '=', row.id).execute();
      await audit(tx, {
        actor: user.email,
        action: 'profile.delete',
        entity: 'profile',
        entityId: row.id,
        summary: `Xóa hồ sơ ${row.code} – ${row.name}`,
        before: presentProfile(row),
        requestId,
      });
      return null;
    });
    return undefined;
  },

  getProfileStats: async ({ context, params }) => profileStats(context.db, params.id),
} satisfies Handlers;
