import { text, whole } from '../../csv/cells.rules.ts';
import { contact, day, emailAddress, gender } from './cells.rules.ts';
import { type RecordRules, schemaReason } from '../../csv/list-record.rules.ts';
import { studentColumns, type StudentField } from './student-csv-header.rules.ts';
import { studentFields, type StudentInput } from './student.fields.ts';

export type StudentValues = { -readonly [F in StudentField]: StudentInput[F] | null };

const wholeFields: ReadonlySet<StudentField> = new Set(['semester', 'year']);

/** The records of a class list: `studentFields`, in cells. */
export const studentRecordRules: RecordRules<StudentValues> = {
  columns: studentColumns,
  readCell: {
    name: text(200),
    email: emailAddress,
    univId: text(40),
    rollNo: text(40),
    course: text(200),
    branch: text(200),
    semester: whole(99),
    year: whole(9999),
    dob: day,
    gender,
    contactNo: contact,
    address: text(500),
    nationality: text(100),
    bloodGroup: text(20),
    parentName: text(200),
    parentContactNo: contact,
    parentOccupation: text(200),
  },
  reason: (field, cell) => {
    const given = wholeFields.has(field) && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
    return (
      schemaReason(studentFields[field], given) ?? `${studentColumns.label(field)} cannot be read`
    );
  },
};
