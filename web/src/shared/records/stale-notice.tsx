import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';

export type StaleField = { label: string; mine: string; theirs: string };

/** A colleague saved first: shows their changes beside the text that the person typed, and lets the person choose. */
export function StaleNotice({
  fields,
  onReapply,
  onTakeTheirs,
}: {
  fields: readonly StaleField[];
  onReapply: () => void;
  onTakeTheirs: () => void;
}) {
  return (
    <Banner tone="warning">
      <p className="m-0 font-medium">Người khác vừa sửa bản ghi này.</p>
      {fields.length > 0 ? (
        <dl className="m-0 my-1 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-0.5">
          {fields.map(({ label, mine, theirs }) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="m-0 min-w-0 break-words">
                hiện là «{theirs}», bạn nhập «{mine}»
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="m-0 my-1">Phần bạn sửa không bị ảnh hưởng.</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={onReapply}>
          Áp dụng lại thay đổi của tôi
        </Button>
        <Button size="sm" onClick={onTakeTheirs}>
          Dùng dữ liệu mới
        </Button>
      </div>
    </Banner>
  );
}
