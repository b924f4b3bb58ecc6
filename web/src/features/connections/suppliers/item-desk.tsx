import { ArrowLeft, Ban, Check, SkipForward, Undo2, Unlink } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { type TypedFactor, typedFactor } from '../factor-field.tsx';
import { useReviewKeys } from '../review/use-review-keys.ts';
import { FACTOR, ItemArticle } from './item-article.tsx';
import type { Product, SupplierItem } from './supplier-item.ts';
import type { useDecisions } from './use-decisions.ts';

const focusFactor = () => document.querySelector<HTMLInputElement>(`[data-factor="${FACTOR}"]`)?.focus();

/** The product and factor that an item begins with: of its connection, else the best suggestion. */
function startOf({ connection, suggestions }: SupplierItem): { product: Product | null; factor: TypedFactor } {
  if (connection) return { product: connection.product, factor: typedFactor(connection.factor) };
  const [best] = suggestions;
  return { product: best?.product ?? null, factor: typedFactor(best?.factor ?? null) };
}

const isSameUnit = (item: SupplierItem, product: Product | null): boolean =>
  product !== null && item.unit !== '' && item.unit.toLowerCase() === product.unit.toLowerCase();

/** An item that waits for a decision, with the keys of the review of suggestions. */
export function ItemDesk({
  item,
  profileId,
  decisions,
  paused,
  onMove,
  onAcceptAll,
}: {
  item: SupplierItem;
  profileId: string;
  decisions: ReturnType<typeof useDecisions>;
  paused: boolean;
  onMove: (by: number) => void;
  onAcceptAll: () => void;
}) {
  const [{ product, factor }, setChosen] = useState(() => startOf(item));
  const { decide, disconnect, undo, canUndo } = decisions;
  const busy = decide.isPending || disconnect.isPending;
  // Suggestions that come while the item is looked at are taken up, unless a product was chosen.
  const arrived = item.suggestions[0]?.product.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: suggestions that arrive are the trigger
  useEffect(() => {
    setChosen((now) => (now.product === null ? startOf(item) : now));
  }, [arrived]);
  const choose = (next: Product | null) =>
    setChosen({
      product: next,
      factor: typedFactor(
        item.suggestions.find((one) => one.product.id === next?.id)?.factor ?? (isSameUnit(item, next) ? '1' : null),
      ),
    });
  const accept = () => {
    if (busy || product === null) return;
    if (!factor.factor) {
      focusFactor();
      return;
    }
    decide.mutate({ item, productId: product.id, factor: factor.factor });
  };
  const notStock = () => {
    if (!busy) decide.mutate({ item, productId: null, factor: null });
  };
  useReviewKeys(
    {
      accept,
      reject: notStock,
      skip: () => onMove(1),
      back: () => onMove(-1),
      forward: () => onMove(1),
      undo,
      factor: focusFactor,
      acceptAll: onAcceptAll,
      rewritten: () =>
        toast.warning('Bộ gõ tiếng Việt đang đổi phím chữ, nên chưa làm gì.', {
          id: 'review-typing-program',
          description:
            'Hãy tắt bộ gõ, hoặc dùng Enter để nối, Delete nếu không phải hàng tồn kho, → để sang mặt hàng sau.',
        }),
      alternative: (index) => {
        const other = item.suggestions[index];
        if (other) choose(other.product);
      },
    },
    !paused,
  );
  return (
    <div className="flex min-w-0 grow flex-col">
      <section
        aria-label="Nội dung mặt hàng"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2"
      >
        <ItemArticle
          item={item}
          profileId={profileId}
          product={product}
          factor={factor}
          onProduct={choose}
          onFactor={(value) => setChosen((now) => ({ ...now, factor: value }))}
        />
      </section>
      <footer data-foot className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-3 py-2 sm:px-6">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden />} onClick={() => onMove(-1)}>
          <Label keys="←" isShort={item.connection !== null}>
            Quay lại
          </Label>
        </Button>
        <Button variant="ghost" icon={<Undo2 aria-hidden />} disabled={!canUndo} onClick={undo}>
          <Label keys="U" isShort={item.connection !== null}>
            Hoàn tác
          </Label>
        </Button>
        <span className="grow" />
        <Button icon={<SkipForward aria-hidden />} onClick={() => onMove(1)}>
          <Label keys="S">Chưa chắc</Label>
        </Button>
        {item.connection ? (
          <Button icon={<Unlink aria-hidden />} disabled={busy} onClick={() => disconnect.mutate(item)}>
            Bỏ liên kết
          </Button>
        ) : null}
        {item.state === 'not_stock' ? null : (
          <Button icon={<Ban aria-hidden />} disabled={busy} onClick={notStock}>
            Không phải hàng tồn kho
            <span className="max-md:hidden">
              <Kbd>R</Kbd>
            </span>
          </Button>
        )}
        <Button variant="primary" icon={<Check aria-hidden />} disabled={busy || product === null} onClick={accept}>
          {item.connection ? 'Lưu' : 'Nối'}
          <span className="max-md:hidden">
            <Kbd inverse>Enter</Kbd>
          </span>
        </Button>
      </footer>
    </div>
  );
}

/** `isShort`: where there are many buttons, its words wait for a wide screen. */
function Label({ children, keys, isShort = false }: { children: ReactNode; keys: string; isShort?: boolean }) {
  return (
    <>
      <span className={isShort ? 'max-2xl:sr-only' : 'max-sm:sr-only'}>{children}</span>
      <span className="max-md:hidden">
        <Kbd>{keys}</Kbd>
      </span>
    </>
  );
}
