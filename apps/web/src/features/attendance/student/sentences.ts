import {
  type AttendanceRecord,
  classesAhead,
  classesToReach,
  nextClasses,
  type overview,
  percentagePresent,
  type ReplyOf,
  type SubjectPercentage,
} from '@campus/contract';
import { pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';

/**
 * `Attend the next 4 classes to reach 75%`; null when that is reached, nothing is marked, or the
 * expected percentage is not loaded yet.
 */
export const reachSentence = (
  present: number,
  classes: number,
  expected: number | null,
): string | null => {
  if (expected === null) return null;
  const more = classesToReach(present, classes, expected);
  if (more === 0) return null;
  return `Attend the next ${more === 1 ? 'class' : `${more} classes`} to reach ${expected}%`;
};

/** Whether the last day of the open term has passed: no more classes are coming, though it may be closed weeks later. */
export const isOver = ({ today, term }: ReplyOf<typeof overview.campus>): boolean =>
  term !== null && today > term.endsOn;

/** `Of 24 classes, 3 missed` */
export const missedSentence = (records: readonly AttendanceRecord[]): string => {
  const missed = records.filter(({ present }) => !present).length;
  return `Of ${pluralize(records.length, 'class', 'classes')}, ${missed === 0 ? 'none' : missed} missed`;
};

/** A subject's attendance in the former system, and together with Campus. */
export const openingSentence = (
  { classes, present, untilOn }: NonNullable<SubjectPercentage['opening']>,
  own: Pick<SubjectPercentage, 'classes' | 'present'>,
): string => {
  const before = `Opening balance until ${formatDay(untilOn)}, from the former system: ${present} of ${pluralize(classes, 'class', 'classes')}`;
  const together = percentagePresent(own.present + present, own.classes + classes);
  return own.classes === 0 ? before : `${before}. Together ${together}%`;
};

/** Attendance in several subjects together. */
export const totalOf = (subjects: readonly SubjectPercentage[]) => {
  const sum = (part: 'present' | 'classes'): number =>
    subjects.reduce((all, subject) => all + subject[part], 0);
  const [present, marked] = [sum('present'), sum('classes')];
  const ongoing = subjects.some((subject) => subject.ongoing);
  return { present, marked, percentage: percentagePresent(present, marked), ongoing };
};

/** What the next classes require of a student: a sentence and the calculation behind it. */
export const absenceAllowance = (present: number, marked: number, expected: number) => {
  const { needed, toAttend, mayMiss } = nextClasses(present, marked, expected);
  const together = marked + classesAhead;
  const inReach = toAttend <= classesAhead;
  const reached = (percentagePresent(present, marked) ?? 0) >= expected;
  const end = (missed: number): string =>
    `${percentagePresent(present + classesAhead - missed, together)}%`;
  const missing = (missed: number): readonly [string, string] => [
    `If you miss ${missed}: ${present + classesAhead - missed} of ${together}`,
    end(missed),
  ];
  const sentence = (): string => {
    if (!inReach) return `Even with all of the next ${classesAhead} you end at ${end(0)}`;
    if (mayMiss === 0) return `Attend all of the next ${classesAhead} to end at ${end(0)}`;
    const many = mayMiss === classesAhead ? 'all' : mayMiss;
    return `You may miss ${many} of the next ${classesAhead} and ${reached ? 'stay at' : 'reach'} ${expected}%`;
  };
  const sum: readonly (readonly [string, string])[] = [
    ['Classes so far', String(marked)],
    ['The next classes', `+ ${classesAhead}`],
    ['Together', String(together)],
    [`Needed for ${expected}%`, String(needed)],
    ['Present so far', `− ${present}`],
    [`To attend, of the next ${classesAhead}`, String(toAttend)],
    ...(inReach ? [missing(mayMiss)] : [missing(0)]),
    ...(inReach && mayMiss < classesAhead ? [missing(mayMiss + 1)] : []),
  ];
  return { sentence: sentence(), toAttend: Math.min(toAttend, classesAhead), mayMiss, sum };
};
