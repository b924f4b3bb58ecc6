import type { TaxListRecord, TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { upload } from '../../../api/files.ts';
import { queryClient, refresh } from '../../../api/query.ts';
import { endedIn, isFinished, type Run, runToEnd } from '../../../api/runs.ts';
import { forgetWithPerson } from '../../../api/session.ts';
import { isWorkbook } from '../../../shared/upload/tax-files.ts';
import type { PickedFile } from '../../../ui/fields/dropped-files.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { type Contents, fileOf, parcelsOf } from './parcels.ts';

/** One run of an upload, from its wait to its end. */
export type Parcel = Contents & {
  readonly id: string;
  readonly state: 'waiting' | 'sending' | 'running' | 'ended';
  /** 0–1 of its bytes, while they are sent. */
  readonly share: number;
  readonly run?: Run;
  /** The reason why it was not taken at all. */
  readonly problem?: string;
};

/** The parcels belong to the tab and not to the dialog: closing it stops nothing. */
let parcels: readonly Parcel[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useParcels = (): readonly Parcel[] => useSyncExternalStore(subscribe, () => parcels);

function put(next: readonly Parcel[]): void {
  parcels = next;
  for (const listener of listeners) listener();
}

const change = (id: string, changes: Partial<Parcel>): void =>
  put(parcels.map((parcel) => (parcel.id === id ? { ...parcel, ...changes } : parcel)));

export const isGoing = (all: readonly Parcel[]): boolean => all.some(({ state }) => state !== 'ended');

export const reportOf = (run: Run | undefined): TaxUploadReport | undefined =>
  run?.status === 'succeeded' ? ((run.result as TaxUploadReport | null) ?? undefined) : undefined;

/** Forgets parcels that have ended. */
export const clearParcels = (): void => put([]);

// A waiting parcel is not sent in the name of another person.
forgetWithPerson(clearParcels);

/** That which a person says of the lists in an upload. Empty: Khớp finds it out. */
export type SaidOfLists = {
  readonly profileId?: string;
  readonly side?: 'purchase' | 'sale';
  readonly channels?: readonly TaxListRecord['channels'][number][];
};

/** Sends files, a run after the other; what becomes of one stops no other. */
export async function send(files: readonly PickedFile[], said: SaidOfLists = {}): Promise<void> {
  put(parcelsOf(files).map((one) => ({ ...one, id: crypto.randomUUID(), state: 'waiting', share: 0 })));
  for (;;) {
    const next = parcels.find(({ state }) => state === 'waiting');
    if (!next) return;
    await sendOne(next, said);
  }
}

async function sendOne(parcel: Parcel, { channels = [], ...said }: SaidOfLists): Promise<void> {
  const { id } = parcel;
  change(id, { state: 'sending' });
  try {
    const isList = parcel.files.every(isWorkbook);
    const body = isList ? { ...said, ...(channels.length > 0 && { channels: channels.join(',') }) } : {};
    const onProgress = (share: number) => change(id, { share });
    const { runId } = await upload('uploadTaxInvoices', await fileOf(parcel), { body }, { onProgress });
    const run = await runToEnd(runId, (now) => change(id, { state: 'running', run: now }));
    endedIn(runId);
    change(id, { state: 'ended', run });
  } catch (error) {
    change(id, { state: 'ended', problem: errorMessage(error) });
  }
  await refresh(queryClient, [
    ...(['listTaxInvoices', 'getTaxInvoice', 'listTaxLists', 'getTaxCover', 'listRuns'] as const),
  ]);
}

/** Ends the run that goes on, and what still waits is not sent. */
export async function stop(): Promise<void> {
  const going = parcels.find(({ state }) => state === 'running');
  put(parcels.filter(({ state }) => state !== 'waiting'));
  if (!going?.run || isFinished(going.run.status)) return;
  try {
    await call('cancelRun', { params: { id: going.run.id } });
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
