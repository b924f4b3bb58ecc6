import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import type { VersionedForm } from './use-versioned-form.ts';

export type StaleField = { label: string; mine: string; theirs: string };

/** A colleague saved first: shows their changes beside the text that the person typed, and lets the person choose. */
export function StaleNotice({
  fields,
  versioned: { isThere, reapply, takeTheirs },
}: {
  fields: readonly StaleField[];
  versioned: Pick<VersionedForm<unknown, FieldValues>, 'isThere' | 'reapply' | 'takeTheirs'>;
}) {
  if (isThere) {
    return (
      <Banner tone="info">
        <p className="m-0 font-medium">Bản ghi đã có đúng những gì bạn nhập.</p>
        <p className="m-0 my-1">
          Lần lưu trước đã được ghi dù mất mạng, hoặc người khác vừa sửa như vậy. Không cần lưu lại.
        </p>
        {/* What was typed since stays. */}
        <Button size="sm" variant="primary" onClick={reapply}>
          Dùng dữ liệu mới
        </Button>
      </Banner>
    );
  }
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
        <Button size="sm" variant="primary" onClick={reapply}>
          Áp dụng lại thay đổi của tôi
        </Button>
        <Button size="sm" onClick={takeTheirs}>
          Dùng dữ liệu mới
        </Button>
      </div>
    </Banner>
  );
}
