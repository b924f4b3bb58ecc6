import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The LibreOffice of this machine, if there is one. */
export const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(
  existsSync,
);

/** Has LibreOffice open `files` and save each as `to` in the folder `into`, with settings of its own beside it. */
export async function convertByOffice(files: readonly string[], to: string, into: string): Promise<void> {
  if (!OFFICE) throw new Error('LibreOffice is not installed');
  await mkdir(into, { recursive: true });
  const profile = `-env:UserInstallation=file://${path.join(path.dirname(into), 'office-profile')}`;
  await promisify(execFile)(OFFICE, [profile, '--headless', '--convert-to', to, '--outdir', into, ...files]);
}
