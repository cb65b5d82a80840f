import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trialFolder } from './parts/debian.ts';

/** systemd's overall exposure of a unit, of 100, above which the trial fails. */
const mostExposed = 20;

const analyze = (...args: string[]): { readonly status: number | null; readonly told: string } => {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', args, {
    encoding: 'utf8',
  });
  if (error)
    throw new Error('systemd-analyze is missing: apt-get install systemd', { cause: error });
  return { status, told: `${stdout}${stderr}`.trim() };
};

/** systemd accepts the supplied unit file without a complaint, and would name a mistake in it. */
export const systemd = async (): Promise<string> => {
  const file = join(trialFolder('systemd'), 'campus.service');
  const unit = readFileSync(join(import.meta.dirname, '../deploy/campus.service'), 'utf8')
    // Only what exists is accepted.
    .replace('/usr/bin/node', process.execPath);
  const complaint = (text: string): string => {
    writeFileSync(file, text);
    return analyze('verify', '--man=no', file).told;
  };
  if (!complaint(unit.replace('ProtectHome=', 'ProtectHouse=')).includes('ProtectHouse'))
    throw new Error('systemd-analyze overlooked a mistake.');
  const told = complaint(unit);
  if (told !== '') throw new Error(`It complained: ${told}`);
  const security = analyze('security', '--offline=true', `--threshold=${mostExposed}`, file);
  const exposure = /Overall exposure level.*: ([\d.]+)/.exec(security.told)?.[1];
  if (security.status !== 0 || exposure === undefined) throw new Error(security.told);
  return `The unit file is accepted without a complaint; its exposure is ${exposure} of 10.`;
};
