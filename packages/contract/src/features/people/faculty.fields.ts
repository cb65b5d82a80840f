import { z } from 'zod';
import { contactNumber } from '../../wire/contact-number.ts';
import { isoDate } from '../../wire/dates.ts';
import { email, requiredText } from '../../wire/text.ts';
import { genders, studentFields } from './student.fields.ts';

export const facultyFields = {
  name: requiredText(200, 'Full Name'),
  department: requiredText(200, 'Department'),
  email: email('Email Address'),
  dob: isoDate('Date of Birth'),
  contactNo: contactNumber('Contact Number'),
  address: requiredText(500, 'Address'),
  gender: z.enum(genders, { error: `Gender must be one of ${genders.join(', ')}` }),
};

/** A teacher as the form, the API and each record of a CSV file give one. */
export const facultyInput = z.strictObject({
  ...facultyFields,
  /** Generated when not given. */
  univId: studentFields.univId,
});
export type FacultyInput = z.output<typeof facultyInput>;
