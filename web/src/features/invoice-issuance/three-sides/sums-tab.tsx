import { STATE_NAMES } from '@khop/engine/three-sides/words.ts';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { rateName } from '../../../shared/invoices/invoice-words.ts';
import { Card } from '../../../ui/card.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { AGE_NAMES, type Sums } from './words.ts';

/** The tie-out: what agrees, what differs by kind and what cannot be judged make up each side; VAT by rate, age, and files to load. */
export function SumsTab({ sums }: { sums: Sums }) {
  return (
    <div className="grid min-h-0 grow content-start items-start gap-3 overflow-auto p-3 sm:p-4 xl:grid-cols-[3fr_2fr]">
      <KindsCard sums={sums} />
      <div className="flex flex-col gap-3">
        <RatesCard sums={sums} />
        <AgesCard sums={sums} />
        <MissingCard sums={sums} />
      </div>
    </div>
  );
}

function Table({
  heads,
  rows,
  foot,
}: {
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  foot?: readonly ReactNode[];
}) {
  const cells = (cells: readonly ReactNode[]) =>
    cells.map((cell, at) => (
      <td
        key={heads[at]}
        className={at === 0 ? 'min-w-40 px-3 py-1.5' : 'tabular px-3 py-1.5 text-right whitespace-nowrap'}
      >
        {cell}
      </td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label={heads[0]} className="overflow-x-auto">
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-1.5 font-semibold ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are figures in a fixed order
            <tr key={at} className="border-b border-line last:border-0">
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr className="border-t border-line font-semibold">{cells(foot)}</tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

const figures = ({ rows, delivery, books, tax }: Sums['all']): ReactNode[] => [
  formatCount(rows),
  formatVnd(delivery.total),
  formatVnd(books.total),
  formatVnd(tax.total),
  formatVnd(tax.total - books.total),
];

const narrowed = (name: string, filter: Record<string, string>) => (
  <AppLink to={paths.threeSides(filter)} className="text-accent underline">
    {name}
  </AppLink>
);

function KindsCard({ sums: { byState, byKind, all } }: { sums: Sums }) {
  return (
    <Card title="Mỗi bên gồm những gì" flush>
      <Table
        heads={['Nhóm', 'Dòng', 'Bravo', 'AMIS', 'Thuế', 'Thuế − AMIS']}
        rows={[
          [narrowed(STATE_NAMES.equal, { state: 'equal' }), ...figures(byState.equal)],
          ...byKind.map(({ kind, name, ...one }) => [narrowed(name, { kind }), ...figures(one)]),
          [narrowed(STATE_NAMES.uncovered, { state: 'uncovered' }), ...figures(byState.uncovered)],
        ]}
        foot={['Tổng cộng', ...figures(all)]}
      />
    </Card>
  );
}

function RatesCard({ sums: { byRate } }: { sums: Sums }) {
  return (
    <Card title="Thuế GTGT theo thuế suất" flush>
      <Table
        heads={['Thuế suất', 'Bravo', 'AMIS', 'Thuế']}
        rows={byRate.map(({ rate, delivery, books, tax }) => [
          rate === '' ? 'Không ghi' : rateName(rate),
          ...[delivery.vat, books.vat, tax.vat].map(formatVnd),
        ])}
      />
    </Card>
  );
}

function AgesCard({ sums: { byAge } }: { sums: Sums }) {
  return (
    <Card title="Chưa giải thích, theo tuổi" flush>
      <Table
        heads={['Tuổi', 'Dòng', 'Tổng liên quan']}
        rows={byAge.map(({ age, rows, atStake }) => [
          narrowed(AGE_NAMES[age], { age, explained: 'false' }),
          formatCount(rows),
          formatVnd(atStake),
        ])}
      />
    </Card>
  );
}

/** Files that would let the rest be judged. */
function MissingCard({ sums: { missing } }: { sums: Sums }) {
  if (missing.length === 0) return null;
  return (
    <Card title="Chưa đủ dữ liệu" flush>
      <Table
        heads={['Cần nạp', 'Dòng', 'Tổng liên quan']}
        rows={missing.map(({ message, fromDay, toDay, rows, atStake }) => [
          `${message}, ${fromDay === toDay ? formatDay(fromDay) : `${formatDay(fromDay)} – ${formatDay(toDay)}`}`,
          formatCount(rows),
          formatVnd(atStake),
        ])}
      />
    </Card>
  );
}
