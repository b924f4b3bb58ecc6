// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../testing/show.tsx';
import { NumberField } from './number-field.tsx';

const told: (number | null)[] = [];

function Form() {
  const [value, setValue] = useState<number | null>(50);
  const tell = (next: number | null) => {
    told.push(next);
    setValue(next);
  };
  return <NumberField label="Số dòng" min={1} max={20_000} value={value} onChange={tell} />;
}

async function pasted(text: string): Promise<string> {
  const user = show(<Form />);
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  await user.tripleClick(field);
  await user.paste(text);
  await user.tab();
  return field.value;
}

test.each([
  ['10 000', '10.000'],
  ['10\u00a0000\r\n', '10.000'],
  ['10.000', '10.000'],
])('a pasted %j is ten thousand', async (text, shown) => {
  told.length = 0;
  expect(await pasted(text)).toBe(shown);
  expect(told).toEqual([10_000]);
});

test.each(['1.234,50', '1,234.50', '0', '10 000\t20 000\t30', 'năm mươi'])(
  'a pasted %j changes nothing, and it is said which numbers are taken',
  async (text) => {
    told.length = 0;
    expect(await pasted(text)).toBe('50');
    expect(told).toEqual([]);
    screen.getByText('Cần một số nguyên từ 1 đến 20.000.');
  },
);
