import { run } from '@khop/server/cli/issue/issue.ts';
import { run as writeSample } from '@khop/server/cli/sample/sample.ts';

/** One command of the folder in a process of its own, so that its time and peak memory are its own; figures as JSON in the last line. */
const [command, ...args] = process.argv.slice(2);
const started = performance.now();
process.exitCode = await (command === 'sample' ? writeSample : run)(args);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
console.log(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
