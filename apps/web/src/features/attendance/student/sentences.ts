import { type AttendanceRecord, classesToReach } from '@campus/contract';
import { countOf } from '../../../lib/count.ts';

/**
 * `Attend the next 4 classes to reach 75%`; null where it is reached, nothing is marked, or what is
 * expected is not known yet.
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

/** `Of 24 classes, 3 missed` */
export const missedSentence = (records: readonly AttendanceRecord[]): string => {
  const missed = records.filter(({ present }) => !present).length;
  return `Of ${countOf(records.length, 'class', 'classes')}, ${missed === 0 ? 'none' : missed} missed`;
};
