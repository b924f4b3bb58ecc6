import type { ImportReport } from '@khop/contract/runs.ts';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { upload } from '../../api/files.ts';
import type { InputOf, OperationId } from '../../api/operations.ts';
import { useRunAction } from '../../api/run-action.tsx';
import { isFinished } from '../../api/runs.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import type { PickedFile } from '../../ui/fields/dropped-files.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useGo } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { RunProgress } from '../../ui/run-progress.tsx';
import { Banner } from '../../ui/states.tsx';
import { ImportReportView } from './import-report.tsx';
import { type ImportTarget, profileOf, type UploadOperation } from './import-targets.ts';
import { alsoSaid, type Said } from './said.ts';
import { UploadHelp } from './upload-help.tsx';

export type UploadDialogProps<Op extends UploadOperation> = {
  onClose: () => void;
  /** The name of the upload: "Tải lên danh mục hàng hóa". */
  title: string;
  /** Which file is meant and where it comes from. */
  hint: string;
  operation: Op;
  /** Query and text fields that go with the file. */
  input: InputOf<Op>;
  /** Lists and figures that the file changes. */
  invalidates: readonly OperationId[];
};

/** A file on its way, and how it is to be taken in. */
type Sending = {
  readonly chosen: File;
  readonly dryRun: boolean;
  readonly target: ImportTarget | undefined;
  readonly said: Said;
};

/** Another place for a file, or another reading of its texts, than before. */
type Otherwise = Partial<Pick<Sending, 'target' | 'said'>>;

/** Reports whose moment decides what they contain: a person may say when AMIS made them. */
const OF_A_MOMENT: ReadonlySet<UploadOperation> = new Set(['loadAmisInventory', 'loadAmisSalesLedger']);

const AGAIN: Said = { again: true };

/** Sends a file and follows its run; `share` is how much of it has gone out. */
function useSending<Op extends UploadOperation>({
  to: { operation, input },
  madeAt,
  invalidates,
  onRefused,
}: {
  to: Pick<UploadDialogProps<Op>, 'operation' | 'input'>;
  madeAt: string;
  invalidates: readonly OperationId[];
  onRefused: (message: string) => void;
}) {
  const [share, setShare] = useState<number | null>(null);
  const onItsWay = useRef<AbortController>(undefined);
  // Given up before the service has the whole file: none of it is taken in.
  useEffect(() => () => onItsWay.current?.abort(), []);
  const action = useRunAction(
    async ({ chosen, dryRun, target, said }: Sending) => {
      onItsWay.current = new AbortController();
      const { signal } = onItsWay.current;
      setShare(0);
      try {
        const to = target ?? { operation, input };
        const query = { ...to.input.query, ...(dryRun && { dryRun }), ...said };
        const body = { ...(to.input as { body?: object }).body, ...(madeAt && { madeAt: `${madeAt}:00+07:00` }) };
        // The input of the operation, with more of the same fields; a generic operation does not show which.
        const given = { ...to.input, query, body } as unknown as InputOf<Op>;
        return (await upload(to.operation as Op, chosen, given, { onProgress: setShare, signal })) as { runId: string };
      } finally {
        setShare(null);
      }
    },
    {
      invalidates: [...invalidates, 'listImports'],
      showsEnd: true,
      onRefused,
    },
  );
  return { action, share };
}

/** More than one file was given: they go on at the page of many. */
function useManyFiles(profileId: string | undefined, onClose: () => void) {
  const go = useGo();
  return async (files: readonly PickedFile[]) => {
    const { takeFiles } = await import('./take-files.ts');
    const to = await takeFiles(files, profileId);
    onClose();
    go(to);
  };
}

/** A file on its way in: choose, send, follow the run, read the report; first as a check only, if wanted. */
export function UploadDialog<Op extends UploadOperation>({
  onClose,
  title,
  hint,
  operation,
  input,
  invalidates,
}: UploadDialogProps<Op>) {
  const [file, setFile] = useState<File | null>(null);
  const [checkOnly, setCheckOnly] = useState(false);
  // A file that was sent to the wrong place goes on from here to its own.
  const [moved, setMoved] = useState<ImportTarget>();
  // The meaning of its texts, for a file that was refused because they have two readings.
  const [answers, setAnswers] = useState<Said>({});
  const [madeAt, setMadeAt] = useState('');
  const [refused, setRefused] = useState<string>();
  const { action, share } = useSending({
    to: { operation, input },
    madeAt,
    invalidates: moved?.invalidates ?? invalidates,
    onRefused: setRefused,
  });
  const { run } = action;
  const finished = run !== undefined && isFinished(run.status);
  const report = run?.status === 'succeeded' ? (run.result as ImportReport | null) : null;
  const send = (dryRun: boolean, { target = moved, said = answers }: Otherwise = {}) => {
    setRefused(undefined);
    setMoved(target);
    setAnswers(said);
    if (file) void action.start({ chosen: file, dryRun, target, said });
  };
  const several = useManyFiles(profileOf(input), onClose);
  const take = (chosen: File | null) => {
    action.dismiss();
    setRefused(undefined);
    setMoved(undefined);
    setAnswers({});
    setFile(chosen);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={moved?.title ?? title}
      width="lg"
      footer={
        <>
          {finished ? (
            <Button onClick={() => take(null)}>Chọn tệp khác</Button>
          ) : run ? (
            <Button onClick={() => void action.cancel()}>Dừng</Button>
          ) : null}
          {report?.dryRun && file && report.read > report.rejected ? (
            <Button variant="primary" onClick={() => send(false)}>
              Ghi vào hệ thống
            </Button>
          ) : null}
          {run ? (
            <Button variant={report?.dryRun ? 'secondary' : 'primary'} onClick={onClose}>
              {finished ? strings.common.close : 'Chạy tiếp ở nền'}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{strings.common.cancel}</Button>
              <Button variant="primary" disabled={!file} busy={action.busy} onClick={() => send(checkOnly)}>
                {checkOnly ? 'Kiểm tra' : 'Tải lên'}
              </Button>
            </>
          )}
        </>
      }
    >
      {run ? (
        report ? (
          <ImportReportView
            report={report}
            onAgain={() => send(report.dryRun, { said: alsoSaid(answers, AGAIN) })}
            onLeave={onClose}
          />
        ) : (
          <FileOnItsWay
            run={run}
            name={file?.name ?? title}
            profileId={profileOf(input)}
            onAgain={() => send(checkOnly)}
            onMove={(target) => send(checkOnly, { target })}
            onSaid={(more) => send(checkOnly, { said: alsoSaid(answers, more) })}
            onLeave={onClose}
          />
        )
      ) : (
        <div className="flex flex-col gap-3">
          {refused ? <Banner tone="error">{refused}</Banner> : null}
          <FileDrop label="Tệp" hint={hint} file={file} onFile={take} progress={share} onSeveral={several} />
          {OF_A_MOMENT.has(operation) ? <MadeAtField value={madeAt} onChange={setMadeAt} /> : null}
          <Checkbox
            label="Chỉ kiểm tra"
            hint="Đọc, báo cáo và cho xem từng ô sẽ đổi; không ghi gì."
            checked={checkOnly}
            onChange={setCheckOnly}
          />
        </div>
      )}
    </Dialog>
  );
}

function MadeAtField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Thời điểm xuất báo cáo"
      hint="Bỏ trống: theo giờ ghi trong tệp; tệp không ghi thì là lúc tải lên."
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The progress of the file's run, and the help when it was refused. */
function FileOnItsWay({ run, name, ...help }: ComponentProps<typeof UploadHelp> & { name: string }) {
  return (
    <div className="flex flex-col gap-3">
      <RunProgress run={run} name={name} />
      {run.status === 'failed' ? <UploadHelp run={run} {...help} /> : null}
    </div>
  );
}
