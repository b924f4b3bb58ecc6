import type { Socket } from 'node:net';
import type { ErrorBody } from '@khop/contract/errors.ts';

/** Node's codes for what it refuses before there is a request: status line and sentence. Anything else is no HTTP at all. */
const REFUSED: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Yêu cầu gửi quá chậm nên bị ngắt. Hãy gửi lại.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'Địa chỉ hoặc phần đầu của yêu cầu quá dài. Hãy bỏ bớt điều kiện lọc.',
  ],
};
const NO_HTTP = ['400 Bad Request', 'Yêu cầu không đúng giao thức HTTP.'] as const;

/** Answers on the bare connection, where no request and so no other handler is: the contract's error body, then the end. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSED[error.code ?? ''] ?? NO_HTTP;
  const body = JSON.stringify({ error_code: 'VALIDATION', message } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // Not left half open: its other side may never close it.
    () => socket.destroy(),
  );
}
