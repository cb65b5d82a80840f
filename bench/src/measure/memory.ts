import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Whether this system tells the most memory a process has had at once: Linux does. */
export const canMeasureMemory = existsSync('/proc/self/clear_refs');

/** Forgets how much memory the process had before. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory the process has had at once since then, in megabytes. */
export const peakMegabytes = (pid: number): number => megabytesOf(pid, 'VmHWM');

/** The memory the process has now, in megabytes. */
export const residentMegabytes = (pid: number): number => megabytesOf(pid, 'VmRSS');

const megabytesOf = (pid: number, field: string): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`This system does not tell a process's ${field}.`);
  return Number(kilobytes) / 1024;
};
