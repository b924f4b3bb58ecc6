/**
 * An exact decimal number as its shortest text: `12`, `-0.5`, never an exponent, a leading `+` or a trailing zero. PostgreSQL's
 * `numeric` takes it as it is.
 */
export type Decimal = string;
