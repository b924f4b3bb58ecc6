import { useState } from 'react';
import type { Period } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useUnread } from '../../../ui/fields/unread.ts';
import { formatVnd } from '../../../ui/format/number.ts';
import type { PeriodValues } from './period-values.ts';

type Issuers = PeriodValues['issuers'];

/** Which profiles may issue for each branch of Bravo; a branch that no sale is known of yet is typed. */
export function BranchIssuers({
  sold,
  profiles,
  value,
  onChange,
}: {
  /** Branches of the sales book, with what they sold. */
  sold: Period['branches'];
  /** Profiles of the period in their order, by code. */
  profiles: readonly { id: string; code: string }[];
  value: Issuers;
  onChange: (value: Issuers) => void;
}) {
  const branches = [...new Set([...sold.map(({ code }) => code), ...Object.keys(value)])].sort();
  return (
    <>
      <p className="m-0 mb-2 text-grid text-ink-2">
        Không khai thì doanh thu của chi nhánh đó không được xuất: chỉ hồ sơ thật sự bán mới được xuất hóa đơn.
      </p>
      {branches.length === 0 ? (
        <p className="m-0 mb-2 text-grid text-ink-3">
          Nạp sổ bán hàng để thấy các chi nhánh, hoặc gõ mã chi nhánh ở dưới.
        </p>
      ) : null}
      {branches.map((branch) => (
        <Branch
          key={branch}
          code={branch}
          amount={sold.find(({ code }) => code === branch)?.amount}
          profiles={profiles}
          value={value[branch] ?? []}
          onChange={(ids) => onChange({ ...value, [branch]: ids })}
        />
      ))}
      <NewBranch onAdd={(branch) => onChange({ ...value, [branch]: value[branch] ?? [] })} />
    </>
  );
}

function Branch({
  code,
  amount,
  profiles,
  value,
  onChange,
}: {
  code: string;
  amount: number | undefined;
  profiles: readonly { id: string; code: string }[];
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
    <div
      role="group"
      aria-label={`Chi nhánh ${code || '(không ghi)'}`}
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line px-3 py-2"
    >
      <span className="w-40">
        <span className="block font-medium">{code || '(không ghi chi nhánh)'}</span>
        {amount === undefined ? null : <span className="tabular text-small text-ink-3">{formatVnd(amount)} đồng</span>}
      </span>
      {profiles.map((profile) => (
        <Checkbox
          key={profile.id}
          label={profile.code}
          checked={value.includes(profile.id)}
          onChange={(checked) =>
            onChange(checked ? [...value, profile.id] : value.filter((other) => other !== profile.id))
          }
        />
      ))}
    </div>
  );
}

function NewBranch({ onAdd }: { onAdd: (branch: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const branch = typed.trim();
  const unread = useUnread(
    branch ? `Bấm «Thêm» để thêm chi nhánh «${branch}», hoặc xóa chữ đã gõ.` : undefined,
    setError,
  );
  const say = (text: string) => {
    setTyped(text);
    setError(undefined);
  };
  const add = () => {
    onAdd(branch);
    say('');
  };
  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Thêm chi nhánh"
        value={typed}
        maxLength={50}
        error={error}
        onChange={(event) => say(event.target.value)}
        onKeyDown={(event) => {
          // The form would be saved without the branch.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !branch) return;
          event.preventDefault();
          add();
        }}
        {...unread}
      />
      <Button disabled={!branch} onClick={add}>
        Thêm
      </Button>
    </div>
  );
}
