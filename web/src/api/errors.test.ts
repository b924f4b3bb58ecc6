import { expect, test } from 'vitest';
import { strings } from '../strings.ts';
import { ApiError, errorFrom, errorMessage, expiredError, reactionTo, revokedError, saysRevoked } from './errors.ts';

// The error table of the specification §8, row by row.
test.each([
  ['403 TOKEN_REVOKED', 403, 'TOKEN_REVOKED', true, false, 'revoke'],
  ['401 TOKEN_EXPIRED with a token', 401, 'TOKEN_EXPIRED', true, false, 'refresh'],
  ['401 TOKEN_REVOKED is looked at before refreshing', 401, 'TOKEN_REVOKED', true, false, 'revoke'],
  ['401 with another code', 401, 'TOKEN_INVALID', true, false, 'refresh'],
  ['401 without a code', 401, 'UNKNOWN', true, false, 'refresh'],
  ['401 without a token', 401, 'TOKEN_EXPIRED', false, false, 'fail'],
  ['401 after a refresh', 401, 'TOKEN_EXPIRED', true, true, 'fail'],
  ['revoked after a refresh', 403, 'TOKEN_REVOKED', true, true, 'revoke'],
  ['403 for want of rights', 403, 'ADMIN_ONLY', true, false, 'fail'],
  ['422', 422, 'PERIOD_STATE', true, false, 'fail'],
  ['503', 503, 'DATABASE_UNAVAILABLE', true, false, 'fail'],
] as const)('%s', (_, status, code, hasToken, retried, reaction) => {
  expect(reactionTo({ status, code, hasToken, retried })).toBe(reaction);
});

test('the two sentences of the specification are verbatim', () => {
  expect(revokedError().message).toBe('Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.');
  expect(expiredError().message).toBe('Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.');
});

test('the server’s message is thrown, else the general one', () => {
  const refused = errorFrom(422, '{"error_code":"CODE_TAKEN","message":"Mã này đã có.","details":{"code":"A"}}');
  expect(refused).toMatchObject({ status: 422, code: 'CODE_TAKEN', message: 'Mã này đã có.', details: { code: 'A' } });
  for (const body of ['', '<html>502</html>', '{}', 'null', '{"message":""}', '[]']) {
    expect(errorFrom(502, body)).toMatchObject({ status: 502, code: 'UNKNOWN', message: strings.errors.request });
  }
  expect(errorFrom(413, '<html>413</html>')).toMatchObject({
    code: 'UNKNOWN',
    message: strings.errors.tooLargeForProxy,
  });
  expect(strings.errors.request).toBe('Có lỗi xảy ra khi gửi yêu cầu.');
});

test.each([
  ['Phiên đăng nhập đã bị thu hồi.', true],
  ['Token has been REVOKED', true],
  ['token_revoked', true],
  ['THU HỒI', true],
  ['Token expired', false],
])('«%s» counts as revocation: %s', (text, revoked) => {
  expect(saysRevoked(text)).toBe(revoked);
});

test('anything thrown has a sentence', () => {
  expect(errorMessage(new ApiError(422, 'X', 'Câu.'))).toBe('Câu.');
  expect(errorMessage(new Error('hỏng'))).toBe('hỏng');
  expect(errorMessage('chuỗi')).toBe(strings.errors.request);
});
