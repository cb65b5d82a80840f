import { parseArgs } from 'node:util';

export const benchNames = [
  'roster',
  'reads',
  'submission',
  'generator',
  'exams-and-library',
  'shares',
  'class-list',
  'past-marks',
  'files',
  'lists',
  'marking',
  'grids',
  'pages',
  'broken',
] as const;
export type BenchName = (typeof benchNames)[number];

/** Marks after the first week of a term (20 per student) and at its end (300 per student). */
export const sizes = [200_000, 3_000_000] as const;
export type Marks = (typeof sizes)[number];

/** A university of 100,000 students, or a part of it for trying out the run. */
export interface Scale {
  readonly share: number;
  /** How long its morning lasts. */
  readonly minutes: number;
}

export interface Flags {
  readonly connections: readonly number[];
  /** Smallest first. */
  readonly marks: readonly Marks[];
  /** How often the two sides take turns. */
  readonly rounds: number;
  /** How long one turn of one side lasts, approximately. */
  readonly seconds: number;
  readonly only: readonly BenchName[];
  /** Measured instead of everything else. */
  readonly scale: Scale | undefined;
  /** Writes the results of a run of some benchmarks into docs/performance.md. */
  readonly write: boolean;
  /** A folder for CPU profiles of the Campus process. */
  readonly profile: string | undefined;
}

const full = { connections: ['32', '256'], marks: sizes.map(String) } as const;
const defaults = { connections: ['32'], marks: ['200000'], rounds: '4', seconds: '2' } as const;

const whole = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number above 0.`);
  return number;
};

const sizeOf = (text: string): Marks => {
  const size = sizes.find((one) => String(one) === text);
  if (size === undefined) throw new Error(`--marks must be ${sizes.join(' or ')}.`);
  return size;
};

const scaleOf = ({
  size,
  share,
  minutes,
}: {
  size?: string;
  share: string;
  minutes: string;
}): Scale | undefined => {
  if (size === undefined) return undefined;
  if (size !== '20m') throw new Error('--size must be 20m.');
  if (!(Number(share) >= 0.02 && Number(share) <= 1))
    throw new Error('--share must be a number from 0.02 to 1.');
  return { share: Number(share), minutes: whole('minutes', minutes) };
};

const isBenchName = (name: string): name is BenchName =>
  (benchNames as readonly string[]).includes(name);

const flagsOf = (args: readonly string[]): Flags => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: 'boolean', default: false },
      connections: { type: 'string', multiple: true },
      marks: { type: 'string', multiple: true },
      rounds: { type: 'string', default: defaults.rounds },
      seconds: { type: 'string', default: defaults.seconds },
      only: { type: 'string', multiple: true },
      size: { type: 'string' },
      share: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
      write: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const only = values.only ?? [...benchNames];
  const unknown = only.find((name) => !isBenchName(name));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark "${unknown}": choose from ${benchNames.join(', ')}.`);
  const { connections, marks } = values.full ? full : defaults;
  return {
    connections: (values.connections ?? connections).map((text) => whole('connections', text)),
    marks: (values.marks ?? marks).map(sizeOf).toSorted((a, b) => a - b),
    rounds: whole('rounds', values.rounds),
    seconds: whole('seconds', values.seconds),
    // In the order of the list: submissions must follow the reads, whose replies are compared.
    only: benchNames.filter((name) => only.includes(name)),
    scale: scaleOf(values),
    write: values.write,
    profile: values.profile,
  };
};

/** Wrong flags end the run with a sentence. */
export const readFlags = (args: readonly string[]): Flags => {
  try {
    return flagsOf(args);
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
};

/** Whether a run measures what docs/performance.md reports; others only print. */
export const isFullRun = (flags: Flags): boolean =>
  flags.only.length === benchNames.length &&
  flags.profile === undefined &&
  flags.scale === undefined &&
  flags.connections.map(String).join() === full.connections.join() &&
  flags.marks.map(String).join() === full.marks.join() &&
  flags.rounds >= Number(defaults.rounds) &&
  flags.seconds >= Number(defaults.seconds);
