import { CampusError } from '../../../campus-error.ts';

/** The unique things of a person, and what is said about whoever wants to have one again. */
export const duplicates = {
  people_email_key: { field: 'email', message: 'This e-mail belongs to somebody already.' },
  people_univ_id_key: {
    field: 'univId',
    message: 'This university ID belongs to somebody already.',
  },
  students_roll_no_key: {
    field: 'rollNo',
    message: 'This roll number belongs to another student already.',
  },
};

export const requireBornBefore = (dob: string | null | undefined, today: string): void => {
  if (typeof dob === 'string' && dob >= today)
    throw new CampusError('invalid', 'Date of Birth must be in the past', {
      details: [{ field: 'dob', message: 'Date of Birth must be in the past' }],
    });
};

export const noSuchStudent = (): CampusError =>
  new CampusError('not_found', 'There is no such student.');

export const noSuchTeacher = (): CampusError =>
  new CampusError('not_found', 'There is no such teacher.');
