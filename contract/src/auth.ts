import { z } from 'zod';
import { get, patch, post } from './endpoint.ts';
import { gridQuery, listQuery, page } from './paging.ts';
import { commaList, day, id, idParams, instant, version, webUrl } from './values.ts';

const tokenBody = z.object({ token: z.string().min(1).max(8192) });

const user = z
  .object({
    id,
    uid: z.string(),
    email: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    lastSeenAt: instant.nullable(),
    createdAt: instant,
    version,
  })
  .meta({ id: 'User' });

const auditEvent = z
  .object({
    id,
    at: instant,
    actor: z.string(),
    action: z.string(),
    entity: z.string(),
    entityId: z.string(),
    summary: z.string(),
    before: z.unknown().nullable(),
    after: z.unknown().nullable(),
    requestId: z.string().nullable(),
    names: z.record(z.string(), z.string()).describe('Tên của các id có trong sự kiện, với bản ghi còn đó'),
  })
  .meta({ id: 'AuditEvent' });

const auditChain = z
  .object({
    sealed: z.int().describe('Số sự kiện nguyên vẹn trong chuỗi, tính từ đầu'),
    pending: z.int().describe('Số sự kiện chưa được niêm phong'),
    firstAt: instant.nullable(),
    lastAt: instant.nullable().describe('Lúc ghi sự kiện nguyên vẹn cuối cùng'),
    head: z.string().nullable().describe('Mã SHA-256 ở sự kiện nguyên vẹn cuối cùng, để giữ ở nơi khác'),
    broken: z
      .object({ position: z.int(), eventId: id, at: instant.nullable(), message: z.string() })
      .nullable()
      .describe('Chỗ đứt đầu tiên của chuỗi'),
    checkedAt: instant,
  })
  .meta({ id: 'AuditChain' });

const session = z
  .object({
    id,
    device: z.string().describe('User-Agent của trình duyệt'),
    startedAt: instant.describe('Lúc đăng nhập'),
    lastSeenAt: instant,
    isCurrent: z.boolean().describe('Phiên của lời gọi này'),
  })
  .meta({ id: 'Session' });

const appConfig = z.object({
  identity: z.object({
    mode: z.enum(['emulator', 'firebase']),
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    emulatorUrl: z.string().nullable(),
    providers: z.array(z.string()),
    demoAccounts: z
      .array(z.object({ name: z.string(), email: z.string(), password: z.string(), admin: z.boolean() }))
      .describe('Tài khoản dùng thử; chỉ có ở chế độ giả lập'),
  }),
  tokenSyncUrl: z.string().nullable(),
  mediaUploadUrl: z.string(),
  buildId: z.string(),
  timeZone: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;

export const authEndpoints = {
  getAppConfig: get('/app-config', { summary: 'Cấu hình cho ứng dụng web', access: 'public', response: appConfig }),
  validateToken: post('/auth/validate-token', {
    summary: 'Kiểm tra mã đăng nhập; luôn 200 kèm hai cờ',
    access: 'public',
    body: tokenBody,
    response: z.object({ valid: z.boolean(), revoked: z.boolean() }),
    errors: ['IDENTITY_UNAVAILABLE'],
  }),
  setCookie: post('/auth/set-cookie', {
    summary: 'Đặt cookie đăng nhập (HttpOnly, chỉ dùng cho GET)',
    access: 'public',
    body: tokenBody,
    response: z.object({ expiresAt: instant }),
    errors: ['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_REVOKED', 'IDENTITY_UNAVAILABLE'],
  }),
  clearCookie: post('/auth/clear-cookie', { summary: 'Xóa cookie đăng nhập', access: 'public' }),
  getMe: get('/auth/me', { summary: 'Người đang đăng nhập', response: user }),
  updateMe: patch('/auth/me', {
    summary: 'Sửa tên hiển thị, ảnh đại diện',
    body: z.object({
      version,
      displayName: z.string().trim().min(1).max(100).optional(),
      avatarUrl: webUrl.nullable().optional(),
    }),
    response: user,
    errors: ['STALE_VERSION'],
  }),
  listMySessions: get('/auth/me/sessions', {
    summary: 'Các thiết bị đang đăng nhập của tôi',
    response: z.object({ items: z.array(session) }),
  }),
  revokeMySession: post('/auth/me/sessions/{id}/revoke', {
    summary: 'Đăng xuất một thiết bị khác',
    params: idParams,
    response: session,
    errors: ['NOT_FOUND'],
  }),
  revokeMySessions: post('/auth/me/revoke-sessions', { summary: 'Đăng xuất khỏi mọi thiết bị' }),
  listUsers: get('/admin/users', {
    summary: 'Người dùng',
    access: 'admin',
    query: gridQuery(
      ['email', 'lastSeenAt', 'createdAt'],
      {
        isAdmin: z.stringbool().optional(),
      },
      ['uid', 'displayName', 'isAdmin'],
    ),
    response: page(user),
  }),
  updateUser: patch('/admin/users/{id}', {
    summary: 'Đặt hoặc bỏ quyền quản trị',
    access: 'admin',
    params: idParams,
    body: z.object({ version, isAdmin: z.boolean() }),
    response: user,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'IDENTITY_UNAVAILABLE'],
  }),
  revokeUserSessions: post('/admin/users/{id}/revoke-sessions', {
    summary: 'Thu hồi mọi phiên của một người dùng',
    access: 'admin',
    params: idParams,
    response: user,
    errors: ['NOT_FOUND'],
  }),
  listAuditEvents: get('/admin/audit-events', {
    summary: 'Nhật ký',
    access: 'admin',
    query: gridQuery(
      ['at'],
      {
        entity: commaList(z.string()).optional(),
        entityId: z.string().optional(),
        actor: commaList(z.string()).optional(),
        action: z.string().optional(),
        fromDate: day.optional().describe('Từ ngày, giờ Việt Nam'),
        toDate: day.optional(),
      },
      ['actor', 'summary', 'entity', 'action', 'entityId', 'requestId'],
    ),
    response: page(auditEvent),
  }),
  getAuditChain: get('/admin/audit-chain', {
    summary: 'Kiểm tra chuỗi nhật ký: tính lại mọi mã',
    access: 'admin',
    response: auditChain,
  }),
  listRecordHistory: get('/history/{entity}/{entityId}', {
    summary: 'Lịch sử của một bản ghi',
    params: z.object({ entity: z.string(), entityId: z.string() }),
    query: listQuery(['at'], {}),
    response: page(auditEvent),
    errors: ['ADMIN_ONLY'],
  }),
} as const;
