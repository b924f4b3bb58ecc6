import type { OutputOf } from '../../../../api/operations.ts';
import { Banner } from '../../../../ui/states.tsx';

export type Preview = OutputOf<'previewExportLayout'>;

/** The rows that a template would write, or its faults. */
export function PreviewTable({ preview }: { preview: Preview | undefined }) {
  if (!preview) return null;
  if (preview.problems.length > 0) {
    return (
      <Banner tone="error">
        <ul className="m-0 list-none p-0">
          {preview.problems.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      </Banner>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without a focusable child needs it
    <section aria-label="Xem thử" tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="border-collapse text-grid whitespace-nowrap">
        <thead>
          <tr className="bg-sunken">
            {preview.headers.map((header) => (
              <th key={header} className="px-2 py-1 text-left font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.join('|')} className="border-t border-line">
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={index} className="tabular px-2 py-1">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
