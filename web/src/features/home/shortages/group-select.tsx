import { useParam } from '../../../shared/use-param.ts';
import { Select } from '../../../ui/select.tsx';
import { GROUPS, type GroupBy } from './groups.ts';

/** How the shortages are listed: part by part, or added up. */
export function GroupSelect() {
  const [by, setBy] = useParam('by');
  return (
    <Select<GroupBy | 'part'>
      label="Xem theo"
      hideLabel
      value={by && Object.hasOwn(GROUPS, by) ? (by as GroupBy) : 'part'}
      onChange={(value) => setBy(value === 'part' ? undefined : value, true)}
      options={[
        { value: 'part', label: 'Theo từng phần' },
        ...Object.entries(GROUPS).map(([value, label]) => ({
          value: value as GroupBy,
          label: `Theo ${label.toLowerCase()}`,
        })),
      ]}
    />
  );
}
