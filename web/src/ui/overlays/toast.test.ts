import { afterEach, expect, test } from 'vitest';
import { connectToasts, type ToastMessage, toast } from './toast.tsx';

let shown: ToastMessage[] = [];
let closed: string[] = [];
let leave = () => {};
const listen = () => {
  leave = connectToasts({ show: (message) => shown.push(message), close: (id) => closed.push(id) });
};
afterEach(() => {
  leave();
  shown = [];
  closed = [];
});

test('a toast stays five seconds unless told otherwise', () => {
  listen();
  toast.success('Đã lưu');
  toast.error('Không lưu được', { timeoutMs: 0 });
  expect(shown.map(({ tone, title, timeoutMs }) => [tone, title, timeoutMs])).toEqual([
    ['success', 'Đã lưu', 5_000],
    ['error', 'Không lưu được', 0],
  ]);
});

test('what is said before the place of toasts is there is shown when it is, except what was closed', () => {
  toast.info('một', { id: 'mot' });
  toast.info('hai', { id: 'hai' });
  toast.close('mot');
  listen();
  expect(shown.map(({ id }) => id)).toEqual(['hai']);
});

test('what can be undone offers to', () => {
  listen();
  let undone = 0;
  toast.undo('Đã xóa', () => {
    undone += 1;
  });
  expect(shown[0]!.action?.label).toBe('Hoàn tác');
  shown[0]!.action!.onSelect();
  expect(undone).toBe(1);
});
