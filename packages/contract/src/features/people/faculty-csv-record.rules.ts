import { text } from '../../csv/cells.rules.ts';
import { contact, day, emailAddress, gender } from './cells.rules.ts';
import { facultyColumns, type FacultyField } from './faculty-csv-header.rules.ts';
import { facultyInput, type FacultyInput } from './faculty.fields.ts';
import { type RecordRules, schemaReason } from '../../csv/list-record.rules.ts';

export type FacultyValues = { -readonly [F in FacultyField]: FacultyInput[F] | null };

/** The records of a list of teachers: `facultyInput`, in cells. */
export const facultyRecordRules: RecordRules<FacultyValues> = {
  columns: facultyColumns,
  readCell: {
    name: text(200),
    department: text(200),
    email: emailAddress,
    dob: day,
    contactNo: contact,
    address: text(500),
    gender,
    univId: text(40),
  },
  reason: (field, cell) => {
    const label = facultyColumns.label(field);
    if (cell === '') return `${label} is missing`;
    return schemaReason(facultyInput.shape[field], cell) ?? `${label} cannot be read`;
  },
};
