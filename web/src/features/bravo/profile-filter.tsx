import { useCall } from '../../api/query.ts';
import { FilterSelect } from '../../ui/select.tsx';

/** Counts and filters connections within one AMIS profile. */
export function ProfileFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  return (
    <FilterSelect
      label="Hồ sơ"
      value={value}
      onChange={onChange}
      options={(profiles.data?.items ?? []).map((profile) => ({
        value: profile.id,
        label: profile.code,
        hint: profile.name,
      }))}
    />
  );
}
