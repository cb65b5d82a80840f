import type { Fields, IsoDate } from '@campus/contract';
import { CampusError, notFound } from '../../../campus-error.ts';

const enrolledAgain =
  'The student was enrolled again since. Drop them from those subjects first, then reinstate them.';

/** The unique things of a person, and what is said about anyone who wants to have one again. */
export const duplicates = {
  people_email_key: { field: 'email', message: 'This e-mail belongs to someone already.' },
  people_univ_id_key: {
    field: 'univId',
    message: 'This university ID belongs to someone already.',
  },
  students_roll_no_key: {
    field: 'rollNo',
    message: 'This roll number belongs to another student already.',
  },
  enrolments_do_not_overlap: enrolledAgain,
  enrolments_one_open: enrolledAgain,
};

/** Refuses days that the fields want to be past: nobody is born today. */
export const requirePast = (fields: Fields, record: object, today: IsoDate): void => {
  const details = Object.entries(record)
    .filter(([name, value]) => {
      const field = fields[name];
      return field?.type === 'day' && field.past && typeof value === 'string' && value >= today;
    })
    .map(([name]) => ({ field: name, message: `${fields[name]?.label} must be in the past` }));
  if (details[0]) throw new CampusError('invalid', details[0].message, { details });
};

export const erased = 'Who this was has been erased. The record stays as it is.';

export const noSuchStudent = () => notFound('There is no such student.');

export const noSuchTeacher = () => notFound('There is no such teacher.');
