import type { TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import { TheirText } from '../../ui/their-text.tsx';
import { DIFFERENCE, FIELD } from './settlement-words.ts';

const head = 'py-1 pr-4 text-left font-medium';
const cell = 'tabular py-1 pr-4 align-top break-words';

type Row = { readonly key: string; readonly what: string; readonly sides: readonly string[] };

function Sides({ label, sides, rows }: { label: string; sides: readonly string[]; rows: readonly Row[] }) {
  return (
    <section aria-label={label} className="overflow-x-auto">
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className={head}>{label}</th>
            {sides.map((side) => (
              <th key={side} className={head}>
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, what, sides: values }) => (
            <tr key={key}>
              <td className={cell}>{what}</td>
              {values.map((value, index) => (
                <td key={sides[index]} className={cell}>
                  {value === '' ? <span className="text-ink-3">không có</span> : <TheirText>{value}</TheirText>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The differences of the tax invoice from our own, to the đồng. */
export function Differences({ differences }: Pick<TaxSettlement, 'differences'>) {
  if (differences.length === 0) return null;
  return (
    <Sides
      label="Khác hóa đơn của Khớp"
      sides={['Khớp', 'Hóa đơn điện tử']}
      rows={differences.map(({ kind, line, ours, theirs }, index) => ({
        key: `${kind}-${line}-${index}`,
        what: line === null ? DIFFERENCE[kind] : `${DIFFERENCE[kind]}, dòng ${line}`,
        sides: [ours, theirs],
      }))}
    />
  );
}

/** The words of the tax invoice and of the AMIS ledger on one invoice, where they differ. */
export function Disagreements({ disagreements }: Pick<TaxSettlement, 'disagreements'>) {
  if (disagreements.length === 0) return null;
  return (
    <>
      <Sides
        label="Lệch sổ AMIS"
        sides={['Hóa đơn điện tử', 'Sổ AMIS']}
        rows={disagreements.map(({ field, tax, amis }) => ({ key: field, what: FIELD[field], sides: [tax, amis] }))}
      />
      {disagreements.map(({ field, note }) =>
        note === undefined ? null : (
          <p key={field} className="m-0 text-small text-ink-2">
            {note}
          </p>
        ),
      )}
    </>
  );
}
