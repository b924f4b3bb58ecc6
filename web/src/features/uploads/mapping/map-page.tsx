import type { ImportReport } from '@khop/contract/runs.ts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { InputOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { isFinished, type Run } from '../../../api/runs.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { usePeriod } from '../../../shared/period.tsx';
import { ImportReportView } from '../../../shared/upload/import-report.tsx';
import { importTargetOf } from '../../../shared/upload/import-targets.ts';
import { UploadHelp } from '../../../shared/upload/upload-help.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { Banner, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { ColumnTable } from './column-table.tsx';
import { type Draft, draftOf, mapOf, type Preview, withHeader, withSheet } from './draft.ts';
import { Effect } from './effect.tsx';
import { MapNameField } from './map-name-field.tsx';
import { useTrial } from './use-trial.ts';

/** The columns of a file that was not recognised: a person says what each is, and sees the effect at once. */
export function MapPage() {
  const { id = '' } = useParams({ strict: false });
  // The choices here are about the file as it is: it does not change under the hands of a person.
  const preview = useCall('previewFileMap', { params: { id } }, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <Page
      title="Chọn cột của tệp"
      crumbs={[{ label: strings.file.several, to: paths.uploads() }]}
      kind="wide"
      description={preview.data ? `${preview.data.fileName} · nạp vào «${preview.data.title}»` : undefined}
    >
      {preview.data ? (
        <MapEditor key={id} runId={id} preview={preview.data} />
      ) : preview.isError ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Page>
  );
}

function MapEditor({ runId, preview }: { runId: string; preview: Preview }) {
  const { layout, sheets, profileId, near } = preview;
  const { period } = usePeriod();
  const [draft, setDraft] = useState(() => draftOf(preview));
  // Of a file whose headers are known only the sheet is chosen: the next one may be read whole.
  const [remembers, setRemembers] = useState(preview.refusedAs !== 'SHEETS_UNCLEAR');
  const [name, setName] = useState(preview.suggestedName);
  const rows = sheets.find((one) => one.name === draft.sheet)?.rows ?? [];
  const map = mapOf(layout, rows, draft);
  const target = importTargetOf(layout, { profileId: profileId ?? undefined, periodId: period?.id });
  const action = useRunAction(
    (dryRun: boolean) => {
      // Lists that may be changed are lists all the same.
      const body = { map, dryRun, remember: remembers ? name.trim() : null } as InputOf<'importByFileMap'>['body'];
      return call('importByFileMap', { params: { id: runId }, body });
    },
    { invalidates: [...(target?.invalidates ?? []), 'listImports', 'listFileMaps'], showsEnd: true },
  );
  const { run } = action;
  const trial = useTrial(runId, map, run === undefined);
  if (run) {
    return (
      <MappedRun run={run} preview={preview} onStart={(dryRun) => void action.start(dryRun)} onBack={action.dismiss} />
    );
  }
  const isReady = trial.faults.length === 0 && !trial.isTrying && trial.data?.problem === null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {near ? (
        <Banner>
          {near.missing.length === 0
            ? `Các cột theo cách đọc đã ghi nhớ «${near.name}».`
            : `Gần giống cách đọc đã ghi nhớ «${near.name}»; tệp này không có ${near.missing.map((one) => `«${one}»`).join(', ')}.`}
        </Banner>
      ) : null}
      <HeaderPlace preview={preview} draft={draft} onChange={setDraft} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ColumnTable
          layout={layout}
          rows={rows}
          draft={draft}
          doubtful={doubtfulColumn(trial.data?.problem?.details)}
          onChange={setDraft}
          onHeaderRow={(headerRow) => setDraft(withHeader(layout, rows, { ...draft, headerRow }))}
        />
        <div className="flex min-w-0 flex-col gap-3">
          <Effect trial={trial} />
          <Card>
            <div className="flex flex-col gap-2">
              <Checkbox
                label="Ghi nhớ cách đọc này"
                hint="Tệp sau có cùng các tiêu đề được đọc ngay, không phải chọn lại."
                checked={remembers}
                onChange={setRemembers}
              />
              {remembers ? <MapNameField value={name} onChange={setName} /> : null}
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  busy={action.busy}
                  disabled={!isReady || (remembers && name.trim() === '')}
                  onClick={() => void action.start(false)}
                >
                  Nạp tệp
                </Button>
                <Button disabled={!isReady || action.busy} onClick={() => void action.start(true)}>
                  Xem thay đổi trước
                </Button>
              </div>
            </div>
          </Card>
        </div>
      </div>
    </div>
  );
}

/** The file on its way in by its map: its progress, what it comes to, and the ways on. */
function MappedRun({
  run,
  preview: { fileName, profileId },
  onStart,
  onBack,
}: {
  run: Run;
  preview: Preview;
  onStart: (dryRun: boolean) => void;
  onBack: () => void;
}) {
  const report = run.status === 'succeeded' ? (run.result as ImportReport | null) : null;
  const canGoBack = report ? report.dryRun : isFinished(run.status);
  return (
    <Card title={report ? 'Kết quả tải tệp' : 'Đang nạp tệp'}>
      <div className="flex flex-col gap-3">
        {report ? <ImportReportView report={report} /> : <RunProgress run={run} name={fileName} />}
        {run.status === 'failed' ? (
          <UploadHelp
            run={run}
            profileId={profileId ?? undefined}
            onAgain={() => onStart(false)}
            onMove={() => {}}
            onSaid={onBack}
          />
        ) : null}
        {canGoBack ? (
          <div className="flex flex-wrap gap-2">
            {report ? (
              <Button variant="primary" onClick={() => onStart(false)}>
                Ghi vào hệ thống
              </Button>
            ) : null}
            <Button onClick={onBack}>Sửa lại các cột</Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

/** The column of a question that the trial has; undefined when it has none. */
function doubtfulColumn(details: unknown): string | undefined {
  const column = (details as { column?: unknown } | null | undefined)?.column;
  return typeof column === 'string' ? column : undefined;
}

/** Which sheet is read, and in which rows its header is. */
function HeaderPlace({
  preview: { layout, sheets },
  draft,
  onChange,
}: {
  preview: Preview;
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  const rowsOf = (sheet: string) => sheets.find(({ name }) => name === sheet)?.rows ?? [];
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {sheets.length > 1 ? (
        <Select
          label="Trang tính"
          className="w-64 max-w-full"
          value={draft.sheet}
          options={sheets.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => onChange(withSheet(layout, { name, rows: rowsOf(name) }))}
        />
      ) : null}
      <p className="m-0 flex min-h-control items-center text-base">
        Dòng tiêu đề: <strong className="pl-1">{draft.headerRow}</strong>
        <span className="pl-2 text-small text-ink-3">Bấm số dòng ở bảng để đổi.</span>
      </p>
      <Checkbox
        label="Tiêu đề gồm hai dòng"
        checked={draft.headerRows === 2}
        onChange={(isTwo) => onChange(withHeader(layout, rowsOf(draft.sheet), { ...draft, headerRows: isTwo ? 2 : 1 }))}
      />
    </div>
  );
}
