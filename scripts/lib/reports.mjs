// Reads what Vitest's JSON reporter has written.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** The numbers of tests that have passed, failed and been skipped; null without a report. */
export function countsOf(file) {
  const report = readReport(file);
  return report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** The test files that have failed, each with its failed tests (none when its preparation failed) and its counts. */
export function failuresOf(file) {
  const failed = (readReport(file)?.testResults ?? []).filter(({ status }) => status === 'failed');
  return failed.map(({ name, message, assertionResults }) => ({
    file: path.relative(root, name),
    tests: assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: fullName, why: firstLine(failureMessages[0]) })),
    why: firstLine(message),
    passed: assertionResults.filter(({ status }) => status === 'passed').length,
    skipped: assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').length,
  }));
}

const firstLine = (text) => String(text ?? '').split('\n')[0];
