import { Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { upload } from '../../../../api/files.ts';
import { useAction } from '../../../../api/query.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { Banner } from '../../../../ui/states.tsx';
import { ColumnForm } from './column-form.tsx';
import { ColumnList } from './column-list.tsx';
import { type LayoutColumn, type LayoutDocument, type LayoutField, moved, newColumn } from './columns.ts';

/** A template made by choosing, ordering and naming columns, or from the header of a sample workbook. */
export function LayoutEditor({
  document,
  fields,
  onChange,
}: {
  document: LayoutDocument;
  fields: readonly LayoutField[];
  onChange: (document: LayoutDocument) => void;
}) {
  const { columns } = document;
  const [chosen, setChosen] = useState(0);
  const [unmatched, setUnmatched] = useState<readonly string[]>();
  const file = useRef<HTMLInputElement>(null);
  const at = Math.min(chosen, columns.length - 1);
  const column = columns[at];
  const setColumns = (next: LayoutColumn[]) => onChange({ ...document, columns: next });
  const move = (from: number, to: number) => {
    setColumns(moved(columns, from, to));
    setChosen(Math.max(0, Math.min(columns.length - 1, to)));
  };
  const remove = (index: number) => {
    setColumns(columns.toSpliced(index, 1));
    setChosen(Math.max(0, Math.min(index, columns.length - 2)));
  };
  const add = (field?: LayoutField) => {
    setColumns(columns.toSpliced(at + 1, 0, newColumn(columns, field)));
    setChosen(at + 1);
  };
  const sample = useAction((chosenFile: File) => upload('sampleExportLayout', chosenFile, { body: {} }), {
    onSuccess: (made) => {
      onChange(made.document);
      setUnmatched(made.unmatched);
      setChosen(0);
    },
  });
  const unused = fields.filter(({ field }) => !columns.some((one) => one.field === field));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 grow">
          <TextField
            label="Tên trang tính"
            value={document.sheetName}
            maxLength={31}
            onChange={(event) => onChange({ ...document, sheetName: event.target.value })}
          />
        </div>
        <Menu
          trigger={<Button icon={<Plus aria-hidden />}>Thêm cột</Button>}
          entries={[
            { label: 'Cột trống hoặc giá trị cố định', onSelect: () => add() },
            { kind: 'separator' },
            ...unused.map((field) => ({ label: field.label, onSelect: () => add(field) })),
          ]}
        />
        <Button icon={<Upload aria-hidden />} busy={sample.isPending} onClick={() => file.current?.click()}>
          Tạo từ tệp mẫu
        </Button>
        <input
          ref={file}
          type="file"
          accept=".xlsx,.xls,.csv"
          aria-label="Tệp mẫu"
          className="hidden"
          onChange={(event) => {
            const [given] = event.target.files ?? [];
            event.target.value = '';
            if (given) sample.mutate(given);
          }}
        />
      </div>
      {unmatched ? (
        <Banner tone={unmatched.length > 0 ? 'warning' : 'success'} onClose={() => setUnmatched(undefined)}>
          {unmatched.length > 0
            ? `Đã lấy ${columns.length} cột từ tệp mẫu; ${unmatched.length} cột chưa biết lấy từ đâu nên để trống: ${unmatched.join(', ')}. Chọn từng cột để gán, hoặc giữ trống.`
            : `Đã lấy ${columns.length} cột từ tệp mẫu, cột nào cũng đã biết lấy từ đâu.`}
        </Banner>
      ) : null}
      <p className="m-0 text-grid text-ink-2">
        Kéo để đổi chỗ; bằng bàn phím: ↑ ↓ chọn cột, Alt+↑ Alt+↓ đổi chỗ, Delete bỏ cột.
      </p>
      <div className="grid gap-3 md:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <ColumnList
            columns={columns}
            fields={fields}
            chosen={at}
            onChoose={setChosen}
            onMove={move}
            onRemove={remove}
          />
        </div>
        {column ? (
          <ColumnForm
            column={column}
            fields={fields}
            onChange={(next) => setColumns(columns.with(at, next))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(at)}
          />
        ) : null}
      </div>
    </div>
  );
}
