import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { ConfigError } from './settings.ts';

type Command = { readonly summary: string; readonly run: (args: string[]) => Promise<number> };

/** Every command of `khop`, loaded when asked for: reading a workbook must not load a database driver. */
const commands: Readonly<Record<string, Command>> = {
  up: {
    summary: 'mở mọi thứ trên máy này (npm start)',
    run: async () => (await import('./roles/up.ts')).up(loadConfig()),
  },
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
  worker: { summary: 'làm các lượt chạy', run: async () => (await import('./roles/worker.ts')).work(loadConfig()) },
  migrate: {
    summary: 'nâng cấp cơ sở dữ liệu',
    run: async () => (await import('./roles/migrate.ts')).migrateRole(loadConfig()),
  },
  seed: { summary: 'nạp công ty mẫu', run: async () => (await import('./roles/seed.ts')).seed(loadConfig()) },
  sample: { summary: 'ghi công ty mẫu ra thư mục', run: async (args) => (await import('./cli/sample.ts')).run(args) },
  read: { summary: 'đọc một bảng tính', run: async (args) => (await import('./cli/read.ts')).run(args) },
  match: { summary: 'nối hai danh mục', run: async (args) => (await import('./cli/match.ts')).run(args) },
  allocate: { summary: 'phân bổ tồn kho', run: async (args) => (await import('./cli/allocate.ts')).run(args) },
  issue: {
    summary: 'làm trọn kỳ phát hành trên một thư mục',
    run: async (args) => (await import('./cli/issue.ts')).run(args),
  },
};

const usage = (): string =>
  [
    'Cách dùng: khop <lệnh> [tùy chọn]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`),
  ].join('\n');

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    console.error(usage());
    return name === '' || name === '--help' ? 0 : 2;
  }
  return command.run(args);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const expected =
      error instanceof ConfigError || (error instanceof Error && 'code' in error && error.name === 'Problem');
    console.error(expected ? (error as Error).message : error);
    process.exit(1);
  },
);
