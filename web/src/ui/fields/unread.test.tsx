// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../testing/show.tsx';
import { DateField } from './date-field.tsx';
import { QuantityField } from './number-field.tsx';
import { allRead } from './unread.ts';

const sent: unknown[] = [];
const kept: unknown[] = [];

function Page() {
  const [day, setDay] = useState<string | null>('2026-09-30');
  const [price, setPrice] = useState<string | null>('1500');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push({ day, price });
      }}
    >
      <QuantityField label="Giá" value={price} onChange={setPrice} />
      <DateField label="Ngày" value={day} onChange={setDay} />
      <button type="submit">Lưu</button>
      <button type="button" onClick={({ currentTarget }) => allRead(currentTarget) && kept.push({ day, price })}>
        Ghi
      </button>
    </form>
  );
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

async function stage() {
  sent.length = 0;
  kept.length = 0;
  const hands = show(<Page />);
  const fill = async (label: string, text: string) => {
    await hands.clear(await field(label));
    await hands.type(await field(label), text);
  };
  return { fill, press: async (name: string) => hands.click(await screen.findByRole('button', { name })), hands };
}

test('a day that does not exist is neither sent nor kept as the day before it', async () => {
  const { fill, press, hands } = await stage();
  await fill('Ngày', '31/09/2026');
  await hands.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('Ngày không hợp lệ');
  await press('Lưu');
  await press('Ghi');
  expect([sent, kept]).toEqual([[], []]);
  expect(screen.getByRole('alert').textContent).toContain('Ngày không hợp lệ');
  expect(document.activeElement).toBe(await field('Ngày'));
  await fill('Ngày', '29/09/2026');
  await press('Lưu');
  await press('Ghi');
  expect([sent, kept]).toEqual([[{ day: '2026-09-29', price: '1500' }], [{ day: '2026-09-29', price: '1500' }]]);
});

test('an amount with English commas is not sent as the part of it that could be read', async () => {
  const { fill, press, hands } = await stage();
  await fill('Giá', '1,234,567');
  await hands.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('Cần một số');
  await fill('Ngày', 'mai');
  await press('Lưu');
  expect(sent).toEqual([]);
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(document.activeElement).toBe(await field('Giá'));
  await fill('Giá', '1.234.567');
  await fill('Ngày', '1/10/2026');
  await press('Lưu');
  expect(sent).toEqual([{ day: '2026-10-01', price: '1234567' }]);
});
