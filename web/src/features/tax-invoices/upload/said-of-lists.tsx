import { useCall } from '../../../api/query.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { CHANNEL, SIDE } from '../words.ts';
import type { SaidOfLists } from './sending.ts';

const BY_FILE = { value: 'file', label: 'Theo tệp' };
const SIDES = [BY_FILE, ...Object.entries(SIDE).map(([value, label]) => ({ value, label }))];
// Written from the record's own keys.
const CHANNELS = Object.keys(CHANNEL) as (keyof typeof CHANNEL)[];

/** That which a list may not say itself: whose it is, which side, which of the portal's exports. */
export function SaidOfListsForm({ said, onChange }: { said: SaidOfLists; onChange: (said: SaidOfLists) => void }) {
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  const owners = [BY_FILE, ...(profiles.data?.items ?? []).map(({ id, code }) => ({ value: id, label: code }))];
  const { profileId, side, channels = [] } = said;
  return (
    <fieldset className="m-0 flex flex-col gap-2 rounded-md border border-line px-3 py-2">
      <legend className="px-1 text-grid font-medium">Danh sách hóa đơn (tệp Excel)</legend>
      <p className="m-0 text-small text-ink-2">
        Danh sách bán ra không ghi người bán: hãy chọn hồ sơ nếu có nhiều hồ sơ. Danh sách rỗng cần cả ba.
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Select
          label="Hồ sơ"
          value={profileId ?? BY_FILE.value}
          options={owners}
          onChange={(next) => onChange(without(said, 'profileId', next !== BY_FILE.value && { profileId: next }))}
        />
        <Select
          label="Chiều"
          value={side ?? BY_FILE.value}
          options={SIDES}
          onChange={(next) =>
            onChange(without(said, 'side', (next === 'purchase' || next === 'sale') && { side: next }))
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="text-grid text-ink-2">Loại (bỏ trống: theo các dòng)</span>
        {CHANNELS.map((one) => (
          <Checkbox
            key={one}
            label={CHANNEL[one]}
            checked={channels.includes(one)}
            onChange={(isOn) =>
              onChange({
                ...said,
                channels: CHANNELS.filter((other) => (other === one ? isOn : channels.includes(other))),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** With a new value of a field, or without the field. */
const without = (said: SaidOfLists, field: keyof SaidOfLists, value: SaidOfLists | false): SaidOfLists => {
  const { [field]: _, ...rest } = said;
  return { ...rest, ...(value || {}) };
};
