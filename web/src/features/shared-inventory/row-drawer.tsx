import { paths } from '../../paths.ts';
import { Fact, Facts } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatMoney, formatQuantity } from '../../ui/format/number.ts';
import { TextLink } from '../../ui/link.tsx';
import { Drawer } from '../../ui/overlays/dialog.tsx';
import { Difference } from './columns.tsx';
import { type Row, STATES } from './terms.ts';

/** One row: what each side holds, how it is converted, and where the connection is put right. */
export function RowDrawer({ row, profileId, onClose }: { row: Row; profileId: string; onClose: () => void }) {
  const first = row.amisProducts[0] ?? row.bravoItems[0];
  const { name, tone, hint } = STATES[row.state];
  const isUnconnected = row.amisProducts.length === 0 || row.bravoItems.length === 0;
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={first?.name || first?.code || 'Hàng hóa'}
      description={`${first?.code ?? ''} · ${row.unit}`}
    >
      <Facts>
        <Fact label="Trạng thái">
          <Chip tone={tone}>{name}</Chip> <span className="text-ink-2">{hint}</span>
        </Fact>
        <Fact label="Tồn AMIS">
          {formatQuantity(row.amisQuantity)} {row.unit}
        </Fact>
        <Fact label="Tồn Bravo">
          {row.bravoQuantity === null ? 'Chưa quy đổi được' : `${formatQuantity(row.bravoQuantity)} ${row.unit}`}
        </Fact>
        <Fact label="Chênh lệch">
          <Difference value={row.difference} />
        </Fact>
        <Fact label="Dùng chung">
          {formatQuantity(row.sharedQuantity)} {row.unit}
        </Fact>
        <Fact label="Giá trị dùng chung">{formatMoney(row.value)}</Fact>
      </Facts>
      <Side title="Mã hàng AMIS" empty="Vật tư này chưa nối với mã hàng nào.">
        {row.amisProducts.map(({ code, name: text, unit, quantity, value }) => (
          <Line key={code} code={code} name={text} to={paths.products(profileId, { q: code })}>
            {formatQuantity(quantity)} {unit} · {formatMoney(value)}
          </Line>
        ))}
      </Side>
      <Side title="Vật tư Bravo" empty="Mã hàng này chưa nối với vật tư nào.">
        {row.bravoItems.map(({ code, name: text, unit, quantity, factor }) => (
          <Line key={code} code={code} name={text} to={paths.bravoItems({ q: code })}>
            {formatQuantity(quantity)} {unit}
            {row.amisProducts.length === 0
              ? ''
              : factor === null
                ? ' · thiếu hệ số'
                : ` · hệ số ${factor.includes('/') ? factor : formatQuantity(factor)}`}
          </Line>
        ))}
      </Side>
      {isUnconnected || row.state === 'factor_missing' ? (
        <p className="m-0 mt-4 text-grid">
          <TextLink to={paths.productConnections(profileId, first ? { q: first.code } : undefined)}>
            {isUnconnected ? 'Mở liên kết hàng hóa để nối' : 'Mở liên kết hàng hóa để bổ sung hệ số'}
          </TextLink>
        </p>
      ) : null}
    </Drawer>
  );
}

function Side({ title, empty, children }: { title: string; empty: string; children: React.ReactNode[] }) {
  return (
    <section className="mt-4">
      <h3 className="m-0 mb-1 text-base font-semibold">{title}</h3>
      {children.length === 0 ? (
        <p className="m-0 text-grid text-ink-2">{empty}</p>
      ) : (
        <ul className="m-0 list-none divide-y divide-line rounded-md border border-line p-0">{children}</ul>
      )}
    </section>
  );
}

function Line({ code, name, to, children }: { code: string; name: string; to: string; children: React.ReactNode }) {
  return (
    <li className="px-3 py-2 text-grid">
      <TextLink to={to} className="font-mono">
        {code}
      </TextLink>{' '}
      {name}
      <div className="tabular text-ink-2">{children}</div>
    </li>
  );
}
