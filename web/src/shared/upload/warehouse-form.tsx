import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useAction, useCall } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';

type Warehouses = OutputOf<'getProfileWarehouses'>;

/** Which AMIS code each warehouse name of a profile is; `names` are those that are asked for, beside the known ones. */
export function WarehouseForm(given: {
  profileId: string;
  names: readonly string[];
  action: string;
  onSaved: () => void;
}) {
  const known = useCall('getProfileWarehouses', { params: { id: given.profileId } });
  if (known.isError && !known.data)
    return <ErrorState message={known.error.message} onRetry={() => void known.refetch()} />;
  if (!known.data) return <SkeletonLines />;
  return <Fields key={known.data.version} {...given} known={known.data} />;
}

function Fields({
  profileId,
  names,
  action,
  onSaved,
  known,
}: {
  profileId: string;
  names: readonly string[];
  action: string;
  onSaved: () => void;
  known: Warehouses;
}) {
  const listId = useId();
  const asked = names.filter((name) => known.items.every((item) => warehouseKey(item.name) !== warehouseKey(name)));
  const proposal = (name: string) =>
    known.proposals.find((one) => warehouseKey(one.name) === warehouseKey(name))?.code ?? '';
  const [rows, setRows] = useState(() => [
    ...asked.map((name) => ({ name, code: proposal(name) })),
    ...known.items,
    ...(names.length > 0 ? [] : known.proposals),
  ]);
  const save = useAction(
    () =>
      call('updateProfileWarehouses', {
        params: { id: profileId },
        body: {
          version: known.version,
          items: rows.map(({ name, code }) => ({ name, code: code.trim() })).filter(({ code }) => code !== ''),
        },
      }),
    {
      invalidates: ['getProfileWarehouses'],
      onSuccess: () => {
        toast.success('Đã ghi nhớ mã kho của hồ sơ.');
        onSaved();
      },
    },
  );
  const missing = rows.slice(0, asked.length).some(({ code }) => code.trim() === '');
  if (rows.length === 0)
    return <p className="m-0 text-grid text-ink-2">Chưa tệp nào của hồ sơ này ghi kho bằng tên.</p>;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {asked.length > 0 ? (
        <p className="m-0 text-grid">
          Tệp ghi kho bằng tên. Cho biết mã kho trong AMIS một lần; Khớp ghi nhớ cho hồ sơ này.
        </p>
      ) : null}
      <datalist id={listId}>
        {known.codes.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
      <div className="grid max-h-80 grid-cols-1 gap-x-3 gap-y-2 overflow-y-auto p-px sm:grid-cols-2">
        {rows.map(({ name, code }, index) => (
          <TextField
            key={name}
            label={name}
            list={listId}
            maxLength={50}
            value={code}
            {...(index < asked.length && { required: true })}
            {...(index < asked.length && proposal(name) !== '' && { hint: 'Theo sổ sách của hồ sơ' })}
            onChange={(event) =>
              setRows((all) => all.map((row, at) => (at === index ? { ...row, code: event.target.value } : row)))
            }
          />
        ))}
      </div>
      <div>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={missing}>
          {action}
        </Button>
      </div>
    </form>
  );
}
