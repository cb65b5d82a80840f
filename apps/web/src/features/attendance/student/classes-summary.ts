import type { AttendanceRecord } from '@campus/contract';

/** `Of 24 classes, 3 missed` */
export const missedSentence = (records: readonly AttendanceRecord[]): string => {
  const missed = records.filter(({ present }) => !present).length;
  const classes = records.length === 1 ? '1 class' : `${records.length} classes`;
  return `Of ${classes}, ${missed === 0 ? 'none' : missed} missed`;
};
