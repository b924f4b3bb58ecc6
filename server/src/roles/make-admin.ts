import { createFirebaseIdentity } from '../adapters/identity/firebase.ts';
import { IdentityProblem, type IdentityUser } from '../adapters/identity/identity-provider.ts';
import { audit } from '../audit/audit.ts';
import { type Config, databaseUrlOf, identityOf } from '../config.ts';
import { createPool } from '../db/database.ts';
import { PATIENCE } from '../db/patience.ts';
import { searchText } from '../db/search.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { newId } from '../id.ts';

/**
 * Makes an existing account an admin: the first of an installation, or when no admin is left. Only those can who hold
 * the service's settings. The right is in the account's next token; the audit log names the command line.
 */
export async function makeAdmin(config: Config, email: string): Promise<number> {
  const identity = createFirebaseIdentity(identityOf(config));
  const pool = createPool(databaseUrlOf(config), 2, PATIENCE.commands);
  try {
    const account = await identity.findUserByEmail(email);
    if (!account) return refuse(`Chưa có tài khoản ${email}. Hãy tạo nó ở dịch vụ đăng nhập trước.`);
    if (account.disabled) return refuse(`Tài khoản ${email} đang bị khóa ở dịch vụ đăng nhập.`);
    if (account.admin) {
      console.log(`${email} đã là quản trị viên.`);
      return 0;
    }
    await inTransaction(pool, async (tx) => {
      await audit(tx, {
        actor: 'hệ thống',
        action: 'user.set-admin',
        entity: 'user',
        entityId: await adminRow(tx, account),
        summary: `Cấp quyền quản trị từ dòng lệnh: ${account.email}`,
      });
      // Last, so that a provider that refuses undoes the whole change.
      await identity.setAdmin(account.uid, true);
    });
    console.log(`${email} là quản trị viên từ lần đăng nhập sau (hoặc trong vòng một giờ).`);
    return 0;
  } catch (error) {
    if (!(error instanceof IdentityProblem)) throw error;
    return refuse(`Dịch vụ đăng nhập từ chối: ${error.message}. Hãy kiểm tra KHOP_IDENTITY_SERVICE_ACCOUNT và mạng.`);
  } finally {
    await pool.end();
  }
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}

/** The person's row, marked as an admin; made when they have not signed in yet. @returns its id. */
async function adminRow(tx: Tx, { uid, email, name }: IdentityUser): Promise<string> {
  const { id } = await tx.db
    .insertInto('users')
    .values({
      id: newId(),
      uid,
      email,
      displayName: name ?? email.split('@')[0] ?? '',
      isAdmin: true,
      search: searchText(email, name ?? undefined),
    })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet((eb) => ({ isAdmin: true, version: eb('users.version', '+', 1) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
