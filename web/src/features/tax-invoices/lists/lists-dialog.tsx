import type { TaxCover } from '@khop/contract/tax-invoices/resources.ts';
import { Upload } from 'lucide-react';
import type { ItemOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { figureCell, ScrolledTable, tableCell } from '../../../ui/scrolled-table.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { CHANNEL, monthWord, SIDE } from '../words.ts';
import { coverWord } from './cover-words.ts';
import { UndoList } from './undo-list.tsx';

const LISTS = { query: { limit: 200, offset: 0, sort: '-createdAt' } } as const;

/** The portal's lists that are here, and the days for which they still say nothing. */
export function ListsDialog({ onClose, onUpload }: { onClose: () => void; onUpload: () => void }) {
  const lists = useCall('listTaxLists', LISTS, { staleMs: 0 });
  const cover = useCall('getTaxCover', { query: {} }, { staleMs: 0 });
  const failed = lists.isError ? lists : cover.isError ? cover : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Danh sách đã nạp"
      description="Danh sách hóa đơn của cổng thuế cho biết trạng thái và hóa đơn còn thiếu. Chỉ những ngày và loại có danh sách mới nói được là «không có»."
      width="lg"
      footer={
        <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
          Nạp danh sách
        </Button>
      }
    >
      {failed ? (
        <ErrorState message={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
      ) : !lists.data || !cover.data ? (
        <SkeletonLines />
      ) : (
        <div className="flex flex-col gap-5">
          <Cover months={cover.data.items} />
          {lists.data.items.length === 0 ? (
            <EmptyState
              title="Chưa nạp danh sách nào."
              hint="Ở cổng hoadondientu.gdt.gov.vn: Tra cứu hóa đơn, chọn mua vào hay bán ra và khoảng ngày, rồi Xuất Excel cho từng loại: có mã, không mã, máy tính tiền."
            />
          ) : (
            <Lists lists={lists.data.items} />
          )}
        </div>
      )}
    </Dialog>
  );
}

const COVER_HEADS = [
  ...['Tháng', 'Hồ sơ', 'Chiều', ...Object.values(CHANNEL)],
  ...['Ở danh sách', 'Có XML', 'Chỉ có XML'],
];

function Cover({ months }: { months: readonly TaxCover[] }) {
  if (months.length === 0) return null;
  return (
    <ScrolledTable height="max-h-80" title="Đủ đến đâu" heads={COVER_HEADS}>
      {months.map((one) => (
        <tr key={`${one.profileId} ${one.side} ${one.month}`}>
          <td className={tableCell}>{monthWord(one.month)}</td>
          <td className={tableCell}>{one.profileCode}</td>
          <td className={`${tableCell} whitespace-nowrap`}>{SIDE[one.side]}</td>
          {one.channels.map((channel) => {
            const { label, tone, detail } = coverWord(one.month, channel);
            return (
              <td key={channel.channel} className={tableCell}>
                <Chip tone={tone}>{label}</Chip>
                {detail ? <span className="mt-0.5 block text-small text-ink-2">{detail}</span> : null}
              </td>
            );
          })}
          <td className={figureCell}>{formatCount(one.listed)}</td>
          <td className={figureCell}>{formatCount(one.withXml)}</td>
          <td className={figureCell}>{formatCount(one.xmlOnly)}</td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

const LIST_HEADS = ['Tệp', 'Hồ sơ', 'Chiều', 'Ngày', 'Loại', 'Hóa đơn', 'Dòng bị từ chối', 'Nạp lúc', 'Bỏ'];

function Lists({ lists }: { lists: readonly ItemOf<'listTaxLists'>[] }) {
  return (
    <ScrolledTable height="max-h-80" title="Các tệp" heads={LIST_HEADS}>
      {lists.map((list) => (
        <tr key={list.id} className={list.undoneAt ? 'text-ink-3' : undefined}>
          <td className={`${tableCell} min-w-32 break-words`}>
            <TheirText>{list.fileName}</TheirText>
          </td>
          <td className={tableCell}>{list.profileCode}</td>
          <td className={`${tableCell} whitespace-nowrap`}>{SIDE[list.side]}</td>
          <td className={`${tableCell} whitespace-nowrap`}>
            {formatDay(list.fromDate)} – {formatDay(list.toDate)}
          </td>
          <td className={tableCell}>{list.channels.map((one) => CHANNEL[one]).join(', ')}</td>
          <td className={figureCell}>{formatCount(list.rowCount)}</td>
          <td className={figureCell}>{formatCount(list.rejectedCount)}</td>
          <td className={`${tableCell} whitespace-nowrap`}>
            {formatInstant(list.createdAt)}
            {list.madeAt ? <span className="block text-small text-ink-2">Lập {formatInstant(list.madeAt)}</span> : null}
          </td>
          <td className={`${tableCell} min-w-28`}>
            <UndoList list={list} />
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
