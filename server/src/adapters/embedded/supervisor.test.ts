import { describe, expect, it, vi } from 'vitest';
import { createSupervisor, type Running } from './supervisor.ts';

type Fake = Running & { fall(): void; stopped: boolean };

function fake(onStop: () => void = () => {}): Fake {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task: Fake = {
    exited: promise,
    stopped: false,
    fall: resolve,
    stop: async () => {
      task.stopped = true;
      onStop();
      resolve();
    },
  };
  return task;
}

const supervisor = (lines: string[] = []) =>
  createSupervisor({ report: (line) => lines.push(line), onProcesses: async () => {}, retryAfterMs: [0] });

describe('createSupervisor', () => {
  it('starts a service that fell over again, once everything has settled', async () => {
    const lines: string[] = [];
    const house = supervisor(lines);
    const started: Fake[] = [];
    await house.keep('Máy chủ', 1, async () => {
      started.push(fake());
      return started.at(-1)!;
    });
    house.settle();
    started[0]!.fall();
    await vi.waitFor(() => expect(started).toHaveLength(2));
    expect(lines).toEqual(['Máy chủ dừng ngoài ý muốn; đang khởi động lại.']);
    await house.stop();
    expect(started[1]!.stopped).toBe(true);
    expect(started).toHaveLength(2);
  });

  it('tries again when the new start fails', async () => {
    const house = supervisor();
    const started: Fake[] = [];
    let attempts = 0;
    await house.keep('Máy chủ', 1, async () => {
      attempts += 1;
      if (attempts === 2) throw new Error('chưa được');
      started.push(fake());
      return started.at(-1)!;
    });
    house.settle();
    started[0]!.fall();
    await vi.waitFor(() => expect(started).toHaveLength(2));
    expect(attempts).toBe(3);
    await house.stop();
  });

  it('fails as a whole when a service falls over during the start', async () => {
    const house = supervisor();
    const task = fake();
    await house.keep('Máy chủ', 1, async () => task);
    task.fall();
    await expect(house.failed).rejects.toThrow('Máy chủ dừng ngoài ý muốn khi đang khởi động.');
    await house.stop();
  });

  it('stops higher tiers before the ones they depend on', async () => {
    const order: string[] = [];
    const house = supervisor();
    await house.keep('Cơ sở dữ liệu', 0, async () => fake(() => order.push('database')));
    await house.keep('Máy chủ', 1, async () => fake(() => order.push('server')));
    house.follow(
      1,
      fake(() => order.push('task')),
    );
    await house.stop();
    expect(order).toEqual(['server', 'task', 'database']);
  });
});
