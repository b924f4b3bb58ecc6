import { fieldOf, type Having, having, type RecordType } from '@khop/engine/records/record.ts';
import type { ListSearch } from '../../search.ts';
import { choices, ListFilter } from './record-state.tsx';
import { fieldText, shortLabel, wordOptions } from './record-words.ts';

/** Records of which nothing is said, to a filter that takes several values. */
const UNSAID = { value: 'none', label: 'Chưa khai' };

type Counted = readonly { value: string; count: number }[];

/** The filters of a record's list, whether it is in use last. `held` is what the list holds, as the service counted it. */
export function RecordFilters<R extends RecordType>({
  record,
  search,
  held = {},
}: {
  record: R;
  search: ListSearch<Having<R, 'filter'>>;
  held?: Readonly<Record<string, Counted>> | undefined;
}) {
  const isLast = (name: string): number => (name === 'isActive' ? 1 : 0);
  return having(record, 'filter')
    .toSorted((a, b) => isLast(a) - isLast(b))
    .map((name) => {
      const field = fieldOf(record, name);
      return (
        <ListFilter
          key={name}
          several={field.filter === 'several'}
          search={search}
          name={name}
          label={shortLabel(field)}
          options={
            field.words
              ? wordOptions(field)
              : [...choices(held[name], (value) => fieldText(field, value)), ...(field.nullable ? [UNSAID] : [])]
          }
        />
      );
    });
}
