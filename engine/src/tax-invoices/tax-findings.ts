/**
 * All that may be remarked about an invoice's XML: none refuses it. `problem`: an accountant has to look; `note`: it is said and
 * nothing depends on it.
 */
export const TAX_FINDING_CODES = {
  XML_TOTALS: 'problem',
  EXCHANGE_RATE_MISSING: 'problem',
  AMOUNT_IN_WORDS: 'note',
  LINE_AMOUNT: 'note',
  LINE_KIND: 'problem',
  QUANTITY_ROUNDED: 'note',
  RATE_UNKNOWN: 'problem',
  NUMBER_FORM: 'note',
  NUMBER_MISSING: 'problem',
  DATE_FORM: 'note',
  DATE_UNREADABLE: 'problem',
  SYMBOL_FORM: 'problem',
  SYMBOL_YEAR: 'problem',
  SELLER_TAX_CODE: 'problem',
  BUYER_TAX_CODE: 'problem',
  RELATED_UNCLEAR: 'problem',
  UNKNOWN_VERSION: 'note',
  UNKNOWN_ELEMENTS: 'note',
  CODE_PLACE: 'note',
  CODE_ABSENT: 'note',
  SIGNATURE_ABSENT: 'note',
  SIGNATURE_BROKEN: 'problem',
  SIGNATURE_UNREADABLE: 'problem',
  SIGNATURE_WEAK: 'note',
  SIGNER_OTHER: 'problem',
  SIGNER_UNKNOWN: 'note',
  CERTIFICATE_DATES: 'problem',
  SIGNED_ON_ANOTHER_DAY: 'note',
  FILE_REFORMATTED: 'problem',
} as const satisfies Readonly<Record<string, 'problem' | 'note'>>;

export type TaxFindingCode = keyof typeof TAX_FINDING_CODES;

export type TaxFinding = {
  readonly code: TaxFindingCode;
  /** A Vietnamese sentence with the value, the place and the remedy. */
  readonly message: string;
  /** The line that it is about, from 1; null: the whole invoice. */
  readonly line: number | null;
};
