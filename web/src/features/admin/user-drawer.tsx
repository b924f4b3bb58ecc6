import { whereText } from '@khop/contract/clauses.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useAction, useCall } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { HistoryList } from '../../shared/records/history-list.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Switch } from '../../ui/fields/checkbox.tsx';
import { formatInstant } from '../../ui/format/time.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';

export type User = ItemOf<'listUsers'>;

const CHANGED = ['listUsers', 'listAuditEvents', 'listRecordHistory'] as const;

/**
 * The person of an address, found by the account that the address names: one that is made anew, after it was deleted at the identity
 * provider, has the email of the one before.
 */
export function UserDrawer({ uid, onClose }: { uid: string; onClose: () => void }) {
  const where = whereText([{ field: 'uid', op: 'in', values: [uid] }]);
  const found = useCall('listUsers', { query: { where, limit: 1 } });
  const [changed, setChanged] = useState<User>();
  const listed = found.data?.items[0];
  // The answer to a change is newer than the list until that is read again.
  const user = changed && changed.version >= (listed?.version ?? 0) ? changed : listed;
  if (user) return <Person user={user} onChange={setChanged} onClose={onClose} />;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Người dùng"
    >
      {found.isError ? (
        <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <EmptyState title="Không tìm thấy người dùng này." hint="Chưa ai đăng nhập bằng tài khoản này." />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  );
}

/** One person: the admin flag (at once, with an undo) and the end of all their sessions (after a question). */
function Person({ user, onChange, onClose }: { user: User; onChange: (user: User) => void; onClose: () => void }) {
  const me = useSession().user?.uid === user.uid;
  const setAdmin = useAction(
    ({ isAdmin, version }: { isAdmin: boolean; version: number; isUndo?: boolean }) =>
      call('updateUser', { params: { id: user.id }, body: { isAdmin, version } }),
    {
      invalidates: CHANGED,
      onSuccess: (after, { isUndo }) => {
        onChange(after);
        if (isUndo) return;
        toast.undo(`${after.isAdmin ? 'Đã cấp' : 'Đã bỏ'} quyền quản trị của ${after.email}.`, () =>
          setAdmin.mutate({ isAdmin: !after.isAdmin, version: after.version, isUndo: true }),
        );
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'STALE_VERSION') onChange(error.details as User);
        return undefined;
      },
    },
  );
  const revoke = useAction(() => call('revokeUserSessions', { params: { id: user.id } }), {
    invalidates: CHANGED,
    onSuccess: (after) => {
      onChange(after);
      toast.success(`Đã thu hồi mọi phiên của ${after.email}.`);
    },
  });
  const askRevoke = async () => {
    const yes = await confirm({
      title: `Thu hồi mọi phiên của ${user.email}?`,
      body: me
        ? 'Đây là tài khoản của bạn: bạn sẽ bị đăng xuất khỏi mọi thiết bị, kể cả thiết bị này.'
        : 'Người này bị đăng xuất khỏi mọi thiết bị ngay lập tức và phải đăng nhập lại. Việc đang nhập dở trên màn hình của họ sẽ mất.',
      action: 'Thu hồi phiên',
      danger: true,
    });
    if (yes) revoke.mutate();
  };
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={user.displayName || user.email}
      description={user.email}
      footer={
        <Button variant="danger" busy={revoke.isPending} onClick={() => void askRevoke()}>
          Thu hồi mọi phiên
        </Button>
      }
    >
      <div className="flex items-center gap-3 pb-3">
        <Avatar name={user.displayName || user.email} url={user.avatarUrl} className="size-12 text-title" />
        <Switch
          label="Quản trị viên"
          hint={
            me
              ? 'Không tự bỏ quyền của chính mình được. Hãy nhờ quản trị viên khác.'
              : 'Quản lý người dùng, xem nhật ký, mở khóa kỳ, xác nhận đóng kỳ. Có hiệu lực khi người này đăng nhập hoặc làm mới phiên.'
          }
          checked={user.isAdmin}
          disabled={me || setAdmin.isPending}
          onChange={(isAdmin) => setAdmin.mutate({ isAdmin, version: user.version })}
        />
      </div>
      <Facts>
        <Fact label="Email">{user.email}</Fact>
        <Fact label="Tên hiển thị">{user.displayName}</Fact>
        <Fact label="Hoạt động gần nhất">{formatInstant(user.lastSeenAt)}</Fact>
        <Fact label="Đăng nhập lần đầu">{formatInstant(user.createdAt)}</Fact>
      </Facts>
      <h3 className="m-0 mt-4 text-base font-semibold">Lịch sử</h3>
      <HistoryList
        entity="user"
        entityId={user.id}
        labels={{
          isAdmin: 'Quản trị viên',
          displayName: 'Tên hiển thị',
          avatarUrl: 'Ảnh đại diện',
        }}
      />
    </Drawer>
  );
}
