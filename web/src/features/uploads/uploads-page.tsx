import { useCall } from '../../api/query.ts';
import { UPLOAD_LIMIT_BYTES } from '../../constants.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../paths.ts';
import { usePageSearch } from '../../search.ts';
import { usePeriod, usePeriodSwitcher } from '../../shared/period.tsx';
import { AddFiles } from '../../shared/upload/add-files.tsx';
import { clear, start, takeElsewhere, useEntries } from '../../shared/upload/many/batch.ts';
import { isGoing } from '../../shared/upload/many/entry.ts';
import { obstacleOf, sumsOf } from '../../shared/upload/many/queue.ts';
import { takeFiles } from '../../shared/upload/take-files.ts';
import { putInBasket, TAX_TYPES } from '../../shared/upload/tax-files.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { WORKBOOK_TYPES } from '../../ui/fields/file-drop.tsx';
import { formatBytes, formatCount } from '../../ui/format/number.ts';
import { useGo } from '../../ui/link.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Banner } from '../../ui/states.tsx';
import { EntryRow } from './entry-row.tsx';
import { RememberedMaps } from './mapping/remembered-maps.tsx';
import { figures } from './words.ts';

/** Several files or a whole folder: what each is, where it goes, and one report of all. */
export function UploadsPage() {
  const entries = useEntries();
  const go = useGo();
  const { profileId } = usePageSearch();
  const { period, periods } = usePeriod();
  usePeriodSwitcher(period, periods);
  const list = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  const profiles = list.data?.items ?? [];
  const around = { periodId: period && period.status !== 'closed' ? period.id : undefined, profiles };
  const of = (...states: string[]) => entries.filter(({ state }) => states.includes(state));
  const loadable = of('ready').filter((entry) => obstacleOf(entry, entries, around) === undefined);
  const meant = entries.length - of('unread', 'elsewhere', 'left-out', 'ready', 'reading').length;
  const ended = of('done', 'failed', 'lost', 'asks').length;
  const lost = of('lost').length;
  const elsewhere = of('elsewhere').length;
  const sums = sumsOf(entries);
  return (
    <Page title={strings.file.several} kind="wide">
      <div className="mx-auto flex w-full max-w-[76rem] flex-col gap-3">
        <AddFiles
          accept={[...WORKBOOK_TYPES, ...TAX_TYPES]}
          onFiles={(files) =>
            void takeFiles(files, profileId).then((to) => {
              if (to !== paths.uploads()) go(to);
            })
          }
        >
          {`Khớp nhận ra từng tệp và chỗ của nó. ${WORKBOOK_TYPES.join(', ')}, mỗi tệp tối đa ${formatBytes(UPLOAD_LIMIT_BYTES)}. Tên thư mục hay tên tệp có mã hồ sơ thì khỏi phải chọn hồ sơ. Hóa đơn điện tử (${TAX_TYPES.join(', ')}) được đưa sang «${strings.nav.taxInvoices}».`}
        </AddFiles>
        {elsewhere > 0 ? (
          <Banner
            action={
              <Button
                size="sm"
                onClick={() => {
                  putInBasket({ files: takeElsewhere(), ignored: 0, workbooks: 0 });
                  go(paths.taxInvoices());
                }}
              >
                {`Mở ở «${strings.nav.taxInvoices}»`}
              </Button>
            }
          >
            {`${formatCount(elsewhere)} tệp là danh sách hóa đơn của cổng thuế, được nạp ở «${strings.nav.taxInvoices}».`}
          </Banner>
        ) : null}
        {lost > 0 ? (
          <Banner tone="warning">
            {`Trang đã được tải lại nên ${formatCount(lost)} tệp chưa gửi không còn ở đây. Hãy chọn lại các tệp ấy; phần đã nạp vẫn nguyên.`}
          </Banner>
        ) : null}
        {entries.length > 0 ? (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <p role="status" className="m-0 min-w-0 grow text-base">
                {stateInWords(entries.length, { of, loadable: loadable.length })}
              </p>
              <Button disabled={entries.some(isGoing)} onClick={clear}>
                Làm lại từ đầu
              </Button>
              <Button variant="primary" disabled={loadable.length === 0} onClick={() => start(around)}>
                {loadable.length === 0 ? 'Nạp tệp' : `Nạp ${formatCount(loadable.length)} tệp`}
              </Button>
            </div>
            {meant > 0 && ended < meant ? (
              <Progress label="Đang nạp" percent={(ended / meant) * 100} done={ended} total={meant} />
            ) : null}
            <ul className="m-0 list-none divide-y divide-line overflow-hidden rounded-md border border-line p-0">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} entries={entries} around={around} periodName={period?.name} />
              ))}
            </ul>
            {sums.files > 0 ? (
              <section
                aria-label="Kết quả chung"
                className="rounded-md border border-line bg-sunken px-3 py-2 text-grid"
              >
                <b>Tất cả {formatCount(sums.files)} tệp đã nạp: </b>
                {figures(sums)}
              </section>
            ) : null}
          </>
        ) : null}
        <RememberedMaps profiles={profiles} />
      </div>
    </Page>
  );
}

/** "12 tệp: 9 sẵn sàng, 2 cần chọn, 1 không đọc được". */
function stateInWords(
  total: number,
  { of, loadable }: { of: (...states: string[]) => readonly unknown[]; loadable: number },
): string {
  const parts: readonly (readonly [number, string])[] = [
    [of('reading').length, 'đang xem'],
    [loadable, 'sẵn sàng'],
    [of('ready').length - loadable, 'cần chọn'],
    [of('unread').length, 'không nạp được'],
    [of('elsewhere').length, `của «${strings.nav.taxInvoices}»`],
    [of('waiting', 'sending', 'running').length, 'đang nạp'],
    [of('asks').length, 'cần trả lời'],
    [of('done').length, 'đã nạp'],
    [of('failed').length, 'bị từ chối'],
    [of('left-out').length, 'bỏ qua'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${formatCount(count)} ${words}`);
  return `${formatCount(total)} tệp: ${told.join(', ')}`;
}
