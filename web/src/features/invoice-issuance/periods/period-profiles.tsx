import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The list with one of its entries moved by so many places. */
function moved(chosen: readonly string[], id: string, by: number): string[] {
  const next = chosen.filter((other) => other !== id);
  next.splice(Math.max(0, chosen.indexOf(id) + by), 0, id);
  return next;
}

/** Which profiles take part in a period, the first of them served first. */
export function PeriodProfiles({
  all,
  labelOf,
  value,
  onChange,
  error,
}: {
  /** Ids of the profiles to choose from. */
  all: readonly string[];
  labelOf: (id: string) => string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  error: string | undefined;
}) {
  return (
    <>
      <ul className="m-0 flex list-none flex-col gap-1 p-0">
        {[...value, ...all.filter((id) => !value.includes(id))].map((id) => {
          const isChosen = value.includes(id);
          return (
            <li key={id} className="flex items-center gap-1">
              <span className="min-w-0 grow">
                <Checkbox
                  label={labelOf(id)}
                  checked={isChosen}
                  onChange={(checked) => onChange(checked ? [...value, id] : value.filter((other) => other !== id))}
                />
              </span>
              {isChosen && value.length > 1 ? (
                <MoveButtons
                  label={labelOf(id)}
                  isFirst={value[0] === id}
                  isLast={value.at(-1) === id}
                  onMove={(by) => onChange(moved(value, id, by))}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {error ? (
        <p role="alert" className="m-0 mt-1 text-small text-red-ink">
          {error}
        </p>
      ) : null}
    </>
  );
}

function MoveButtons({
  label,
  isFirst,
  isLast,
  onMove,
}: {
  label: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
}) {
  return (
    <>
      <IconButton
        size="sm"
        label={`Đưa ${label} lên trước`}
        icon={<ArrowUp aria-hidden />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={`Đưa ${label} ra sau`}
        icon={<ArrowDown aria-hidden />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
  );
}
