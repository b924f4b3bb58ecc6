import { parseArgs } from 'node:util';
import { type StockLayout, stockLayouts } from '@khop/sample/amis-world/stock-layouts.ts';
import { defaultOptions } from '@khop/sample/company.ts';
import { sentenceOf } from '../../sentence.ts';
import { writeSecondMonthEnd } from './second-month-end.ts';
import { writeSample } from './write-sample.ts';

const USAGE =
  'Cách dùng: khop sample --out THƯ_MỤC [--seed SỐ] [--lines SỐ_DÒNG] [--profiles SỐ_HỒ_SƠ] [--stock DẠNG_BÁO_CÁO_TỒN] [--issued PHẦN_NGHÌN] [--tax | --after TỆP_ĐÃ_XUẤT.zip]';

/** Smallest and largest value of each option that is a number. */
const limits = {
  seed: [0, 2 ** 31 - 1],
  lines: [1, 10_000_000],
  profiles: [1, 20],
  issued: [0, 1_000],
} as const;

/**
 * `khop sample`: writes the sample company into a folder; with `--tax` also its signed invoices and the lists of the tax
 * portal, with differences planted in them; with `--after` what its AMISes report at the second month-end, after they took in the
 * vouchers of that download. Exit code 1 when it cannot be written, 2 on misuse.
 */
export async function run(args: string[]): Promise<number> {
  let wanted: Wanted;
  try {
    wanted = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof RangeError ? error.message : 'Tham số không hợp lệ.'}\n${USAGE}`);
    return 2;
  }
  const { out, after, tax, ...options } = wanted;
  const { seed, lines, profiles } = options;
  try {
    if (after !== undefined) {
      const { written, refused } = await writeSecondMonthEnd(options, after, out);
      console.log(`Đã ghi ${written.length} tệp cuối tháng lần hai vào ${out}; AMIS từ chối ${refused} chứng từ.`);
      return 0;
    }
    const written = await writeSample(options, out, tax);
    console.log(`Đã ghi ${written.length} tệp vào ${out}: ${lines} dòng bán, ${profiles} hồ sơ, hạt giống ${seed}.`);
    return 0;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  }
}

type Wanted = Readonly<Record<'seed' | 'lines' | 'profiles', number>> & {
  /** Of a thousand sales so many are in the AMIS ledgers already. */
  readonly issuedPerMille: number;
  readonly out: string;
  /** The download that AMIS imported. */
  readonly after: string | undefined;
  readonly stock: StockLayout | undefined;
  readonly tax: boolean;
};

function readOptions(args: string[]): Wanted {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      out: text,
      seed: text,
      lines: text,
      profiles: text,
      stock: text,
      issued: text,
      after: text,
      tax: { type: 'boolean', default: false },
    },
  });
  if (!values.out) throw new RangeError('Thiếu --out: thư mục để ghi.');
  const whole = (name: keyof typeof limits, usual: number): number => {
    const given = values[name];
    if (given === undefined) return usual;
    const [least, most] = limits[name];
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new RangeError(`--${name} cần số nguyên từ ${least} đến ${most}, nhận được «${given}».`);
    }
    return value;
  };
  if (values.tax && values.after !== undefined) throw new RangeError('--tax và --after không đi cùng nhau.');
  const stock = stockLayouts.find((form) => form === values.stock);
  if (values.stock !== undefined && !stock)
    throw new RangeError(`--stock cần một trong ${stockLayouts.join(', ')}, nhận được «${values.stock}».`);
  return {
    out: values.out,
    after: values.after,
    tax: values.tax,
    stock,
    seed: whole('seed', defaultOptions.seed),
    lines: whole('lines', defaultOptions.lines),
    profiles: whole('profiles', defaultOptions.profiles),
    issuedPerMille: whole('issued', defaultOptions.issuedPerMille),
  };
}
