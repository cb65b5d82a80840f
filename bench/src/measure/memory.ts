import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Whether this system tells the most memory a process has had at once: Linux does. */
export const canMeasureMemory = existsSync('/proc/self/clear_refs');

/** Forgets how much memory the process had before. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory the process has had at once since then, in megabytes. */
export const peakMegabytes = (pid: number): number => {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error('This system does not tell the peak of a process.');
  return Number(kilobytes) / 1024;
};
