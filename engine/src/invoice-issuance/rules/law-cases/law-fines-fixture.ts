import type { Day } from '../../../day.ts';
import { type FineClass, fineStep } from '../fines.ts';
import { type LawCase, lawCase } from './law-case-fixture.ts';

/** The step of the fine in millions: low–high (middle), and the next threshold. */
const fine = (count: number, of: FineClass, day: Day, expected: string, isHousehold = false): LawCase =>
  lawCase(
    'F1',
    `${count} ${of}${isHousehold ? ' của hộ' : ''}, ${day}`,
    (rules) => {
      const step = fineStep(count, of, day, rules, { isHousehold });
      if (step === null) return 'không';
      const [low, high, middle] = [step.low, step.high, step.middle].map((vnd) => vnd / 1_000_000);
      return `${low}–${high} (${middle}), tiếp ${step.nextFrom}`;
    },
    expected,
  );

/** Every ladder is read at both ends of each of its steps. */
const ladder = (of: FineClass, steps: readonly string[]): LawCase[] =>
  [1, 2, 9, 10, 19, 20, 49, 50, 99, 100].map((count) => {
    const at = [1, 2, 10, 20, 50, 100].findLastIndex((from) => from <= count);
    return fine(count, of, '2026-11-20', steps[at]!);
  });

/** Rule F1 of docs/law.md: the ladders of the fines. */
export const FINE_CASES: readonly LawCase[] = [
  ...ladder('lateSale', [
    '0.5–1.5 (1), tiếp 2',
    '2–5 (3.5), tiếp 10',
    '5–15 (10), tiếp 20',
    '15–30 (22.5), tiếp 50',
    '30–50 (40), tiếp 100',
    '50–70 (60), tiếp null',
  ]),
  ...ladder('lateLight', [
    '0–0 (0), tiếp 2',
    '0.5–1.5 (1), tiếp 10',
    '2–5 (3.5), tiếp 50',
    '2–5 (3.5), tiếp 50',
    '5–15 (10), tiếp 100',
    '15–30 (22.5), tiếp null',
  ]),
  ...ladder('missingSale', [
    '1–2 (1.5), tiếp 2',
    '2–10 (6), tiếp 10',
    '10–30 (20), tiếp 20',
    '30–50 (40), tiếp 50',
    '60–80 (70), tiếp null',
    '60–80 (70), tiếp null',
  ]),
  ...ladder('missingLight', [
    '0–0 (0), tiếp 2',
    '1–2 (1.5), tiếp 10',
    '2–10 (6), tiếp 50',
    '2–10 (6), tiếp 50',
    '10–30 (20), tiếp 100',
    '30–50 (40), tiếp null',
  ]),
  fine(0, 'lateSale', '2026-11-20', 'không'),
  fine(10, 'lateSale', '2026-11-20', '2.5–7.5 (5), tiếp 20', true),
  fine(10, 'lateSale', '2026-01-15', '4–8 (6), tiếp null'),
  fine(1, 'lateLight', '2026-01-10', '4–8 (6), tiếp null'),
  fine(1, 'missingSale', '2026-01-10', '10–20 (15), tiếp null'),
  fine(1, 'missingLight', '2026-01-10', '10–20 (15), tiếp null'),
  fine(1, 'lateSale', '2026-01-16', '0.5–1.5 (1), tiếp 2'),
];
