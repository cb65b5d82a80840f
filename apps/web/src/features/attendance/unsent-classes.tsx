import type { TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { formatDay } from '../../lib/day.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import type { ClassDay } from './attendance.api.ts';
import { onOutcome } from './send-waiting.ts';
import { unsentClasses } from './unsent-marks.ts';
import classes from './unsent-classes.module.css';

interface UnsentClassesProps {
  readonly person: string;
  readonly subjects: readonly TaughtSubject[];
  /** The class on the screen, which is not listed. */
  readonly klass: ClassDay;
  readonly onPick: (klass: ClassDay) => void;
}

/** Draws again when a class that is not on the screen was submitted: after an outage, or in another tab. */
const useDrawnAnew = (): void => {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const stop = onOutcome(() => drawAgain());
    window.addEventListener('storage', drawAgain);
    return () => {
      stop();
      window.removeEventListener('storage', drawAgain);
    };
  }, []);
};

/** The way back to other classes with marks that were made on this device and never submitted. */
export const UnsentClasses = ({ person, subjects, klass, onPick }: UnsentClassesProps) => {
  useDrawnAnew();
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
