import type { RecordType } from '@khop/engine/records/record.ts';
import { type ReactNode, useState } from 'react';
import { isAbsent } from '../../api/errors.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { type TabItem, Tabs } from '../../ui/tabs.tsx';
import { dropDraft, takeOpenForm } from '../drafts/store.ts';
import { HistoryList, type ValueWords } from './history-list.tsx';
import { recordLabels, recordWords } from './record-words.ts';

export type RecordDrawerProps<Data> = {
  /** The answer of `useCall` for the one record. */
  record: { data: Data | undefined; isError: boolean; error: Error | null; refetch: () => Promise<unknown> };
  /** The noun for the record, until its name is here: "Mã hàng". */
  noun: string;
  title: (data: Data) => string;
  description?: (data: Data) => string;
  tabs: (data: Data) => readonly TabItem[];
  /**
   * The way to change the record: the id of the form, the name of its draft, and the form. Left out where the record is
   * changed elsewhere.
   */
  edit?: { form: string; draft: string; fields: (data: Data, done: () => void) => ReactNode };
  onClose: () => void;
};

/** One record of a list beside it: its parts in tabs, its history, and the form to change it in their place. */
export function RecordDrawer<Data>({ record, noun, title, description, tabs, edit, onClose }: RecordDrawerProps<Data>) {
  const [editing, setEditing] = useState(() => edit !== undefined && takeOpenForm(edit.draft) !== undefined);
  const [tab, setTab] = useState<string>();
  // A record that an undone import has taken away is no longer shown as if it could be changed.
  const data = isAbsent(record.error) ? undefined : record.data;
  const items = data ? tabs(data) : [];
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data ? title(data) || noun : noun}
      description={data && description?.(data)}
      footer={edit ? <Buttons edit={edit} editing={editing} ready={Boolean(data)} onEdit={setEditing} /> : undefined}
    >
      {record.isError && !data ? (
        <ErrorState message={record.error?.message} onRetry={() => void record.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : editing && edit ? (
        edit.fields(data, () => setEditing(false))
      ) : (
        <Tabs
          label={noun}
          value={tab ?? items[0]?.value ?? ''}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={items.map((item) => ({ ...item, panel: <div className="px-4 py-3">{item.panel}</div> }))}
        />
      )}
    </Drawer>
  );
}

function Buttons({
  edit,
  editing,
  ready,
  onEdit,
}: {
  edit: { form: string; draft: string };
  editing: boolean;
  ready: boolean;
  onEdit: (editing: boolean) => void;
}) {
  return editing ? (
    <>
      <Button
        onClick={() => {
          dropDraft(edit.draft);
          onEdit(false);
        }}
      >
        {strings.common.cancel}
      </Button>
      <Button variant="primary" type="submit" form={edit.form}>
        {strings.common.save}
      </Button>
    </>
  ) : (
    <Button variant="primary" disabled={!ready} onClick={() => onEdit(true)}>
      {strings.common.edit}
    </Button>
  );
}

/** The tab of who changed what and when. */
export const historyTab = (
  entity: string,
  entityId: string,
  labels: Readonly<Record<string, string>>,
  words?: ValueWords,
): TabItem => ({
  value: 'history',
  label: 'Lịch sử',
  panel: <HistoryList entity={entity} entityId={entityId} labels={labels} {...(words && { words })} />,
});

/** The same of a record that says what its fields are called. */
export const recordHistory = (record: RecordType, id: string): TabItem =>
  historyTab(record.entity, id, recordLabels(record), recordWords(record));
