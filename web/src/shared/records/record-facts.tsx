import { type FieldName, fieldOf, namesOf, type RecordType, type ValuesOf } from '@khop/engine/records/record.ts';
import type { ReactNode } from 'react';
import { Fact, Facts } from '../../ui/card.tsx';
import { ActiveChip } from './record-state.tsx';
import { fieldText } from './record-words.ts';

/** All that a record says, whether it is in use first; `own` shows a field in another way, `children` come after. */
export function RecordFacts<R extends RecordType>({
  record,
  values,
  own = {},
  children,
}: {
  record: R;
  values: ValuesOf<R>;
  own?: { readonly [N in FieldName<R>]?: ReactNode };
  children?: ReactNode;
}) {
  const isFirst = (name: string): number => (name === 'isActive' ? 0 : 1);
  return (
    <Facts>
      {namesOf(record)
        .toSorted((a, b) => isFirst(a) - isFirst(b))
        .map((name) => {
          const field = fieldOf(record, name);
          const value = values[name];
          return (
            <Fact key={name} label={field.label}>
              {own[name] ?? (name === 'isActive' ? <ActiveChip active={value === true} /> : fieldText(field, value))}
            </Fact>
          );
        })}
      {children}
    </Facts>
  );
}
