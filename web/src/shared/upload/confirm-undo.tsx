import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { queryClient, useAction } from '../../api/query.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Banner } from '../../ui/states.tsx';

type Props = {
  title: string;
  fileName: string;
  /** Words of the button that does it, of its success, and of its refusal. */
  words: { readonly act: string; readonly done: string; readonly refused: string };
  perform: () => Promise<unknown>;
  onClose: () => void;
  /** Tells what it does. */
  children: ReactNode;
};

/** Asks before what a file brought is taken back; a refusal names all that depends on it. */
export function ConfirmUndo({ title, fileName, words, perform, onClose, children }: Props) {
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const action = useAction(perform, {
    onSuccess: () => {
      toast.success(words.done);
      onClose();
      // A file may have changed any list, count or check that is on the screen.
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'IMPORT_IN_USE') return false;
      setReasons((error.details as { reasons: string[] }).reasons);
      return true;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={fileName}
      footer={
        <>
          <Button onClick={onClose}>{reasons.length > 0 ? strings.common.close : strings.common.cancel}</Button>
          <Button
            variant="danger"
            busy={action.isPending}
            disabled={reasons.length > 0}
            onClick={() => action.mutate()}
          >
            {words.act}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {reasons.length > 0 ? (
          <Banner tone="error">
            <p className="m-0 font-medium">{words.refused}</p>
            {reasons.map((reason) => (
              <p key={reason} className="m-0">
                {reason}
              </p>
            ))}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
