import type { RecordType, ValuesOf } from '@khop/engine/records/record.ts';
import { useCallback } from 'react';
import type { OperationId } from '../../api/operations.ts';
import { useAction } from '../../api/query.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { DraftNotice } from '../drafts/use-draft.tsx';
import {
  type FormValues,
  formChanges,
  formText,
  formValues,
  type RecordChanges,
  RecordFields,
} from './record-fields.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useVersionedForm } from './use-versioned-form.ts';

type Versioned = { readonly id: string; readonly code: string; readonly version: number };

/** Names of the form of a record and of its draft, for its drawer. */
export const recordEdit = ({ entity }: RecordType, id: string) => ({
  form: `${entity}-form`,
  draft: `${entity} ${id}`,
});

/** The form to change a record: what is typed outlives Esc and a reload, and a stale save shows both states. */
export function RecordForm<R extends RecordType>({
  record,
  resource,
  save: send,
  saved,
  invalidates,
  onSaved,
}: {
  record: R;
  resource: ValuesOf<R> & Versioned;
  save: (body: RecordChanges<R> & { version: number }) => Promise<unknown>;
  /** "Đã lưu mã hàng": its code follows. */
  saved: string;
  invalidates: OperationId[];
  onSaved: () => void;
}) {
  const toValues = useCallback((now: ValuesOf<R>) => formValues(record, now), [record]);
  const names = recordEdit(record, resource.id);
  const versioned = useVersionedForm<ValuesOf<R> & Versioned, FormValues>(resource, toValues, names.draft);
  const { form, base, newer } = versioned;
  const save = useAction(() => send({ ...formChanges(record, versioned.changes()), version: base.version }), {
    invalidates,
    onSuccess: () => {
      toast.success(`${saved} ${base.code}.`);
      versioned.dropDraft();
      onSaved();
    },
    onError: versioned.onError,
  });
  return (
    <form id={names.form} className="flex flex-col gap-3" onSubmit={form.handleSubmit(() => save.mutate())}>
      {versioned.restored ? <DraftNotice onDiscard={versioned.discard} /> : null}
      {newer ? (
        <StaleNotice
          fields={versioned.clashes.map((name) => ({
            label: record.fields[name]?.label ?? name,
            mine: formText(record.fields[name]!, form.getValues()[name]!),
            theirs: formText(record.fields[name]!, toValues(newer)[name]!),
          }))}
          versioned={versioned}
        />
      ) : null}
      <RecordFields record={record} form={form} />
    </form>
  );
}
