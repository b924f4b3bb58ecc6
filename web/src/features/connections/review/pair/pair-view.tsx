import type { ReactNode } from 'react';
import { Chip } from '../../../../ui/chip.tsx';
import { cn } from '../../../../ui/cn.ts';
import { formatCount } from '../../../../ui/format/number.ts';
import type { Part } from './differences.ts';
import { type Line, linesOf, type Pair } from './pair.ts';

/** Both records field by field; words that the other side lacks are marked. */
export function PairView({ pair }: { pair: Pair }) {
  return (
    <PairTable
      left={<SideHead name="AMIS" connected={pair.amis.connectionCount} active={pair.amis.isActive} />}
      right={<SideHead name="Bravo" connected={pair.bravo.connectionCount} active={pair.bravo.isActive} />}
      lines={linesOf(pair)}
    />
  );
}

/** Two records beside each other under heads of their own (`th`). */
export function PairTable({ left, right, lines }: { left: ReactNode; right: ReactNode; lines: readonly Line[] }) {
  return (
    <table className="w-full table-fixed border-collapse text-base">
      <caption className="sr-only">Hai bản ghi cạnh nhau</caption>
      <colgroup>
        <col className="w-[76px] sm:w-24" />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Trường</span>
          </th>
          {left}
          {right}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.label} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-2 text-left text-grid font-normal text-ink-2">
              {line.label}
            </th>
            <Cell parts={line.left} strong={index === 0} negative={line.isNegative} />
            <Cell parts={line.right} strong={index === 0} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SideHead({ name, connected, active }: { name: string; connected: number; active: boolean }) {
  return (
    <th scope="col" className="px-2 pb-2 text-left font-semibold">
      <span className="flex flex-wrap items-center gap-1.5">
        {name}
        {connected > 0 ? <Chip tone="amber">Đã nối {formatCount(connected)}</Chip> : null}
        {active ? null : <Chip>Ngừng dùng</Chip>}
      </span>
    </th>
  );
}

const marks: Record<Part['mark'], string> = {
  same: '',
  spelling:
    'bg-transparent text-inherit underline decoration-amber-ink decoration-dotted decoration-2 underline-offset-4',
  different: 'rounded-[3px] bg-amber-tint text-amber-ink font-semibold box-decoration-clone px-0.5 -mx-0.5',
};

function Cell({
  parts,
  strong,
  negative,
}: {
  parts: readonly Part[];
  strong: boolean;
  negative?: boolean | undefined;
}) {
  return (
    <td className={cn('px-2 py-2 break-words', strong && 'text-title', negative && 'text-red-ink')}>
      {parts.length === 0 ? <span className="text-ink-3">–</span> : null}
      {parts.map((part, index) => {
        const key = `${index}-${part.text}`;
        if (part.mark === 'same') return <span key={key}>{part.text}</span>;
        const word = part.text.trimEnd();
        return (
          <span key={key}>
            <mark className={marks[part.mark]}>{word}</mark>
            {part.text.slice(word.length)}
          </span>
        );
      })}
    </td>
  );
}
