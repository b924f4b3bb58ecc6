import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useAction, useCall } from '../../api/query.ts';
import { DraftNotice, useDraft } from '../../shared/drafts/use-draft.tsx';
import { useParam } from '../../shared/use-param.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Combobox, type ComboboxProps } from '../../ui/fields/combobox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import type { Connection } from './columns.tsx';
import { FactorField, typedFactor } from './factor-field.tsx';
import { changedBy, type Kind } from './kinds.ts';

type AmisRecord = ItemOf<'listAmisProducts'> | ItemOf<'listAmisPartners'>;
type BravoRecord = ItemOf<'listBravoItems'> | ItemOf<'listBravoPartners'>;

const SHOWN = 30;

/** Connects two records by hand: find each side, say the factor. */
export function ConnectDialog({ kind, profileId, onClose }: { kind: Kind; profileId: string; onClose: () => void }) {
  const product = kind.name === 'product';
  const customers = product ? {} : { type: 'customer' as const };
  const [wanted, setWanted] = useParam('amis');
  const preset = useCall(
    kind.amisRecords,
    { query: { profileId, q: wanted, limit: SHOWN, ...customers } },
    { enabled: wanted !== '' },
  );
  const draft = useDraft(`connect ${kind.name} ${profileId}`, {
    amis: undefined as AmisRecord | null | undefined,
    bravo: undefined as BravoRecord | null | undefined,
    factor: typedFactor(null),
    note: '',
  });
  const [chosen, setAmis] = useState(draft.start.amis);
  const amis = chosen === undefined ? byCode<AmisRecord>(preset.data?.items, wanted) : chosen;
  const [wantedBravo, setWantedBravo] = useParam('bravo');
  const presetBravo = useCall(
    kind.bravoRecords,
    { query: { profileId, q: wantedBravo, limit: SHOWN } },
    { enabled: wantedBravo !== '' },
  );
  const [chosenBravo, setBravo] = useState(draft.start.bravo);
  const bravo = chosenBravo === undefined ? byCode<BravoRecord>(presetBravo.data?.items, wantedBravo) : chosenBravo;
  const [factor, setFactor] = useState(draft.start.factor);
  const [note, setNote] = useState(draft.start.note);
  draft.follow({ amis: chosen, bravo: chosenBravo, factor, note });
  const close = () => {
    setWanted(undefined, true);
    setWantedBravo(undefined, true);
    onClose();
  };
  const giveUp = () => {
    draft.drop();
    close();
  };
  const save = useAction(
    (_again: boolean): Promise<Connection> => {
      const pair = { profileId, bravoCode: bravo!.code, ...(note && { note }) };
      return product
        ? call('createProductConnection', {
            body: { ...pair, amisProductId: amis!.id, ...(factor.factor && { factor: factor.factor }) },
          })
        : call('createPartnerConnection', { body: { ...pair, amisPartnerId: amis!.id } });
    },
    {
      invalidates: [...changedBy(kind), kind.suggestions],
      onSuccess: (connection, again) => {
        // A person who comes from a shortage wants to know the next step that mends it.
        const next = wantedBravo === '' ? '' : ' Sinh lại kỳ để phần bán này được tính theo liên kết.';
        toast.success(`Đã nối ${connection.amisCode} ↔ ${connection.bravoCode}.${next}`);
        if (!again) return giveUp();
        draft.drop();
        setAmis(null);
        setBravo(null);
        setFactor(typedFactor(null));
        setNote('');
      },
    },
  );
  const ready = amis !== null && bravo !== null && factor.factor !== undefined;
  const units = { amisUnit: unitOf(amis), bravoUnit: unitOf(bravo) };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={`Nối ${kind.amisWord} với ${kind.bravoWord}`}
      footer={
        <>
          <Button onClick={giveUp}>{strings.common.cancel}</Button>
          <Button disabled={!ready || save.isPending} onClick={() => save.mutate(true)}>
            Nối và nối tiếp
          </Button>
          <Button variant="primary" disabled={!ready} busy={save.isPending} onClick={() => save.mutate(false)}>
            Nối
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {draft.restored ? <DraftNotice onDiscard={giveUp} /> : null}
        <RecordBox<AmisRecord>
          label={upper(kind.amisWord)}
          value={amis}
          onChange={setAmis}
          search={async (q, signal) =>
            (await call(kind.amisRecords, { query: { profileId, q, limit: SHOWN, ...customers } }, { signal })).items
          }
          itemKey={(record) => record.id}
        />
        <RecordBox<BravoRecord>
          label={upper(kind.bravoWord)}
          value={bravo}
          onChange={setBravo}
          search={async (q, signal) =>
            (await call(kind.bravoRecords, { query: { profileId, q, limit: SHOWN } }, { signal })).items
          }
          itemKey={(record) => record.code}
        />
        {product ? (
          <FactorField
            value={factor}
            onChange={setFactor}
            {...units}
            emptyHint="Bỏ trống: lấy theo đơn vị tính và bảng quy đổi của Bravo nếu chắc chắn."
          />
        ) : null}
        <TextField label="Ghi chú" value={note} onChange={(event) => setNote(event.target.value)} maxLength={2000} />
      </div>
    </Dialog>
  );
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const unitOf = (record: AmisRecord | BravoRecord | null): string => (record && 'unit' in record ? record.unit : '');

const byCode = <Found extends AmisRecord | BravoRecord>(records: readonly Found[] | undefined, code: string) =>
  records?.find((record) => record.code === code) ?? null;

type RecordBoxProps<Found> = Pick<ComboboxProps<Found>, 'label' | 'value' | 'onChange' | 'search' | 'itemKey'>;

function RecordBox<Found extends AmisRecord | BravoRecord>(props: RecordBoxProps<Found>) {
  return (
    <Combobox<Found>
      {...props}
      required
      itemLabel={(record) => `${record.code} · ${record.name}`}
      renderItem={(record) => <Choice record={record} />}
      placeholder="Gõ mã hoặc tên…"
    />
  );
}

function Choice({ record }: { record: AmisRecord | BravoRecord }) {
  const aside = 'unit' in record ? record.unit : record.taxCode ? `MST ${record.taxCode}` : '';
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 grow">
        <span className="block truncate">{record.name}</span>
        <span className="block truncate text-small text-ink-3">
          {record.code}
          {aside ? ` · ${aside}` : ''}
        </span>
      </span>
      {record.connectionCount > 0 ? <Chip tone="green">Đã nối {record.connectionCount}</Chip> : null}
    </span>
  );
}
