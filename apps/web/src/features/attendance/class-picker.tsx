import type { TaughtSubject, IsoDate } from '@campus/contract';
import { subjectChoices } from '../../lib/subject-label.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields.tsx';
import type { ClassDay } from './attendance.api.ts';
import { ClassStats } from './class-stats.tsx';
import { DatePicker } from './date-picker.tsx';
import classes from './class-picker.module.css';

interface ClassPickerProps {
  readonly subjects: readonly TaughtSubject[];
  readonly classDay: ClassDay;
  readonly today: IsoDate;
  readonly onPick: (classDay: ClassDay) => void;
}

/** Which class is marked: subject and day, with the figures of the subject. */
export const ClassPicker = ({ subjects, classDay, today, onPick }: ClassPickerProps) => {
  const startsOn = subjects.find(({ id }) => id === classDay.subjectId)?.startsOn ?? today;
  return (
    <Card>
      <div className={classes['picker']}>
        <SelectField
          label="Subject"
          className={classes['subject'] ?? ''}
          data={subjectChoices(subjects)}
          value={classDay.subjectId}
          onChange={(event) => onPick({ ...classDay, subjectId: event.currentTarget.value })}
        />
        <DatePicker
          key={`${classDay.subjectId} ${classDay.date}`}
          className={classes['date']}
          value={classDay.date}
          min={startsOn < today ? startsOn : today}
          max={today}
          onPick={(date) => onPick({ ...classDay, date })}
        />
        <ClassStats subjectId={classDay.subjectId} date={classDay.date} />
      </div>
    </Card>
  );
};
