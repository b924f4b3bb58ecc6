import { CircleX } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { Banner } from '../../../ui/states.tsx';
import { type Problem, wayOut } from './blocking.ts';

/** The findings that block, each with its remedy; an admin writes why to go on where the law allows it. */
export function BlockedList({
  problems,
  action,
  reason,
  onReason,
}: {
  problems: readonly Problem[];
  action: 'generation' | 'export';
  reason: string;
  onReason: (reason: string) => void;
}) {
  const { admin } = useSession();
  if (problems.length === 0) return null;
  const canOverride = problems.every((one) => one.canOverride);
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="error">
        «Kiểm tra kỳ» chặn {action === 'export' ? 'xuất tệp' : 'sinh hóa đơn'}. {wayOut(problems)}
      </Banner>
      <ul className="m-0 flex list-none flex-col gap-2 p-0 text-grid">
        {problems.map((problem) => (
          <li key={problem.code + problem.message} className="flex items-start gap-2">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-red-ink" />
            <span>
              {problem.message} <span className="text-ink-2">{problem.remedy}</span>
            </span>
          </li>
        ))}
      </ul>
      {canOverride && admin ? (
        <TextArea
          label="Lý do vẫn tiếp tục"
          hint="Được lưu vào nhật ký cùng các điều bị bỏ qua."
          required
          value={reason}
          maxLength={2000}
          onChange={(event) => onReason(event.target.value)}
        />
      ) : null}
    </div>
  );
}
