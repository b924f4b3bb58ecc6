import { expect, it } from 'vitest';
import { inSlices, PartlyDone } from './in-slices.ts';

const items = Array.from({ length: 1201 }, (_, index) => index);

it('sends everything, in order, in slices, and says how far it is', async () => {
  const sent: number[][] = [];
  const heard: number[] = [];
  await inSlices(
    items,
    500,
    async (slice) => sent.push([...slice]),
    (done) => heard.push(done),
  );
  expect(sent.map((slice) => slice.length)).toEqual([500, 500, 201]);
  expect(sent.flat()).toEqual(items);
  expect(heard).toEqual([0, 500, 1000, 1201]);
});

it('says what stays done when a later slice fails, and nothing of the kind when the first does', async () => {
  const failAt = (nth: number) => {
    let calls = 0;
    return async () => {
      calls += 1;
      if (calls === nth) throw new Error('Kỳ đã đóng.');
    };
  };
  const error = await inSlices(items, 500, failAt(2)).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(PartlyDone);
  expect(error).toMatchObject({ done: 500, message: expect.stringMatching(/500 trong 1201 dòng.*Kỳ đã đóng/) });
  await expect(inSlices(items, 500, failAt(1))).rejects.toThrow(/^Kỳ đã đóng\.$/);
});
