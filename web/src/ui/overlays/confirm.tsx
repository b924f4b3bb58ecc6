import { type ReactNode, useSyncExternalStore } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmQuestion = {
  /** Names the thing: "Xóa hồ sơ «Công ty A»?" */
  title: string;
  /** Names the numbers: "12 sản phẩm và 3 liên kết sẽ bị xóa." */
  body?: ReactNode;
  /** A verb: "Xóa hồ sơ". */
  action: string;
  danger?: boolean;
};

type Pending = ConfirmQuestion & { answer: (yes: boolean) => void };

let pending: Pending | undefined;
const listeners = new Set<() => void>();
const set = (next: Pending | undefined) => {
  pending = next;
  for (const listener of listeners) listener();
};

/** Asks before what cannot be undone; true when the person agreed. Prefer an undo toast where undo is possible. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => set({ ...question, answer: resolve }));
}

/** Shows the question of `confirm`. Once, at the root. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
  const answer = (yes: boolean) => {
    question?.answer(yes);
    set(undefined);
  };
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title={question?.title ?? ''}
      width="sm"
      footer={
        <>
          <Button onClick={() => answer(false)}>{strings.common.cancel}</Button>
          <Button variant={question?.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {question?.action}
          </Button>
        </>
      }
    >
      {question?.body ? <div className="text-base text-ink-2">{question.body}</div> : null}
    </Dialog>
  );
}
