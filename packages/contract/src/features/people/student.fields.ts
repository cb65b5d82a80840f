import { z } from 'zod';
import { optionalContactNumber } from '../../wire/contact-number.ts';
import { isoDate } from '../../wire/dates.ts';
import { email, optionalText, requiredText } from '../../wire/text.ts';

export const genders = ['Male', 'Female', 'Other'] as const;
export type Gender = (typeof genders)[number];

const blankIsNull = z.literal('').transform(() => null);

const optionalWhole = (max: number, label: string) =>
  z
    .union([
      blankIsNull,
      z
        .int({ error: `${label} must be a whole number` })
        .min(1, `${label} must be at least 1`)
        .max(max, `${label} cannot be above ${max}`),
    ])
    .nullish()
    .transform((value) => value ?? null);

/**
 * The fields of a student as a client sends them: name and e-mail required, everything else may be
 * absent, null or blank. The same rules hold for the form, the API and each record of a CSV file.
 */
export const studentFields = {
  name: requiredText(200, 'Name'),
  email: email('Email'),
  univId: optionalText(40, 'University ID'),
  rollNo: optionalText(40, 'Roll Number'),
  course: optionalText(200, 'Course'),
  branch: optionalText(200, 'Branch'),
  semester: optionalWhole(99, 'Semester'),
  year: optionalWhole(9999, 'Year'),
  dob: z
    .union([blankIsNull, isoDate('Date of Birth')])
    .nullish()
    .transform((value) => value ?? null),
  gender: z
    .union([blankIsNull, z.enum(genders)], { error: `Gender must be one of ${genders.join(', ')}` })
    .nullish()
    .transform((value) => value ?? null),
  contactNo: optionalContactNumber('Contact Number'),
  address: optionalText(500, 'Address'),
  nationality: optionalText(100, 'Nationality'),
  bloodGroup: optionalText(20, 'Blood Group'),
  parentName: optionalText(200, 'Parent Name'),
  parentContactNo: optionalContactNumber('Parent Contact Number'),
  parentOccupation: optionalText(200, 'Parent Occupation'),
};

export const studentInput = z.strictObject(studentFields);
export type StudentInput = z.output<typeof studentInput>;
