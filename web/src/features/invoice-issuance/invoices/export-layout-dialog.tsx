import { type ComponentProps, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction } from '../../../api/query.ts';
import { usePeriod } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ExportLayout } from './export-layout.ts';
import type { LayoutDocument } from './layouts/columns.ts';
import { jsonProblem } from './layouts/json-problem.ts';
import { LayoutEditor } from './layouts/layout-editor.tsx';
import { type Preview, PreviewTable } from './layouts/preview-table.tsx';

type Fields = OutputOf<'listExportLayouts'>['fields'];

const asText = ({ sheetName, columns }: LayoutDocument): string =>
  `{\n  "sheetName": ${JSON.stringify(sheetName)},\n  "columns": [\n${columns
    .map((column) => `    ${JSON.stringify(column)}`)
    .join(',\n')}\n  ]\n}`;

/** Reads what was typed; says where it is no JSON. */
function parse(text: string): { document: Record<string, unknown> } | { problem: string } {
  const problem = jsonProblem(text);
  if (problem !== undefined) return { problem };
  const document: unknown = JSON.parse(text);
  if (typeof document === 'object' && document !== null && !Array.isArray(document))
    return { document: document as Record<string, unknown> };
  return { problem: 'Cần một đối tượng JSON có «sheetName» và «columns».' };
}

/** The typed text as columns to edit; undefined when it is not of that shape. */
function columnsOf(document: Record<string, unknown>): LayoutDocument | undefined {
  const { sheetName, columns } = document;
  const isColumn = (one: unknown) => typeof (one as { header?: unknown } | null)?.header === 'string';
  return typeof sheetName === 'string' && Array.isArray(columns) && columns.every(isColumn)
    ? { sheetName, columns }
    : undefined;
}

const EMPTY: LayoutDocument = { sheetName: 'Ban hang', columns: [] };

/** Makes an own template of the installation, of columns or as a text; checked and shown as rows before it is saved. */
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
  const { period } = usePeriod();
  const [code, setCode] = useState(layout?.code ?? '');
  const [name, setName] = useState(layout?.name ?? '');
  const [document, setDocument] = useState((layout ?? from)?.document ?? EMPTY);
  /** The text while it is what is edited. */
  const [text, setText] = useState<string>();
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const withDocument = async <T,>(act: (document: Record<string, unknown>) => Promise<T>): Promise<T | undefined> => {
    const parsed = text === undefined ? { document } : parse(text);
    setProblem('problem' in parsed ? parsed.problem : undefined);
    return 'document' in parsed ? act(parsed.document) : undefined;
  };
  const look = useAction(() =>
    withDocument(async (given) => {
      const body = { document: given, ...(period && { periodId: period.id }) };
      setPreview(await call('previewExportLayout', { body }));
    }),
  );
  const save = useAction(
    () =>
      withDocument((given) =>
        layout?.id
          ? call('updateExportLayout', {
              params: { id: layout.id },
              body: { version: layout.version ?? 1, name: name.trim(), document: given },
            })
          : call('createExportLayout', { body: { code: code.trim(), name: name.trim(), document: given } }),
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
  const show = (view: string) => {
    setProblem(undefined);
    if (view === 'json') return setText(asText(document));
    const parsed = parse(text ?? '');
    const edited = 'document' in parsed ? columnsOf(parsed.document) : undefined;
    if (!edited)
      return setProblem(
        'problem' in parsed ? parsed.problem : 'Văn bản chưa đúng dạng: cần «sheetName» và «columns» với «header».',
      );
    setDocument(edited);
    setText(undefined);
  };
  const columnsView = <LayoutColumns document={document} fields={fields} onChange={setDocument} problem={problem} />;
  const textView = <LayoutText text={text ?? ''} onChange={setText} problem={problem} fields={fields} />;
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
        <Tabs
          label="Cách sửa mẫu"
          value={text === undefined ? 'columns' : 'json'}
          onChange={show}
          items={[
            { value: 'columns', label: 'Chọn cột', panel: columnsView },
            { value: 'json', label: 'Nâng cao (JSON)', panel: textView },
          ]}
        />
        <PreviewTable preview={preview} />
      </div>
    </Dialog>
  );
}

function LayoutColumns({
  problem,
  ...editor
}: ComponentProps<typeof LayoutEditor> & {
  problem: string | undefined;
}) {
  return (
    <div className="pt-3">
      <LayoutEditor {...editor} />
      {problem ? (
        <Banner tone="error" className="mt-3">
          {problem}
        </Banner>
      ) : null}
    </div>
  );
}

function LayoutText({
  text,
  onChange,
  problem,
  fields,
}: {
  text: string;
  onChange: (text: string) => void;
  problem: string | undefined;
  fields: Fields;
}) {
  return (
    <div className="flex flex-col gap-3 pt-3">
      <TextArea
        label="Văn bản JSON"
        hint="Mỗi cột: «header» và một trong «field» (trường), «constant» (giá trị cố định) hoặc không có gì (cột trống); «whenEmpty» ghi khi trường trống."
        {...(problem && { error: problem })}
        rows={14}
        code
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
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
  );
}
