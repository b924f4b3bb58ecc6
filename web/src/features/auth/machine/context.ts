import { getSession, setSession } from '../../../api/session.ts';
import { type SessionEvent, step } from './table.ts';
import type { MachineWorld } from './world.ts';

/** The means that every part of the state machine works with. */
export type MachineContext = {
  world: MachineWorld;
  /** Takes an event through the table; false when it is late and has changed nothing. */
  send: (event: SessionEvent) => boolean;
  /** Does work that may fail without an end of the session; a failure is only logged. */
  quietly: (what: string, work: () => Promise<unknown>) => Promise<void>;
};

/**
 * The session of this tab, moved by the table alone.
 * @param everyMs the time after which `renew` renews a live session again.
 */
export function machineContext(world: MachineWorld, everyMs: number, renew: () => void): MachineContext {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    world,
    send: (event) => {
      const change = step(getSession(), event);
      if (!change) return false;
      if (change.status !== 'signed-in') {
        clearInterval(timer);
        timer = undefined;
      }
      setSession(change);
      if (event.type === 'confirmed') timer ??= setInterval(renew, everyMs);
      return true;
    },
    quietly: async (what, work) => {
      try {
        await work();
      } catch (error) {
        world.warn(what, error);
      }
    },
  };
}
