import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { faultsOfMap, type MapFault } from '@khop/engine/sheets/mapping/faults.ts';
import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';

/** The effect of a map: its own faults at once, else what reading the whole file gives. */
export type Trial = {
  readonly faults: readonly MapFault[];
  readonly data: OutputOf<'tryFileMap'> | undefined;
  readonly error: string | undefined;
  /** The figures are not yet those of this map. */
  readonly isTrying: boolean;
};

/** A person who goes through the columns changes several in a row. */
const WAIT_MS = 400;

/** Reads the file of a run by a map, soon after its last change, while there is something to decide. */
export function useTrial(runId: string, map: ColumnMap, isOpen: boolean): Trial {
  const said = JSON.stringify(map);
  const [settled, setSettled] = useState(said);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(said), WAIT_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const faults = faultsOfMap(map);
  const isSettled = settled === said;
  const body: InputOf<'tryFileMap'>['body'] = { map: JSON.parse(settled) };
  const trial = useCall(
    'tryFileMap',
    { params: { id: runId }, body },
    { enabled: isOpen && isSettled && faults.length === 0, keepPrevious: true, staleMs: Number.POSITIVE_INFINITY },
  );
  return {
    faults,
    data: trial.data,
    error: trial.isError ? trial.error.message : undefined,
    isTrying: faults.length === 0 && (!isSettled || trial.isFetching),
  };
}
