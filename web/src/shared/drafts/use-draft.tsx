import { useEffect, useState } from 'react';
import { getSession } from '../../api/session.ts';
import { strings } from '../../strings.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { Banner } from '../../ui/states.tsx';
import { draftOf, dropDraft, keepDraft, showForm } from './store.ts';

export type FormDraft<Values> = {
  /** The values that the form begins with: the draft, or else the given ones. */
  start: Values;
  /** The form begins with a draft. */
  restored: boolean;
  /** Called with what the form says, at each drawing: keeps it while it differs from the given values. */
  follow: (values: Values) => void;
  /** Saved, or given up: nothing stays of it. */
  drop: () => void;
};

/** Tells that a form which was left unsaved can be taken up again. */
function useLeaving(name: string): void {
  useEffect(() => {
    const gone = showForm(name);
    return () => {
      gone();
      // After the end of a session the sign-in page has more to say.
      if (draftOf(name) === undefined || getSession().status !== 'signed-in') return;
      toast.info(strings.drafts.kept, {
        id: `draft ${name}`,
        action: { label: strings.drafts.discard, onSelect: () => dropDraft(name) },
      });
    };
  }, [name]);
}

/**
 * Text typed into a form outlives Esc, a reload and an expired session until it is saved or given up. Under one name
 * per form and record; never for secrets.
 */
export function useDraft<Values>(name: string, given: Values): FormDraft<Values> {
  const [kept] = useState(() => draftOf(name) as Values | undefined);
  const [original] = useState(() => JSON.stringify(given));
  const [text, setText] = useState<string>();
  useLeaving(name);
  useEffect(() => {
    if (text === undefined) return;
    if (text === original) dropDraft(name);
    else keepDraft(name, JSON.parse(text));
  }, [name, text, original]);
  return {
    // A draft of an older build may lack a field that the form has since.
    start: kept === undefined ? given : { ...given, ...kept },
    restored: kept !== undefined,
    follow: (values) => {
      const now = JSON.stringify(values);
      // Drawn once more with the same text at most.
      if (now !== text) setText(now);
    },
    drop: () => dropDraft(name),
  };
}

/** The same for a form that keeps its values itself and says when they change. */
export function useDraftOf<Values>(name: string): { kept: Values | undefined } {
  const [kept] = useState(() => draftOf(name) as Values | undefined);
  useLeaving(name);
  return { kept };
}

/** Says that the form holds what was typed before, and offers the record as it is. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Banner
      action={
        <button type="button" className="underline" onClick={onDiscard}>
          {strings.drafts.discard}
        </button>
      }
    >
      {strings.drafts.restored}
    </Banner>
  );
}
