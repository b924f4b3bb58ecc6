import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import type { OutputOf } from '../../api/operations.ts';
import { useAction } from '../../api/query.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/states.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ExportLayout } from './export-layout.ts';
import { jsonProblem } from './json-problem.ts';

type Preview = OutputOf<'previewExportLayout'>;
type Fields = OutputOf<'listExportLayouts'>['fields'];

const asText = (layout: ExportLayout | undefined): string =>
  layout
    ? `{\n  "sheetName": ${JSON.stringify(layout.document.sheetName)},\n  "columns": [\n${layout.document.columns
        .map((column) => `    ${JSON.stringify(column)}`)
        .join(',\n')}\n  ]\n}`
    : '';

/** Reads what was typed; says where it is no JSON. */
function parse(text: string): { document: Record<string, unknown> } | { problem: string } {
  const problem = jsonProblem(text);
  if (problem !== undefined) return { problem };
  const document: unknown = JSON.parse(text);
  if (typeof document === 'object' && document !== null && !Array.isArray(document))
    return { document: document as Record<string, unknown> };
  return { problem: 'Cần một đối tượng JSON có «sheetName» và «columns».' };
}

/** Writes a site's own template as a document; checked and shown as rows before it is saved. */
export function ExportLayoutDialog({
  layout,
  from,
  fields,
  onClose,
}: {
  /** The template to change; absent: a new one, begun from `from`. */
  layout?: ExportLayout;
  from?: ExportLayout;
  fields: Fields;
  onClose: () => void;
}) {
  const [code, setCode] = useState(layout?.code ?? '');
  const [name, setName] = useState(layout?.name ?? '');
  const [text, setText] = useState(asText(layout ?? from));
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const withDocument = async <T,>(act: (document: Record<string, unknown>) => Promise<T>): Promise<T | undefined> => {
    const parsed = parse(text);
    setProblem('problem' in parsed ? parsed.problem : undefined);
    return 'document' in parsed ? act(parsed.document) : undefined;
  };
  const look = useAction(() =>
    withDocument(async (document) => setPreview(await call('previewExportLayout', { body: { document } }))),
  );
  const save = useAction(
    () =>
      withDocument((document) =>
        layout?.id
          ? call('updateExportLayout', {
              params: { id: layout.id },
              body: { version: layout.version ?? 1, name: name.trim(), document },
            })
          : call('createExportLayout', { body: { code: code.trim(), name: name.trim(), document } }),
      ),
    {
      invalidates: ['listExportLayouts'],
      onSuccess: (saved) => {
        if (!saved) return;
        toast.success(`Đã lưu mẫu «${saved.name}».`);
        onClose();
      },
      onError: (error) => {
        setProblem(errorMessage(error));
        if (error instanceof ApiError && error.code === 'LAYOUT_INVALID') look.mutate();
        return true;
      },
    },
  );
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={layout ? `Sửa mẫu «${layout.name}»` : 'Thêm mẫu xuất'}
      footer={
        <>
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            Xem thử
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={!name.trim() || (!layout && !code.trim())}
            onClick={() => save.mutate()}
          >
            Lưu mẫu
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Mã"
            required
            hint="Chữ thường không dấu, số, gạch nối; không đổi được về sau"
            value={code}
            disabled={layout !== undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <TextField label="Tên" required value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        <TextArea
          label="Văn bản JSON"
          hint="Mỗi cột: «header» và một trong «field» (trường), «constant» (giá trị cố định) hoặc không có gì (cột trống); «whenEmpty» ghi khi trường trống."
          {...(problem && { error: problem })}
          rows={14}
          code
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <PreviewTable preview={preview} />
        <details className="text-grid">
          <summary className="cursor-default font-medium">Các trường dùng được ({fields.length})</summary>
          <ul className="m-0 mt-1.5 grid list-none gap-x-4 gap-y-0.5 p-0 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map(({ field, label }) => (
              <li key={field} className="truncate">
                <code>{field}</code> <span className="text-ink-2">{label}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Dialog>
  );
}

function PreviewTable({ preview }: { preview: Preview | undefined }) {
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
