import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { keyOf } from '../../../api/query.ts';

type Problems = OutputOf<'getPeriodPreflight'>['problems'];

/**
 * Reads the findings of a period once more, before something is done upon them: now or not at all. A refetch of the page would wait for the
 * network, and the work would then begin by itself, long after its person has turned to something else.
 * @returns `ask` gives undefined where the findings could not be read, which `onRefused` is told, and where the screen was left meanwhile.
 */
export function useAskedAnew(periodId: string, onRefused: (message: string) => void) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const ask = async (): Promise<Problems | undefined> => {
    const input = { params: { id: periodId } };
    setIsAsking(true);
    try {
      const answer = await call('getPeriodPreflight', input);
      client.setQueryData(keyOf('getPeriodPreflight', input), answer);
      // It takes seconds in a large period: a person who gives up in them has handed nothing over.
      return isOpen.current ? answer.problems : undefined;
    } catch (error) {
      onRefused(errorMessage(error));
      return undefined;
    } finally {
      setIsAsking(false);
    }
  };
  return { isAsking, ask };
}
