import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { keyOf } from '../../../api/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { type Certification, JUDGEMENTS } from './words.ts';

type Sampled = ItemOf<'listCertificationSample'>;

const PAGE = 500;

/** All judged pairs: they are the proof, and are printed with the certificate. */
async function wholeSample(id: string): Promise<Sampled[]> {
  const all: Sampled[] = [];
  for (;;) {
    const { items, total } = await call('listCertificationSample', {
      params: { id },
      query: { limit: PAGE, offset: all.length },
    });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

const cell = 'px-2 py-1 text-left align-top';

/** The judged pairs as they are at a version of their certification. */
export const useSample = ({ id, version }: Pick<Certification, 'id' | 'version'>) =>
  useQuery({
    queryKey: [...keyOf('listCertificationSample'), id, version],
    queryFn: () => wholeSample(id),
  });

export function SampleTable({ sample }: { sample: ReturnType<typeof useSample> }) {
  if (!sample.data)
    return sample.isError ? (
      <ErrorState message={errorMessage(sample.error)} onRetry={() => void sample.refetch()} />
    ) : (
      <SkeletonLines />
    );
  return (
    <section
      aria-label="Mẫu đã xem"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      className="max-h-[32rem] overflow-auto print:max-h-none print:overflow-visible"
    >
      <table className="tabular w-full border-collapse text-small">
        <thead className="sticky top-0 bg-raised print:static">
          <tr className="border-b border-line text-ink-2">
            {['Số', 'AMIS', 'Bravo', 'Giá trị (đ)', 'Phán xét', 'Người xem'].map((name) => (
              <th key={name} scope="col" className={cell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.data.map((row) => (
            <tr key={row.place} className="border-b border-line break-inside-avoid">
              <td className={`${cell} text-right`}>{formatCount(row.place)}</td>
              <td className={cell}>
                {row.amisCode} · {row.amisName}
              </td>
              <td className={cell}>
                {row.bravoCode} · {row.bravoName}
              </td>
              <td className={`${cell} text-right`}>{formatVnd(row.value)}</td>
              <td className={cell}>
                <Chip tone={JUDGEMENTS[row.judgement].tone}>{JUDGEMENTS[row.judgement].word}</Chip>
                {row.correctedAt ? (
                  <span className="block text-red-ink">
                    Bỏ liên kết {formatInstant(row.correctedAt)}, {row.correctedBy}
                  </span>
                ) : null}
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                {row.judgedBy}
                <span className="block text-ink-3">{formatInstant(row.judgedAt)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
