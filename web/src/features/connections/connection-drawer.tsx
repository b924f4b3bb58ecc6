import { Unlink } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { isAbsent } from '../../api/errors.ts';
import { useAction, useCall } from '../../api/query.ts';
import { DraftNotice } from '../../shared/drafts/use-draft.tsx';
import { shownValue } from '../../shared/records/changes.ts';
import { factorText } from '../../shared/records/factor.ts';
import { HistoryList } from '../../shared/records/history-list.tsx';
import { StaleNotice } from '../../shared/records/stale-notice.tsx';
import { useVersionedForm } from '../../shared/records/use-versioned-form.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Bound, text } from '../../ui/fields/form.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { formatInstant } from '../../ui/format/time.ts';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Connection } from './columns.tsx';
import { FactorField, typedFactor } from './factor-field.tsx';
import { changedBy, type Kind, ORIGINS } from './kinds.ts';

const LABELS: Readonly<Record<string, string>> = {
  factor: 'Hệ số quy đổi',
  priority: 'Ưu tiên',
  isDefault: 'Mặc định',
  note: 'Ghi chú',
};

const FORM = 'connection-form';

/** One connection: both sides, the fields that a person may change, and its history. */
export function ConnectionDrawer({
  kind,
  connectionId,
  onClose,
  onRemove,
}: {
  kind: Kind;
  connectionId: string;
  onClose: () => void;
  onRemove: (connection: Connection) => void;
}) {
  const connection = useCall(kind.get, { params: { id: connectionId } });
  const [tab, setTab] = useState('fields');
  // A connection that a colleague has removed is no longer shown as if it could be changed.
  const data = isAbsent(connection.error) ? undefined : (connection.data as Connection | undefined);
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data ? `${data.amisCode} ↔ ${data.bravoCode}` : 'Liên kết'}
      footer={
        data ? (
          <>
            <Button icon={<Unlink aria-hidden />} onClick={() => onRemove(data)}>
              Bỏ liên kết
            </Button>
            <span className="grow" />
            <Button variant="primary" type="submit" form={FORM}>
              {strings.common.save}
            </Button>
          </>
        ) : null
      }
    >
      {connection.isError && !data ? (
        <ErrorState message={connection.error.message} onRetry={() => void connection.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : (
        <Tabs
          label="Liên kết"
          value={tab}
          onChange={setTab}
          className="-mx-4 -mt-3"
          items={[
            {
              value: 'fields',
              label: 'Thông tin',
              panel: (
                <div className="flex flex-col gap-4 px-4 py-3">
                  <Sides connection={data} />
                  <ConnectionForm key={data.id} kind={kind} connection={data} onSaved={onClose} />
                </div>
              ),
            },
            {
              value: 'history',
              label: 'Lịch sử',
              panel: (
                <div className="px-4 py-3">
                  <HistoryList entity={kind.entity} entityId={data.id} labels={LABELS} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

function Sides({ connection }: { connection: Connection }) {
  const product = 'amisProductId' in connection;
  return (
    <Facts>
      <Fact label="AMIS">
        {connection.amisName}
        <span className="block text-small text-ink-3">
          {connection.amisCode}
          {product ? ` · ${connection.amisUnit}` : connection.amisTaxCode ? ` · MST ${connection.amisTaxCode}` : ''}
        </span>
      </Fact>
      <Fact label="Bravo">
        {connection.bravoName || 'Không còn trong danh mục Bravo'}
        <span className="block text-small text-ink-3">
          {connection.bravoCode}
          {product ? ` · ${connection.bravoUnit}` : connection.bravoTaxCode ? ` · MST ${connection.bravoTaxCode}` : ''}
        </span>
      </Fact>
      {product && connection.factor !== null ? <Fact label="Quy đổi">{factorText(connection)}</Fact> : null}
      <Fact label="Cách nối">
        {ORIGINS[connection.origin]} · {connection.createdBy} · {formatInstant(connection.createdAt)}
      </Fact>
    </Facts>
  );
}

const toValues = (connection: Connection) => ({
  factor: typedFactor('factor' in connection ? connection.factor : null),
  priority: ('priority' in connection ? connection.priority : 0) as number | null,
  isDefault: 'isDefault' in connection ? connection.isDefault : false,
  note: connection.note,
});

function ConnectionForm({ kind, connection, onSaved }: { kind: Kind; connection: Connection; onSaved: () => void }) {
  const versioned = useVersionedForm<Connection, ReturnType<typeof toValues>>(
    connection,
    toValues,
    `${kind.entity} ${connection.id}`,
  );
  const { form, base, newer } = versioned;
  const save = useAction(
    (): Promise<unknown> => {
      const { factor, priority, isDefault, note } = versioned.changes();
      const common = { version: base.version, ...(note !== undefined && { note }) };
      return kind.name === 'product'
        ? call('updateProductConnection', {
            params: { id: base.id },
            body: {
              ...common,
              ...(factor && { factor: factor.factor ?? null }),
              ...(priority !== undefined && { priority: priority ?? 0 }),
            },
          })
        : call('updatePartnerConnection', {
            params: { id: base.id },
            body: { ...common, ...(isDefault !== undefined && { isDefault }) },
          });
    },
    {
      invalidates: [...changedBy(kind), 'listRecordHistory'],
      onSuccess: () => {
        toast.success(`Đã lưu ${base.amisCode} ↔ ${base.bravoCode}.`);
        versioned.dropDraft();
        onSaved();
      },
      onError: versioned.onError,
    },
  );
  const shown = (name: keyof ReturnType<typeof toValues>, values: ReturnType<typeof toValues>) =>
    shownValue(name === 'factor' ? values.factor.text : values[name]);
  return (
    <form
      id={FORM}
      className="flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={form.handleSubmit(({ factor }) => {
        if (factor.factor !== undefined) save.mutate();
      })}
    >
      {versioned.restored ? <DraftNotice onDiscard={versioned.discard} /> : null}
      {newer ? (
        <StaleNotice
          fields={versioned.clashes.map((name) => ({
            label: LABELS[name] ?? name,
            mine: shown(name, form.getValues()),
            theirs: shown(name, toValues(newer)),
          }))}
          versioned={versioned}
        />
      ) : null}
      {'factor' in connection ? (
        <div className="grid grid-cols-2 gap-3">
          <Bound control={form.control} name="factor">
            {({ value, onChange }) => (
              <FactorField
                value={value}
                onChange={onChange}
                amisUnit={connection.amisUnit}
                bravoUnit={connection.bravoUnit}
              />
            )}
          </Bound>
          <Bound control={form.control} name="priority">
            {(field) => <NumberField label="Ưu tiên" hint="Số nhỏ được xuất trước." min={0} max={1000} {...field} />}
          </Bound>
        </div>
      ) : (
        <Bound control={form.control} name="isDefault">
          {({ value, onChange, name }) => (
            <Checkbox
              label="Khách hàng mặc định"
              hint="Được chọn khi đối tượng Bravo nối với nhiều khách hàng."
              name={name}
              checked={value}
              onChange={onChange}
            />
          )}
        </Bound>
      )}
      <TextArea label="Ghi chú" {...text(form, 'note')} />
    </form>
  );
}
