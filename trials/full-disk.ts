import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopAtEnd } from '../bench/src/lifecycle.ts';
import { campusEnv, program, startCampus } from './parts/campus.ts';
import { trialFolder } from './parts/debian.ts';

/** First starts on disks that fill up at different steps: each must name the cause, and succeed once there is space. */
export const fullDisk = async (): Promise<string> => {
  if (process.getuid?.() !== 0) throw new Error('Only root can mount a small disk.');
  const sizes = ['12m', '30m', '46m'];
  for (const size of sizes) {
    const disk = join(trialFolder('disk'), 'disk');
    mkdirSync(disk);
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
    stopAtEnd(disk, async () => void execFileSync('/usr/bin/umount', ['--lazy', disk]));
    const folder = join(disk, 'campus');
    const env = { PATH: process.env['PATH'], PORT: '0', ...campusEnv(folder, undefined) };
    const said = await promisify(execFile)(process.execPath, [program], {
      env,
      timeout: 30_000,
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
    // A start that had enough space keeps running, and is stopped after a while.
    if (said !== `The disk of ${folder} is full: make room there, and start again.\n`)
      throw new Error(`With ${size} it said: ${said}`);
    execFileSync('/usr/bin/mount', ['-o', 'remount,size=400m', disk]);
    await (await startCampus(folder, undefined)).stop();
  }
  return `First starts on disks of ${sizes.join(', ')} said that the disk is full, and started when there was room.`;
};
