import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { showFieldErrors } from '../ui/form.tsx';
import { rebase } from './changes.ts';

export type VersionedForm<Resource, Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The state that the person's edits are based on; its version goes with the next save. */
  base: Resource;
  /** Only what differs from the base. */
  changes: () => Partial<Values>;
  /** The state that somebody else saved in between, once a save was refused for it. */
  newer: Resource | undefined;
  /** Names of the fields that both changed. */
  clashes: readonly (keyof Values & string)[];
  /** For `useAction`: true when the refusal is shown in the form. */
  onError: (error: Error) => boolean;
  reapply: () => void;
  takeTheirs: () => void;
};

/** A form over a resource with a version: a stale save (412) keeps the edits and offers the newer state. */
export function useVersionedForm<Resource extends { version: number }, Values extends FieldValues>(
  resource: Resource,
  toValues: (resource: Resource) => Values,
): VersionedForm<Resource, Values> {
  const [base, setBase] = useState(resource);
  const [newer, setNewer] = useState<Resource>();
  const form = useForm<Values>({ defaultValues: toValues(resource) as DefaultValues<Values> });
  const mine = () => form.getValues();
  const moveTo = (next: Resource, values: Values) => {
    setBase(next);
    setNewer(undefined);
    form.reset(values as DefaultValues<Values>);
  };
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
    clashes: newer === undefined ? [] : rebase(toValues(base), mine(), toValues(newer)).clashes,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412 && error.details) {
        setNewer(error.details as Resource);
        return true;
      }
      return showFieldErrors(form, error);
    },
    reapply: () => {
      if (newer) moveTo(newer, rebase(toValues(base), mine(), toValues(newer)).values);
    },
    takeTheirs: () => {
      if (newer) moveTo(newer, toValues(newer));
    },
  };
}
