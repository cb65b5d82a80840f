import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopAtEnd } from '../bench/src/lifecycle.ts';
import { campusEnv, program, startCampus } from './parts/campus.ts';
import { trialFolder } from './parts/debian.ts';

const operator = join(import.meta.dirname, '../apps/server/src/operator/main.ts');

/** A disk of its own, and how to enlarge it. */
const smallDisk = (size: string) => {
  const disk = join(trialFolder('disk'), 'disk');
  mkdirSync(disk);
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  stopAtEnd(disk, async () => void execFileSync('/usr/bin/umount', ['--lazy', disk]));
  const enlarge = () => execFileSync('/usr/bin/mount', ['-o', 'remount,size=400m', disk]);
  return { disk, enlarge };
};

const run = (args: readonly string[], folder: string) =>
  promisify(execFile)(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ...campusEnv(folder, undefined),
      CAMPUS_BACKUP_PASSPHRASE: 'of a trial, with many words',
    },
    timeout: 60_000,
  });

/** A start that had enough space keeps running, and is stopped after a while. */
const mustSay = async (expected: string, args: readonly string[], folder: string) => {
  const said = await run(args, folder).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
  if (said !== `${expected}\n`) throw new Error(`Instead of "${expected}" it said: ${said}`);
};

const isFull = (folder: string): string =>
  `The disk of ${folder} is full: make room there, and start again.`;

/** First starts on disks that fill up at different steps: each must name the cause, and succeed once there is space. */
const firstStarts = async (sizes: readonly string[]) => {
  for (const size of sizes) {
    const { disk, enlarge } = smallDisk(size);
    const folder = join(disk, 'campus');
    await mustSay(isFull(folder), [program], folder);
    enlarge();
    await (await startCampus(folder, undefined)).stop();
  }
};

/** The same of a backup, and of a restore. */
const backups = async (size: string) => {
  const [backed, restored] = [smallDisk('100k'), smallDisk(size)];
  const home = trialFolder('backed-up');
  const campus = await startCampus(home, undefined);
  const backup = join(backed.disk, 'one');
  const full = `No backup can be written to ${backup}: the disk is full.`;
  await mustSay(full, [operator, 'backup', backup], home);
  if (readdirSync(backed.disk).length > 0) throw new Error('The backup left something.');
  backed.enlarge();
  await run([operator, 'backup', backup], home);
  await campus.stop();
  const folder = join(restored.disk, 'campus');
  await mustSay(isFull(folder), [operator, 'restore', backup], folder);
  restored.enlarge();
  await run([operator, 'restore', backup], folder);
};

export const fullDisk = async (): Promise<string> => {
  if (process.getuid?.() !== 0) throw new Error('Only root can mount a small disk.');
  const sizes = ['12m', '30m', '46m'];
  await firstStarts(sizes);
  await backups('50m');
  return `First starts on disks of ${sizes.join(', ')} said that the disk is full, and started when there was room; so did a backup and a restore.`;
};
