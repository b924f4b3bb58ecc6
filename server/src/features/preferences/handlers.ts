import { MAX_PREFERENCES } from '@khop/contract/preferences.ts';
import { sql } from 'kysely';
import { toJson } from '../../db/json.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';

/** The settings of each person for lists. No audit: they change nothing that other people see. */
export const preferenceHandlers = {
  getPreferences: async ({ context, user }) => {
    const rows = await context.db
      .selectFrom('userPreferences')
      .select(['name', 'value'])
      .where('userId', '=', user.id)
      .execute();
    return { values: Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
  },

  savePreference: async ({ params, body, user, commit }) => {
    await commit(async (tx) => {
      if (body.value === null) {
        await tx.db.deleteFrom('userPreferences').where('userId', '=', user.id).where('name', '=', params.id).execute();
        return null;
      }
      // The person's row is the lock: two tabs cannot both add the last one that fits.
      await tx.db.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
      const { others } = await tx.db
        .selectFrom('userPreferences')
        .select(sql<number>`count(*)::int`.as('others'))
        .where('userId', '=', user.id)
        .where('name', '<>', params.id)
        .executeTakeFirstOrThrow();
      if (others >= MAX_PREFERENCES)
        throw new Refusal('VALIDATION', `Mỗi người lưu tối đa ${MAX_PREFERENCES} thiết lập màn hình.`);
      await tx.db
        .insertInto('userPreferences')
        .values({ userId: user.id, name: params.id, value: toJson(body.value) })
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'name'])
            .doUpdateSet({ value: toJson(body.value), updatedAt: sql<string>`now()` }),
        )
        .execute();
      return null;
    });
    return undefined;
  },
} satisfies Handlers;
