import { classesToReach, expectedPercentage } from '@campus/contract';

/** `Attend the next 4 classes to reach 75%`; null where it is reached, or nothing is marked. */
export const reachSentence = (present: number, classes: number): string | null => {
  const more = classesToReach(present, classes, expectedPercentage);
  if (more === 0) return null;
  return `Attend the next ${more === 1 ? 'class' : `${more} classes`} to reach ${expectedPercentage}%`;
};
