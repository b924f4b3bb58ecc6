import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../api/errors.ts';
import { showFieldErrors } from '../../ui/fields/form.tsx';
import { rebase } from '../drafts/rebase.ts';
import { dropDraft, keepDraft } from '../drafts/store.ts';
import { useDraftOf } from '../drafts/use-draft.tsx';

export type VersionedForm<Resource, Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The state that the person's edits are based on; its version goes with the next save. */
  base: Resource;
  /** Only what differs from the base. */
  changes: () => Partial<Values>;
  /** The state that a colleague saved in between, once a save was refused for it. */
  newer: Resource | undefined;
  /** Names of the fields that both changed. */
  clashes: readonly (keyof Values & string)[];
  /** The newer state has all that the person changed. */
  isThere: boolean;
  /** For `useAction`: true when the refusal is shown in the form. */
  onError: (error: Error) => boolean;
  reapply: () => void;
  takeTheirs: () => void;
  /** The form began with what was typed before and not saved. */
  restored: boolean;
  /** Back to the record as it is. */
  discard: () => void;
  /** Saved or given up: nothing stays of what was typed. */
  dropDraft: () => void;
};

/** The state that a draft was based on goes with it, so that a save upon a colleague's state is still refused. */
type VersionedDraft<Resource, Values> = { base: Resource; values: Values };

/**
 * A form over a resource with a version: a stale save (412) keeps the edits and offers the newer state. What is typed
 * outlives Esc, a reload and an expired session under the name of the draft.
 */
export function useVersionedForm<Resource extends { version: number }, Values extends FieldValues>(
  resource: Resource,
  toValues: (resource: Resource) => Values,
  draft: string,
): VersionedForm<Resource, Values> {
  const { kept } = useDraftOf<VersionedDraft<Resource, Values>>(draft);
  const [restored, setRestored] = useState(kept !== undefined);
  const [base, setBase] = useState(kept?.base ?? resource);
  const [newer, setNewer] = useState<Resource>();
  const form = useForm<Values>({
    defaultValues: toValues(kept?.base ?? resource) as DefaultValues<Values>,
    ...(kept && { values: kept.values, resetOptions: { keepDefaultValues: true } }),
  });
  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((values) => keepWhatDiffers(draft, base, toValues(base), values));
    return unsubscribe;
  }, [watch, base, draft, toValues]);
  const mine = () => form.getValues();
  const moveTo = (next: Resource, values: Values) => {
    setBase(next);
    setNewer(undefined);
    form.reset(values as DefaultValues<Values>);
    // The form told of the new values while the old state was still the base.
    keepWhatDiffers(draft, next, toValues(next), values);
  };
  const between = newer && rebase(toValues(base), mine(), toValues(newer));
  return {
    form,
    base,
    newer,
    changes: () => {
      const values = mine();
      const initial = toValues(base);
      return Object.fromEntries(
        Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name])),
      ) as Partial<Values>;
    },
    clashes: between?.clashes ?? [],
    isThere: between?.isThere ?? false,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412 && error.details) {
        setNewer(error.details as Resource);
        return true;
      }
      // The record is gone, and so is the form: it cannot be opened again with what was typed.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') dropDraft(draft);
      return showFieldErrors(form, error);
    },
    reapply: () => {
      if (newer) moveTo(newer, rebase(toValues(base), mine(), toValues(newer)).values);
    },
    takeTheirs: () => {
      if (newer) moveTo(newer, toValues(newer));
      setRestored(false);
    },
    restored,
    discard: () => {
      setRestored(false);
      moveTo(resource, toValues(resource));
    },
    dropDraft: () => dropDraft(draft),
  };
}

/** Keeps what was typed together with the state that it is based on; what says no more than that state is no draft. */
function keepWhatDiffers(draft: string, base: unknown, initial: unknown, values: unknown): void {
  if (JSON.stringify(values) === JSON.stringify(initial)) dropDraft(draft);
  else keepDraft(draft, { base, values });
}
