import type { RowProblem } from './student-import.contract.ts';
import type { studentFields } from './student.fields.ts';

export type StudentField = keyof typeof studentFields;

/** The names a column may have, the first one being the name in the template and in sentences. */
const columnNames: Readonly<Record<StudentField, readonly [string, ...string[]]>> = {
  name: ['Full Name', 'Name', 'Student Name'],
  email: ['Email', 'Email Address', 'Email ID', 'University Email'],
  rollNo: ['Roll Number', 'Roll No'],
  univId: ['University ID', 'Univ ID'],
  course: ['Course', 'Course Name', 'Program'],
  branch: ['Branch', 'Department'],
  semester: ['Semester'],
  year: ['Year'],
  dob: ['Date of Birth', 'DOB'],
  gender: ['Gender'],
  contactNo: ['Contact Number', 'Contact No', 'Contact Phone', 'Phone', 'Phone Number'],
  address: ['Address'],
  nationality: ['Nationality'],
  bloodGroup: ['Blood Group'],
  parentName: ['Parent Name'],
  parentContactNo: ['Parent Contact Number', 'Parent Contact No', 'Parent Contact Phone'],
  parentOccupation: ['Parent Occupation'],
};

/** The fields in the order of the template. */
export const studentColumns = Object.keys(columnNames) as readonly StudentField[];

export const columnLabel = (field: StudentField): string => columnNames[field][0];

/** Case, blanks, underscores, dashes, dots and the form's asterisk do not count. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_\-.*\uFEFF]/g, '');

const fieldByName = new Map<string, StudentField>(
  studentColumns.flatMap((field) => columnNames[field].map((name) => [plain(name), field])),
);

/** The field a header names, or null when it names none. */
export const studentFieldOf = (name: string): StudentField | null =>
  fieldByName.get(plain(name)) ?? null;

export interface StudentHeader {
  /** For each column the field it fills, or null when it is not known. Blank ones at the end are left out. */
  readonly fields: readonly (StudentField | null)[];
  /** Each column's name as the file writes it. */
  readonly names: readonly string[];
  /** Columns that will not be read: the first 100, by name or by place. */
  readonly unknown: readonly string[];
}

const problem = (column: string | null, reason: string): RowProblem => ({
  row: 1,
  column,
  value: column,
  reason,
});

const shortened = (name: string): string =>
  (name.length > 100 ? `${name.slice(0, 99)}…` : name).replaceAll('\0', '\uFFFD').toWellFormed();

/** Reads the first record of a file. The header cannot be used while it has problems. */
export const readStudentHeader = (
  cells: readonly string[],
): { readonly header: StudentHeader; readonly problems: readonly RowProblem[] } => {
  const names = cells.map((cell) => shortened(cell.trim()));
  while (names.at(-1) === '') names.pop();
  const fields = names.map(studentFieldOf);

  const problems: RowProblem[] = [];
  const missing = (['name', 'email'] as const).filter((field) => !fields.includes(field));
  if (missing.length > 0) {
    const labels = missing.map((field) => `“${columnLabel(field)}”`).join(' and ');
    problems.push(
      problem(null, `The first row must name the columns, and there is no column ${labels}`),
    );
  }
  fields.forEach((field, at) => {
    const first = field === null ? at : fields.indexOf(field);
    if (field === null || first === at) return;
    const [name, earlier] = [names[at] ?? '', names[first] ?? ''];
    const both =
      name === earlier
        ? `There are two columns “${name}”`
        : `The columns “${earlier}” and “${name}” both mean ${columnLabel(field)}`;
    problems.push(problem(name, `${both}: remove one of them`));
  });

  const unknown = names.flatMap((name, at) =>
    fields[at] === null ? [name === '' ? `Column ${at + 1} (without a name)` : name] : [],
  );
  return { header: { fields, names, unknown: unknown.slice(0, 100) }, problems };
};
