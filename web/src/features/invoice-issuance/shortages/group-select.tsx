import type { Period } from '../../../shared/period.tsx';
import { useListSwitch } from '../../../shared/use-list-switch.ts';
import { useParam } from '../../../shared/use-param.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { GROUPS, type GroupBy, inSentence } from './groups.ts';

/** The two ways to list the shortages: part by part, or added up. */
export function GroupSelect({ period }: { period: Period }) {
  const [by] = useParam('by');
  const [reason] = useParam('reason');
  const show = useListSwitch(`shortages ${period.id}`, by || 'part');
  return (
    <Select<GroupBy | 'part'>
      label="Xem theo"
      hideLabel
      value={by && Object.hasOwn(GROUPS, by) ? (by as GroupBy) : 'part'}
      // A reason is asked for in the same words, however the shortages are added up.
      onChange={(value) => show(value, { tab: 'shortages', by: value === 'part' ? undefined : value, reason })}
      options={[
        { value: 'part', label: 'Theo từng phần' },
        ...Object.entries(GROUPS).map(([value, label]) => ({
          value: value as GroupBy,
          label: `Theo ${inSentence(label)}`,
        })),
      ]}
    />
  );
}
