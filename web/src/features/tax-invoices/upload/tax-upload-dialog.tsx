import { useEffect, useState } from 'react';
import { tellInDialog } from '../../../api/runs.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../constants.ts';
import { paths } from '../../../paths.ts';
import { AddFiles } from '../../../shared/upload/add-files.tsx';
import { isWorkbook, splitTaxFiles, TAX_TYPES, type TaxBasket } from '../../../shared/upload/tax-files.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import type { PickedFile } from '../../../ui/fields/dropped-files.ts';
import { fileProblem, WORKBOOK_TYPES } from '../../../ui/fields/file-drop.tsx';
import { formatBytes, formatCount } from '../../../ui/format/number.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { sumOf } from './parcels.ts';
import { SaidOfListsForm } from './said-of-lists.tsx';
import { clearParcels, isGoing, type Parcel, reportOf, type SaidOfLists, send, stop, useParcels } from './sending.ts';
import { TaxReport } from './tax-report.tsx';

const ROOM_TYPES = [...TAX_TYPES, ...WORKBOOK_TYPES];
const NOTHING: TaxBasket = { files: [], ignored: 0, workbooks: 0 };

/** Electronic invoices on their way in: choose, send, follow, read the report. `basket`: files that were dropped elsewhere. */
export function TaxUploadDialog({ basket = NOTHING, onClose }: { basket?: TaxBasket; onClose: () => void }) {
  const [chosen, setChosen] = useState(basket);
  const [said, setSaid] = useState<SaidOfLists>({});
  const parcels = useParcels();
  const going = isGoing(parcels);
  const close = () => {
    if (!going) clearParcels();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Nạp hóa đơn"
      width="lg"
      footer={
        parcels.length === 0 ? (
          <>
            <Button onClick={close}>{strings.common.cancel}</Button>
            <Button
              variant="primary"
              disabled={chosen.files.length === 0}
              onClick={() => {
                setChosen(NOTHING);
                void send(chosen.files, said);
                setSaid({});
              }}
            >
              Nạp hóa đơn
            </Button>
          </>
        ) : going ? (
          <>
            <Button onClick={() => void stop()}>Dừng</Button>
            <Button variant="primary" onClick={close}>
              Chạy tiếp ở nền
            </Button>
          </>
        ) : (
          <>
            <Button onClick={clearParcels}>Nạp tệp khác</Button>
            <Button variant="primary" onClick={close}>
              {strings.common.close}
            </Button>
          </>
        )
      }
    >
      {parcels.length > 0 ? (
        <Sent parcels={parcels} />
      ) : (
        <div className="flex flex-col gap-3">
          <Choosing chosen={chosen} onChange={setChosen} />
          {chosen.files.some(isWorkbook) ? <SaidOfListsForm said={said} onChange={setSaid} /> : null}
        </div>
      )}
    </Dialog>
  );
}

function Choosing({ chosen, onChange }: { chosen: TaxBasket; onChange: (chosen: TaxBasket) => void }) {
  const [tooLarge, setTooLarge] = useState<string>();
  const take = async (files: readonly PickedFile[]) => {
    const { tax, others } = await splitTaxFiles(files);
    const lists = others.filter(isWorkbook);
    const taken = [...tax, ...lists];
    const problem = ({ file }: PickedFile) => fileProblem(file, ROOM_TYPES, UPLOAD_LIMIT_BYTES);
    setTooLarge(taken.map(problem).find((one) => one !== undefined));
    const known = new Set(chosen.files.map(({ path, file }) => `${path} ${file.size}`));
    const more = taken.filter((one) => problem(one) === undefined && !known.has(`${one.path} ${one.file.size}`));
    onChange({ ...chosen, files: [...chosen.files, ...more], ignored: chosen.ignored + others.length - lists.length });
  };
  return (
    <div className="flex flex-col gap-3">
      {tooLarge ? <Banner tone="error">{tooLarge}</Banner> : null}
      <AddFiles accept={ROOM_TYPES} onFiles={(files) => void take(files)}>
        {`Gói .zip tải ở cổng hoadondientu.gdt.gov.vn (Thuế điện tử), hay tệp .xml của nhà cung cấp hóa đơn; danh sách hóa đơn (.xlsx) của cổng; cả thư mục cũng được. Mỗi tệp tối đa ${formatBytes(UPLOAD_LIMIT_BYTES)}.`}
      </AddFiles>
      {chosen.files.length > 0 ? <ChosenFiles files={chosen.files} onClear={() => onChange(NOTHING)} /> : null}
      {chosen.ignored > 0 ? (
        <p className="m-0 text-grid text-ink-2">
          Bỏ qua {formatCount(chosen.ignored)} tệp không phải hóa đơn điện tử (.xml có hóa đơn, .zip) hay bảng tính.
        </p>
      ) : null}
      {chosen.workbooks > 0 ? (
        <p className="m-0 text-grid text-ink-2">
          {formatCount(chosen.workbooks)} tệp Excel thả cùng đang chờ ở{' '}
          <TextLink className="underline" to={paths.uploads()}>
            {strings.file.several}
          </TextLink>
          .
        </p>
      ) : null}
    </div>
  );
}

const SHOWN_FILES = 100;

function ChosenFiles({ files, onClear }: { files: readonly PickedFile[]; onClear: () => void }) {
  return (
    <section aria-label="Tệp đã chọn" className="rounded-md border border-line">
      <div className="flex items-center gap-2 px-3 py-1">
        <p role="status" className="m-0 min-w-0 grow text-grid font-medium">
          {formatCount(files.length)} tệp đã chọn, {formatBytes(files.reduce((sum, { file }) => sum + file.size, 0))}
        </p>
        <Button size="sm" variant="ghost" onClick={onClear}>
          Bỏ hết
        </Button>
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        aria-label="Tên các tệp đã chọn"
        className="m-0 max-h-48 list-none overflow-y-auto border-t border-line px-3 py-1 text-grid"
      >
        {files.slice(0, SHOWN_FILES).map(({ path, file }) => (
          <li key={`${path} ${file.size}`}>
            <TheirText>{path}</TheirText>
          </li>
        ))}
        {files.length > SHOWN_FILES ? <li>… và {formatCount(files.length - SHOWN_FILES)} tệp nữa</li> : null}
      </ul>
    </section>
  );
}

/** Every run of the upload while one goes on; at the end one report, and what was not taken at all. */
function Sent({ parcels }: { parcels: readonly Parcel[] }) {
  const going = isGoing(parcels);
  const report = sumOf(parcels.flatMap(({ run }) => reportOf(run) ?? []));
  const shown = going ? parcels : parcels.filter(({ run }) => run?.status !== 'succeeded');
  return (
    <div className="flex flex-col gap-4">
      {shown.map((parcel) => (
        <ParcelRow key={parcel.id} parcel={parcel} />
      ))}
      {!going && report ? <TaxReport report={report} /> : null}
    </div>
  );
}

function ParcelRow({ parcel: { name, state, share, run, problem } }: { parcel: Parcel }) {
  const runId = run?.id;
  useEffect(() => (runId === undefined ? undefined : tellInDialog(runId)), [runId]);
  if (problem)
    return (
      <Banner tone="error">
        «<TheirText>{name}</TheirText>»: {problem}
      </Banner>
    );
  if (run) return <RunProgress run={run} name={name} />;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="truncate text-grid font-medium">{name}</span>
      <Progress
        label={state === 'sending' ? 'Đang gửi tệp' : 'Đang chờ'}
        percent={state === 'sending' ? share * 100 : 0}
      />
    </div>
  );
}
