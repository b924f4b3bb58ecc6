import { expect, it } from 'vitest';
import { actionName, ENTITIES } from './terms.ts';

/** The actions that the service records, `entity.verb`; a new verb is added here with its name. */
const RECORDED = [
  ...['profile.create', 'profile.update', 'profile.delete', 'amis-product.update', 'amis-partner.update'],
  ...[
    'bravo-partner.set-invoice-requirement',
    'bravo-items.full',
    'bravo-partners.partial',
    'import.apply',
    'import.undo',
  ],
  ...['sales-ledger.store', 'sales-ledger.store-rows', 'user.update', 'user.set-admin', 'user.revoke-sessions'],
  ...['product-connection.create', 'product-connection.update', 'product-connection.delete', 'suggestion.reject'],
  ...['suggestion.restore', 'suggestion-batch.accept', 'suggestion-batch.undo', 'suggestion-learning.on'],
  ...['suggestion-learning.off', 'suggestion-learning.allow', 'suggestion-learning.forbid'],
  ...['shared-inventory.create', 'shared-inventory.update', 'shared-inventory.load-amis'],
  ...['shared-inventory.load-bravo', 'shared-inventory.generate', 'shared-inventory.lock', 'shared-inventory.unlock'],
  ...['period.create', 'period.update', 'period.delete', 'period.close', 'period.reopen', 'period.load-sales'],
  ...['period.generate', 'period.undo-regeneration', 'period.discard-regeneration', 'period.override-preflight'],
  ...[
    'period.exclude-lines',
    'period.include-lines',
    'period.state-days',
    'period.take-back-days',
    'period.decide-review',
    'period.undo-review',
    'period.three-sides',
    'period.explain-three-sides',
    'period.withdraw-three-sides',
    'period.set-through',
    'tax-settlement.settle',
    'tax-settlement.decide',
    'tax-settlement.undo',
    'period.export',
  ],
  ...['invoice.review', 'invoice.unreview', 'run.cancel', 'period.state-same-moment'],
  ...[
    'invoice.change-customer',
    'invoice.pin',
    'invoice-rules.edit',
    'invoice-rules.reset',
    'contract-file.upload',
    'invoice-rules.confirm',
  ],
  ...['export-layout.create', 'export-layout.update', 'export-layout.delete'],
  ...['file-map.create', 'file-map.update', 'file-map.delete'],
];

it('every recorded action is told in Vietnamese', () => {
  expect(RECORDED.filter((action) => actionName(action) === action)).toEqual([]);
});

it('every kind of record that the log may be filtered by is told in Vietnamese', () => {
  for (const entity of [
    'period',
    'invoice',
    'invoice-rules',
    'export-layout',
    'file-map',
    'tax-invoices',
    'tax-settlement',
    'contract-file',
    'import',
    'run',
    'user',
  ])
    expect(Object.keys(ENTITIES)).toContain(entity);
});
