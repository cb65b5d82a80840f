import { parseArgs } from 'node:util';

export const benchNames = ['roster', 'submission', 'class-list'] as const;
export type BenchName = (typeof benchNames)[number];

export interface Flags {
  readonly connections: number;
  /** How often the two sides take turns. */
  readonly rounds: number;
  /** How long one turn of one side lasts, about. */
  readonly seconds: number;
  readonly only: readonly BenchName[];
  /** A folder for CPU profiles of the Campus process. */
  readonly profile: string | undefined;
}

const defaults = { connections: '32', rounds: '6', seconds: '2' } as const;

const whole = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number above 0.`);
  return number;
};

const isBenchName = (name: string): name is BenchName =>
  (benchNames as readonly string[]).includes(name);

export const readFlags = (args: readonly string[]): Flags => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: defaults.connections },
      rounds: { type: 'string', default: defaults.rounds },
      seconds: { type: 'string', default: defaults.seconds },
      only: { type: 'string', multiple: true },
      profile: { type: 'string' },
    },
  });
  const only = values.only ?? [...benchNames];
  const unknown = only.find((name) => !isBenchName(name));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark "${unknown}": choose from ${benchNames.join(', ')}.`);
  return {
    connections: whole('connections', values.connections),
    rounds: whole('rounds', values.rounds),
    seconds: whole('seconds', values.seconds),
    only: only.filter(isBenchName),
    profile: values.profile,
  };
};

/** Whether a run measures what docs/performance.md says; others only print. */
export const isFullRun = (flags: Flags): boolean =>
  flags.only.length === benchNames.length &&
  flags.profile === undefined &&
  String(flags.connections) === defaults.connections &&
  flags.rounds >= Number(defaults.rounds) &&
  flags.seconds >= Number(defaults.seconds);
