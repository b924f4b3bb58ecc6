import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { getSession } from '../../api/session.ts';
import { strings } from '../../strings.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { Banner } from '../../ui/states.tsx';
import { rebase } from './rebase.ts';
import { draftOf, dropDraft, keepDraft, showForm } from './store.ts';

export type FormDraft<Values> = {
  /** The values that the form begins with: the draft, or else the given ones. */
  start: Values;
  /** The form begins with a draft. */
  restored: boolean;
  /** A field that the draft changes has been changed by a colleague since. */
  isOverTheirs: boolean;
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

/** The text that was typed and the values it is based on: a change that a colleague saves meanwhile is not taken back with it. */
type BasedDraft<Values> = { given: Values; values: Values };

/**
 * Text typed into a form outlives Esc, a reload and an expired session until it is saved or given up. Under one name
 * per form and record; never for secrets.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  given: Values,
  { isNew = false } = {},
): FormDraft<Values> {
  const [kept] = useState(() => basedDraft(name, given));
  const [original] = useState(() => JSON.stringify(given));
  const [text, setText] = useState<string>();
  useLeaving(name);
  useEffect(() => {
    if (text === undefined) return;
    if (text === original) dropDraft(name);
    else keepDraft(name, { given: JSON.parse(original), values: JSON.parse(text) } satisfies BasedDraft<Values>);
  }, [name, text, original]);
  // A record that is not there yet is of one person alone: its given values are a proposal.
  const carried = kept && rebase(isNew ? given : kept.given, kept.values, given);
  return {
    start: carried?.values ?? given,
    restored: kept !== undefined,
    isOverTheirs: carried !== undefined && carried.clashes.length > 0,
    follow: (values) => {
      const now = JSON.stringify(values);
      // Drawn once more with the same text at most.
      if (now !== text) setText(now);
    },
    drop: () => dropDraft(name),
  };
}

/** A draft of an older build has no base, and may lack a field that the form has since. */
function basedDraft<Values extends FieldValues>(name: string, given: Values): BasedDraft<Values> | undefined {
  const kept = draftOf(name) as BasedDraft<Values> | Values | undefined;
  if (kept === undefined) return undefined;
  return 'given' in kept && 'values' in kept
    ? (kept as BasedDraft<Values>)
    : { given, values: { ...given, ...(kept as Values) } };
}

/** The same for a form that keeps its values itself and says when they change. */
export function useDraftOf<Values>(name: string): { kept: Values | undefined } {
  const [kept] = useState(() => draftOf(name) as Values | undefined);
  useLeaving(name);
  return { kept };
}

/** Says that the form holds what was typed before, and offers the record as it is. */
export function DraftNotice({ isOverTheirs = false, onDiscard }: { isOverTheirs?: boolean; onDiscard: () => void }) {
  return (
    <Banner
      tone={isOverTheirs ? 'warning' : 'info'}
      action={
        <button type="button" className="underline" onClick={onDiscard}>
          {strings.drafts.discard}
        </button>
      }
    >
      {strings.drafts.restored} {isOverTheirs ? strings.drafts.overTheirs : ''}
    </Banner>
  );
}
