import { StartError } from './start-error.ts';

/** A wrong or missing variable. The message is one sentence that names it. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/** A variable without the space around it; undefined when it is empty or absent. */
export type Read = (name: string) => string | undefined;

export function readSwitch(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (value === '1') return true;
  if (value === '0') return false;
  throw new ConfigError(`${name} must be 1 or 0, not "${value}".`);
}

export function readWhole(
  name: string,
  value: string | undefined,
  [least, most]: readonly [number, number],
  fallback: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a number from ${least} to ${most}, not "${value}".`);
  }
  return number;
}

export function httpUrl(value: string): URL | undefined {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}
