import type { ReactNode } from 'react';
import { TOAST_MS } from '../../constants.ts';
import { strings } from '../../strings.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';

export type ToastOptions = {
  description?: ReactNode;
  /** One action, usually undo. */
  action?: { label: string; onSelect: () => void };
  /** Milliseconds; 0 keeps it until closed. */
  timeoutMs?: number;
  /** The same id replaces the toast that is shown. */
  id?: string;
};

export type ToastMessage = {
  id: string;
  tone: ToastTone;
  title: string;
  description: ReactNode;
  timeoutMs: number;
  action: ToastOptions['action'];
};

type Screen = { show: (message: ToastMessage) => void; close: (id: string) => void };

// The part that draws toasts is fetched with the first one: the sign-in page starts without it.
let screen: Screen | undefined;
let wanted = false;
let waiting: ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Called by the host once it can draw; returns how to leave. */
export function connectToasts(next: Screen): () => void {
  screen = next;
  for (const message of waiting) next.show(message);
  waiting = [];
  return () => {
    if (screen === next) screen = undefined;
  };
}

/** True once anything has been said. */
export const toastsWanted = (): boolean => wanted;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(tone: ToastTone, title: string, options: ToastOptions = {}): string {
  lastId += 1;
  const message: ToastMessage = {
    id: options.id ?? `toast-${lastId}`,
    tone,
    title,
    description: options.description,
    timeoutMs: options.timeoutMs ?? TOAST_MS,
    action: options.action,
  };
  if (screen) screen.show(message);
  else waiting.push(message);
  wanted = true;
  for (const listener of listeners) listener();
  return message.id;
}

/** `toast.success('Đã lưu hồ sơ')`, from anywhere. Each answers its id. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  /** Says what went wrong and what to do next. */
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  /** Something was done and can be undone. */
  undo: (title: string, onUndo: () => void) =>
    show('success', title, { action: { label: strings.common.undo, onSelect: onUndo } }),
  close: (id: string) => {
    waiting = waiting.filter((message) => message.id !== id);
    screen?.close(id);
  },
};
