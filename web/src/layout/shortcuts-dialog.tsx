import { Kbd } from '../ui/kbd.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

type Shortcut = { readonly keys: readonly string[]; readonly does: string };

type Group = { readonly title: string; readonly shortcuts: readonly Shortcut[]; readonly isTall?: boolean };

const GROUPS: readonly Group[] = [
  {
    title: 'Mọi trang',
    shortcuts: [
      { keys: ['Ctrl+K'], does: 'Tìm bản ghi, chuyển trang, chạy thao tác' },
      { keys: ['/'], does: 'Tới ô tìm kiếm của trang; ↓ xuống danh sách' },
      { keys: ['Esc'], does: 'Đóng cửa sổ, xóa từ khóa, rời ô, bỏ chọn' },
      { keys: ['?'], does: 'Bảng phím tắt này' },
      { keys: ['F1'], does: 'Hướng dẫn' },
    ],
  },
  {
    title: 'Danh sách',
    isTall: true,
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], does: 'Đi giữa các ô; giữ Ctrl để tới đầu, cuối' },
      { keys: ['Shift+↓', 'Shift+→'], does: 'Chọn vùng, xem tổng và trung bình' },
      { keys: ['Ctrl+A'], does: 'Chọn mọi ô' },
      { keys: ['Ctrl+C'], does: 'Chép vùng chọn để dán vào Excel' },
      { keys: ['Ctrl+Shift+C'], does: 'Chép kèm tiêu đề cột' },
      { keys: ['Enter'], does: 'Mở dòng' },
      { keys: ['Dấu cách'], does: 'Chọn dòng để làm hàng loạt' },
      { keys: ['↑'], does: 'Ở dòng đầu: lên tiêu đề cột, Enter để sắp xếp' },
      { keys: ['Alt+↓'], does: 'Ở tiêu đề cột: menu cột, lọc theo cột' },
      { keys: ['Alt+←', 'Alt+→'], does: 'Ở tiêu đề cột: hẹp hơn, rộng hơn' },
    ],
  },
  {
    title: 'Hóa đơn',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Hóa đơn sau, hóa đơn trước trong danh sách' },
      { keys: ['Ctrl+P'], does: 'In hóa đơn trên khổ A4' },
    ],
  },
  {
    title: 'Duyệt gợi ý',
    shortcuts: [
      { keys: ['Enter', 'A'], does: 'Chấp nhận' },
      { keys: ['Delete', 'R'], does: 'Từ chối, rồi một số để chọn lý do' },
      { keys: ['S'], does: 'Chưa chắc, để xem lại sau' },
      { keys: ['←', '→'], does: 'Cặp trước, cặp sau' },
      { keys: ['1', '…', '9'], does: 'Xem cặp khác của hai bản ghi này' },
      { keys: ['H'], does: 'Sửa hệ số quy đổi' },
      { keys: ['Ctrl+Z', 'U'], does: 'Hoàn tác, kể cả một đợt hàng loạt' },
      { keys: ['Shift+A'], does: 'Chấp nhận hàng loạt' },
    ],
  },
  {
    title: 'Xem mẫu bảo chứng',
    shortcuts: [
      { keys: ['1'], does: 'Đúng: hai bên là một' },
      { keys: ['2'], does: 'Sai' },
      { keys: ['3'], does: 'Không rõ' },
      { keys: ['←', 'U'], does: 'Lấy lại phán xét vừa rồi' },
    ],
  },
];

/** Every key that does something, opened by "?". */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Phím tắt" width="lg">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {GROUPS.map(({ title, shortcuts, isTall }) => (
          <section key={title} aria-label={title} className={isTall ? 'sm:row-span-2' : undefined}>
            <h2 className="m-0 mb-1 text-grid font-semibold">{title}</h2>
            <dl className="m-0 grid grid-cols-[8.5rem_1fr] items-baseline gap-x-3 gap-y-1.5 text-grid">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="contents">
                  <dt className="flex flex-wrap gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="m-0 text-ink-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
