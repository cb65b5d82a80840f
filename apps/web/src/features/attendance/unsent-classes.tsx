import type { TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { formatDay } from '../../lib/day.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import type { ClassDay } from './attendance.api.ts';
import { unsentClasses } from './unsent-marks.ts';
import classes from './unsent-classes.module.css';

interface UnsentClassesProps {
  readonly person: string;
  readonly subjects: readonly TaughtSubject[];
  /** The class on the screen, which is not listed. */
  readonly klass: ClassDay;
  readonly onPick: (klass: ClassDay) => void;
}

/** The way back to other classes with marks that were made on this device and never submitted. */
export const UnsentClasses = ({ person, subjects, klass, onPick }: UnsentClassesProps) => {
  const others = unsentClasses(person).flatMap((other) => {
    const subject = subjects.find(({ id }) => id === other.subjectId);
    const here = other.subjectId === klass.subjectId && other.date === klass.date;
    return subject && !here ? [{ other, subject }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className={classes['line']}>
      Not submitted yet:
      {others.map(({ other, subject }) => (
        <Button
          key={`${other.date} ${other.subjectId}`}
          variant="subtle"
          size="compact-sm"
          onClick={() => onPick(other)}
        >
          {subjectLabel(subject)}, {formatDay(other.date)}
        </Button>
      ))}
    </div>
  );
};
