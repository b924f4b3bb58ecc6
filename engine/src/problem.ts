/**
 * A refusal that belongs to the rules themselves, with the facts a message needs.
 *
 * The engine never phrases an answer for HTTP: the caller maps `code` to a status and keeps `message`, which is already
 * a Vietnamese sentence naming the value, the place and the expected form.
 */
export class Problem extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}

/** Throws the problem unless the condition holds. */
export function ensure(
  condition: unknown,
  code: string,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): asserts condition {
  if (!condition) throw new Problem(code, message, details);
}
