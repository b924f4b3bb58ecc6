import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { Page } from '../../../page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import type { ExportLayout } from './export-layout.ts';
import { ExportLayoutDialog } from './export-layout-dialog.tsx';

/** Import templates of AMIS: those that ship, and the installation's own, each a document of columns. */
export function ExportLayoutsPage() {
  const layouts = useCall('listExportLayouts', {});
  const [open, setOpen] = useState<{ readonly layout?: ExportLayout; readonly from?: ExportLayout }>();
  const remove = useAction(
    ({ id, version }: { id: string; version: number }) =>
      call('deleteExportLayout', { params: { id }, query: { version } }),
    {
      invalidates: ['listExportLayouts'],
      onSuccess: () => toast.success('Đã xóa mẫu.'),
    },
  );
  const askRemove = async ({ id, version, name }: ExportLayout) => {
    const body = 'Không hồ sơ nào dùng mẫu này. Nội dung mẫu vẫn còn trong nhật ký.';
    if (id === null || version === null) return;
    if (await confirm({ title: `Xóa mẫu «${name}»?`, body, action: 'Xóa mẫu', danger: true }))
      remove.mutate({ id, version });
  };
  return (
    <Page
      title="Mẫu xuất"
      description="Mẫu tệp nhập chứng từ bán hàng của AMIS. Mỗi hồ sơ chọn một mẫu; mẫu riêng làm bằng cách chọn và xếp cột, hoặc từ một tệp mẫu."
      actions={
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          disabled={!layouts.data}
          onClick={() => setOpen({ ...(layouts.data && { from: layouts.data.items[1] ?? layouts.data.items[0]! }) })}
        >
          Thêm mẫu
        </Button>
      }
    >
      {layouts.isError ? <ErrorState message={layouts.error.message} onRetry={() => void layouts.refetch()} /> : null}
      {layouts.isPending ? <SkeletonLines lines={6} /> : null}
      <Card flush>
        <ul className="m-0 list-none divide-y divide-line p-0">
          {layouts.data?.items.map((layout) => (
            <li key={layout.code} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <div className="min-w-0 grow">
                <p className="m-0 flex flex-wrap items-center gap-2 font-medium">
                  {layout.name} {layout.isBuiltIn ? <Chip>Có sẵn</Chip> : <Chip tone="green">Riêng</Chip>}
                </p>
                <p className="m-0 text-grid text-ink-2">
                  {layout.code} · {formatCount(layout.document.columns.length)} cột · trang tính «
                  {layout.document.sheetName}»
                  {layout.usedBy.length > 0 ? ` · dùng ở ${layout.usedBy.join(', ')}` : ' · chưa hồ sơ nào dùng'}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  onClick={() => setOpen({ from: layout })}
                  aria-label={`Chép thành mẫu mới: ${layout.name}`}
                >
                  Chép thành mẫu mới
                </Button>
                {layout.isBuiltIn ? null : (
                  <>
                    <Button size="sm" onClick={() => setOpen({ layout })} aria-label={`Sửa: ${layout.name}`}>
                      Sửa
                    </Button>
                    <Button
                      size="sm"
                      disabled={layout.usedBy.length > 0}
                      onClick={() => void askRemove(layout)}
                      aria-label={`Xóa: ${layout.name}`}
                    >
                      Xóa
                    </Button>
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      {open && layouts.data ? (
        <ExportLayoutDialog {...open} fields={layouts.data.fields} onClose={() => setOpen(undefined)} />
      ) : null}
    </Page>
  );
}
