/** Codes of the identity provider (without "auth/") as sentences that say what to do. */
const MESSAGES: Readonly<Record<string, string>> = {
  'invalid-credential': 'Email hoặc mật khẩu không đúng. Hãy kiểm tra lại.',
  'invalid-login-credentials': 'Email hoặc mật khẩu không đúng. Hãy kiểm tra lại.',
  'wrong-password': 'Email hoặc mật khẩu không đúng. Hãy kiểm tra lại.',
  'user-not-found': 'Không có tài khoản với email này. Hãy kiểm tra lại hoặc nhờ quản trị viên tạo.',
  'user-disabled': 'Tài khoản này đã bị khóa. Hãy liên hệ quản trị viên.',
  'user-mismatch': 'Tài khoản vừa chọn khác với tài khoản đang đăng nhập. Hãy chọn đúng tài khoản.',
  'user-token-expired': 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  'multi-factor-auth-required':
    'Tài khoản này bật xác thực hai bước, trang này chưa hỗ trợ. Hãy chọn cách đăng nhập khác hoặc báo quản trị viên.',
  'invalid-email': 'Email không hợp lệ. Hãy nhập dạng ten@congty.vn.',
  'missing-email': 'Chưa nhập email.',
  'missing-password': 'Chưa nhập mật khẩu.',
  'email-already-in-use': 'Email này đã được dùng cho một tài khoản khác.',
  'weak-password': 'Mật khẩu quá yếu. Hãy dùng ít nhất 6 ký tự.',
  'password-does-not-meet-requirements': 'Mật khẩu chưa đạt yêu cầu. Hãy dùng mật khẩu dài hơn, có chữ và số.',
  'too-many-requests': 'Bạn đã thử quá nhiều lần. Hãy chờ vài phút rồi thử lại.',
  'network-request-failed': 'Không kết nối được dịch vụ đăng nhập. Hãy kiểm tra mạng rồi thử lại.',
  'internal-error': 'Dịch vụ đăng nhập gặp lỗi. Hãy thử lại sau ít phút.',
  'argument-error': 'Yêu cầu đăng nhập không hợp lệ. Hãy tải lại trang rồi thử lại.',
  'invalid-api-key': 'Khóa kết nối dịch vụ đăng nhập không đúng. Hãy báo quản trị viên.',
  'unauthorized-domain': 'Địa chỉ trang này chưa được phép đăng nhập. Hãy báo quản trị viên.',
  'popup-blocked': 'Trình duyệt đã chặn cửa sổ đăng nhập. Hãy cho phép cửa sổ bật lên rồi thử lại.',
  'popup-closed-by-user': 'Cửa sổ đăng nhập đã bị đóng trước khi hoàn tất. Hãy thử lại.',
  'user-cancelled': 'Bạn đã từ chối ở trang của nhà cung cấp. Hãy thử lại hoặc chọn cách khác.',
  'cancelled-popup-request': 'Một cửa sổ đăng nhập khác vừa được mở. Hãy dùng cửa sổ mới nhất.',
  'web-storage-unsupported': 'Trình duyệt đang chặn lưu trữ. Hãy cho phép cookie và lưu trữ của trang này.',
  'invalid-auth-event': 'Lượt đăng nhập không còn hợp lệ. Hãy bắt đầu lại.',
  'no-auth-event': 'Không tìm thấy lượt đăng nhập đang chờ. Hãy bắt đầu lại.',
  'auth-domain-config-required': 'Dịch vụ đăng nhập thiếu cấu hình tên miền. Hãy báo quản trị viên.',
  'invalid-continue-uri': 'Địa chỉ quay lại sau đăng nhập không hợp lệ. Hãy báo quản trị viên.',
  'unauthorized-continue-uri': 'Địa chỉ quay lại sau đăng nhập chưa được phép. Hãy báo quản trị viên.',
  'operation-not-allowed': 'Cách đăng nhập này chưa được bật. Hãy chọn cách khác.',
  'admin-restricted-operation': 'Không tự tạo tài khoản được ở đây. Hãy nhờ quản trị viên tạo tài khoản.',
  'account-exists-with-different-credential': 'Email này đã dùng một cách đăng nhập khác. Hãy đăng nhập bằng cách đó.',
  'invalid-action-code': 'Đường dẫn đã được dùng hoặc hết hạn. Hãy yêu cầu đường dẫn mới.',
  'expired-action-code': 'Đường dẫn đã hết hạn. Hãy yêu cầu đường dẫn mới.',
  'redirect-operation-pending': 'Đang chuyển tới trang đăng nhập. Hãy chờ một chút.',
  timeout: 'Dịch vụ đăng nhập không trả lời. Hãy thử lại.',
};

/** The identity provider's codes that have a sentence of their own. */
export const KNOWN_IDENTITY_CODES: readonly string[] = Object.keys(MESSAGES);

/** The code of an error of the identity provider, without "auth/"; undefined when the error is not one of its own. */
export const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : undefined;
};

/** The sentence for an error of the identity provider; undefined when the error is not one of its own. */
export function identityMessage(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return MESSAGES[code] ?? `Không đăng nhập được (${code}). Hãy thử lại hoặc báo quản trị viên.`;
}
