import { z } from 'zod';

/** A setting that stops the start: names the variable and what it must hold, in Vietnamese, ready to print. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, expected: string, received?: string) {
    super(`${variable}: cần ${expected}${received === undefined ? '' : `, nhận được “${received}”`}.`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Setting<T> = {
  /** The form of a right value, as the object of the Vietnamese verb “cần”. */
  readonly expected: string;
  readonly schema: z.ZodType<T, string>;
  /** A secret's value is never repeated in a message. */
  readonly secret?: boolean;
};

/** The trimmed value of a variable; an empty one counts as absent, as container tools pass unset variables that way. */
export function present(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value ? value : undefined;
}

/** Reads one optional variable. @throws ConfigError when it is present and wrong. */
export function optional<T>(env: Environment, name: string, setting: Setting<T>): T | undefined {
  const raw = present(env, name);
  if (raw === undefined) return undefined;
  const parsed = setting.schema.safeParse(raw);
  if (!parsed.success) throw new ConfigError(name, setting.expected, setting.secret ? undefined : raw);
  return parsed.data;
}

/** Reads one variable that must be there; `because` says which choice made it necessary. @throws ConfigError */
export function required<T>(env: Environment, name: string, setting: Setting<T>, because: string): T {
  const value = optional(env, name, setting);
  if (value === undefined) throw new ConfigError(name, `${setting.expected} (${because})`);
  return value;
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

export const setting = {
  wholeNumber: (min: number, max: number): Setting<number> => ({
    expected: `một số nguyên từ ${min} đến ${max}`,
    schema: wholeNumber.refine((value) => value >= min && value <= max),
  }),
  oneOf: <const T extends readonly [string, ...string[]]>(values: T): Setting<T[number]> => ({
    expected: `một trong các giá trị ${values.join(', ')}`,
    // zod names the values by their keys, which a generic list does not show.
    schema: z.enum(values) as z.ZodType<T[number], string>,
  }),
  text: (what: string): Setting<string> => ({ expected: what, schema: z.string() }),
  secret: (what: string): Setting<string> => ({ expected: what, schema: z.string(), secret: true }),
  httpUrl: {
    expected: 'một địa chỉ http:// hoặc https://',
    schema: url(['http:', 'https:']),
  } satisfies Setting<string>,
  postgresUrl: {
    expected: 'một địa chỉ dạng postgresql://người-dùng:mật-khẩu@máy:cổng/cơ-sở-dữ-liệu',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  } satisfies Setting<string>,
};
