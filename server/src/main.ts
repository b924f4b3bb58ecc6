import { parseArgs } from 'node:util';
import { type Config, loadConfig } from './config.ts';
import { sentenceOf } from './sentence.ts';

type Command = {
  readonly summary: string;
  /** It tells its options itself when they are wrong. */
  readonly tellsUsage?: boolean;
  readonly run: (args: string[]) => Promise<number>;
};

/** A role of the service: takes its settings from the environment and no arguments. */
const role = (summary: string, start: (config: Config) => Promise<number>): Command => ({
  summary,
  run: async (args) => {
    parseArgs({ args });
    return start(loadConfig());
  },
});

/** A command on one file, which knows its settings from the environment. */
const onFile = (summary: string, work: (config: Config, file: string) => Promise<number>): Command => ({
  summary,
  run: async (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [file = '', ...others] = positionals;
    if (file === '' || others.length > 0) {
      console.error(`Cách dùng: ${summary.slice(summary.lastIndexOf('khop '))}`);
      return 2;
    }
    return work(loadConfig(), file);
  },
});

/** A command on files, without a database. */
const onFolder = (summary: string, load: () => Promise<Pick<Command, 'run'>>): Command => ({
  summary,
  tellsUsage: true,
  run: async (args) => (await load()).run(args),
});

/** Every command of `khop`, loaded when asked for: reading a workbook must not load a database driver. */
const commands: Readonly<Record<string, Command>> = {
  up: role('mở mọi thứ trên máy này (npm start)', async (config) => (await import('./roles/up.ts')).up(config)),
  serve: {
    summary: 'dịch vụ HTTP [--no-worker]',
    run: async (args) => {
      const { values } = parseArgs({
        args,
        allowNegative: true,
        options: { worker: { type: 'boolean', default: true } },
      });
      return (await import('./roles/serve.ts')).serve(loadConfig(), { worker: values.worker });
    },
  },
  worker: role('làm các lượt chạy', async (config) => (await import('./roles/worker.ts')).work(config)),
  migrate: role('nâng cấp cơ sở dữ liệu', async (config) => (await import('./roles/migrate.ts')).migrateRole(config)),
  admin: {
    summary: 'cho một tài khoản đã có làm quản trị viên: khop admin EMAIL',
    run: async (args) => {
      const { positionals } = parseArgs({ args, allowPositionals: true });
      const [email = '', ...others] = positionals;
      if (!email.includes('@') || others.length > 0) {
        console.error('Cách dùng: khop admin EMAIL');
        return 2;
      }
      return (await import('./roles/make-admin.ts')).makeAdmin(loadConfig(), email);
    },
  },
  backup: onFile('sao lưu cơ sở dữ liệu vào một tệp, cả khi đang chạy: khop backup TỆP', async (config, file) =>
    (await import('./roles/backup.ts')).backup(config, file),
  ),
  restore: onFile('khôi phục bản sao lưu vào cơ sở dữ liệu trống: khop restore TỆP', async (config, file) =>
    (await import('./roles/backup.ts')).restore(config, file),
  ),
  audit: {
    summary: 'kiểm tra chuỗi nhật ký: khop audit verify [--expect MÃ]',
    run: async (args) => {
      const { positionals, values } = parseArgs({
        args,
        allowPositionals: true,
        options: { expect: { type: 'string' } },
      });
      const { isChainHash, verifyAudit } = await import('./roles/audit.ts');
      const { expect } = values;
      if (positionals.join(' ') !== 'verify' || (expect !== undefined && !isChainHash(expect))) {
        console.error(
          'Cách dùng: khop audit verify [--expect MÃ], với MÃ là 64 chữ số thập lục phân đã ghi lại trước đó',
        );
        return 2;
      }
      return verifyAudit(loadConfig(), expect);
    },
  },
  seed: role('nạp công ty mẫu', async (config) => (await import('./roles/seed.ts')).seed(config)),
  sample: onFolder('ghi công ty mẫu ra thư mục', () => import('./cli/sample/sample.ts')),
  read: onFolder('đọc một bảng tính', () => import('./cli/read.ts')),
  match: onFolder('nối hai danh mục', () => import('./cli/match/match.ts')),
  allocate: onFolder('phân bổ tồn kho', () => import('./cli/allocate/allocate.ts')),
  issue: onFolder('làm trọn kỳ phát hành trên một thư mục', () => import('./cli/issue/issue.ts')),
  rules: onFolder(
    'luật đổi gì vào một ngày, với chứng từ đang mở của một thư mục',
    () => import('./cli/issue/rules.ts'),
  ),
};

const usage = (): string =>
  [
    'Cách dùng: khop <lệnh> [tùy chọn]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`),
  ].join('\n');

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(usage());
    return ['', 'help', '--help', '-h'].includes(name) ? 0 : 2;
  }
  const options = optionsIn(args);
  if (options.includes('help') || options.includes('h')) {
    if (command.tellsUsage) await command.run(['--help']);
    else console.error(`  ${name.padEnd(10)}${command.summary}`);
    return 0;
  }
  // Of two answers the last would count, and the first be lost without a word.
  const repeated = options.find((option, at) => options.indexOf(option) !== at);
  if (repeated !== undefined) {
    console.error(`Tùy chọn «--${repeated}» được ghi hai lần. Hãy chỉ ghi một lần.`);
    return 2;
  }
  return command.run(args);
}

/** The names of the options, in their order, whichever the command has. */
const optionsIn = (args: string[]): readonly string[] =>
  parseArgs({ args, strict: false, allowPositionals: true, tokens: true }).tokens.flatMap((token) =>
    token.kind === 'option' ? token.name.replace(/^no-/, '') : [],
  );

const isMisuse = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS');

// A command that stops because nothing more happens has not done what was asked; a script must not take it for success.
process.exitCode = 1;
process.once('beforeExit', () => console.error('Lệnh dừng giữa chừng mà chưa xong. Hãy chạy lại.'));
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(sentenceOf(error) ?? error);
    process.exit(isMisuse(error) ? 2 : 1);
  },
);
