import type { ClassOfDay } from '@campus/contract';
import { countOf } from '../../../lib/count.ts';

/** How far the roll of a class is taken; nobody enrolled and nobody marked: there is none to take. */
export type ClassState = 'taken' | 'partly' | 'open' | 'empty';

export const classState = ({ students, present, absent, unmarked }: ClassOfDay): ClassState => {
  const marked = present + absent;
  if (students === 0 && marked === 0) return 'empty';
  if (marked === 0) return 'open';
  return unmarked === 0 ? 'taken' : 'partly';
};

/** `Of 12 subjects, 9 are taken, 1 partly, 2 not.` */
export const daySentence = (classes: readonly ClassOfDay[]): string => {
  const states = classes.map(classState).filter((state) => state !== 'empty');
  const number = (of: ClassState): number => states.filter((state) => state === of).length;
  const partly = number('partly') > 0 ? `, ${number('partly')} partly` : '';
  return `Of ${countOf(states.length, 'subject')}, ${number('taken')} taken${partly}, ${number('open')} not taken`;
};
