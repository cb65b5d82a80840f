import {
  moveIn,
  type MoveInKind,
  movedBalanceFields,
  movedDepartmentFields,
  movedEnrolmentFields,
  movedExamFields,
  movedHelperFields,
  movedMarkFields,
  movedProgrammeFields,
  movedResultFields,
  movedSubjectFields,
  movedTermFields,
} from '@campus/contract';
import { pluralize } from '../../lib/count.ts';
import { cellsOf, type UploadList } from '../../ui/list-upload/upload-list.ts';

/** A kind of file: its texts, and what it must contain. */
interface MoveInFile extends UploadList {
  readonly label: string;
  readonly prerequisites: string;
  /** Why a batch of it can never be undone. */
  readonly stays?: string;
}

const words = (one: string, label: string) => {
  const plural = `${one}s`;
  return {
    one,
    plural,
    label,
    fileLabel: `CSV file with ${plural}`,
    existing: {
      label: `${label} in Campus already`,
      choices: [
        { value: '', label: `Update the ${one}` },
        { value: 'skip', label: 'Skip the row' },
      ],
    },
    act: (rows: number) => `Move in ${pluralize(rows, one)}`,
  } as const;
};

export const moveInFiles: Readonly<Record<MoveInKind, MoveInFile>> = {
  departments: {
    ...words('department', 'Departments'),
    prerequisites:
      'Department. Optional: Code. Departments that teacher records already name are confirmed, unless Confirmed says no.',
    ...moveIn.departments,
    fields: movedDepartmentFields,
    cells: { department: 'Department', departmentCode: 'Code' },
    titleOf: cellsOf('department'),
    subjectOf: cellsOf('department'),
  },
  programmes: {
    ...words('programme', 'Programmes'),
    prerequisites:
      'Programme. Optional: Code, Department, Semesters, Branches and Former Spellings (both separated by semicolons). Programmes that student records already name are confirmed, unless Confirmed says no.',
    ...moveIn.programmes,
    fields: movedProgrammeFields,
    cells: {
      programme: 'Programme',
      programmeCode: 'Code',
      department: 'Department',
      semesters: 'Semesters',
    },
    titleOf: cellsOf('programme'),
    subjectOf: cellsOf('programme'),
  },
  terms: {
    ...words('term', 'Terms'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Name, First day and Last day. Optional: State (open, closed or planned); without it a term that is over is closed and any other planned. Closed terms keep what the settings say about missed exams when they arrive: set that first.',
    ...moveIn.terms,
    fields: movedTermFields,
    cells: { name: 'Name', startsOn: 'First day', endsOn: 'Last day' },
    titleOf: cellsOf('name'),
    subjectOf: cellsOf('name'),
  },
  subjects: {
    ...words('subject', 'Subjects'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject Name, Subject Code and Teacher Email (of teachers already in Campus). Optional: Credits, Term (without it the open term), Sections (separated by semicolons), and whom the subject is for (Audience Course, Branch, Semester, Year, or Everyone: yes): students who match later are enrolled, too.',
    ...moveIn.subjects,
    fields: movedSubjectFields,
    cells: { subjectCode: 'Code', subjectName: 'Name', term: 'Term', emailId: 'Teacher' },
    titleOf: ({ subjectCode, subjectName }) => [subjectCode, subjectName].filter(Boolean).join(' '),
    subjectOf: cellsOf('subjectCode'),
  },
  enrolments: {
    ...words('enrolment', 'Enrolments'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject, and the student by Student Email, University ID or Roll Number. Optional: Term, From, To and Section. Without a first day an enrolment begins with its term.',
    ...moveIn.enrolments,
    fields: movedEnrolmentFields,
    cells: { email: 'Student', subject: 'Subject', fromOn: 'From', toOn: 'To' },
    titleOf: cellsOf('email', 'subject'),
    subjectOf: cellsOf('subject'),
  },
  helpers: {
    ...words('helper', 'Also teaching'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject and Teacher Email (of those who teach it besides its teacher). Optional: Kind (co-teacher, which is also the default, assistant with May Mark and May Grade, or substitute with a last day), Term, Section, From and To.',
    ...moveIn.helpers,
    fields: movedHelperFields,
    cells: { emailId: 'Teacher', subject: 'Subject', kind: 'Kind', fromOn: 'From' },
    titleOf: cellsOf('emailId', 'subject'),
    subjectOf: cellsOf('subject'),
  },
  'past-marks': {
    ...words('past mark', 'Past marks'),
    prerequisites:
      'Subject, Date and Mark (P or A, 1 or 0), and the student by Student Email, University ID or Roll Number. Where some were late, choose for its column whether late counts as present.',
    stays:
      'Marks are never deleted, so this cannot be undone. A file with the right marks changes them; their history stays.',
    ...moveIn.pastMarks,
    fields: movedMarkFields,
    cells: { email: 'Student', subject: 'Subject', heldOn: 'Date', mark: 'Mark' },
    titleOf: cellsOf('email', 'subject'),
    subjectOf: cellsOf('subject'),
  },
  'opening-balances': {
    ...words('opening balance', 'Opening balances'),
    prerequisites:
      'Subject, Classes, Present and Until (the last day counted), and the student by Student Email, University ID or Roll Number. For systems without single marks: the totals are shown beside the percentage, which counts single marks.',
    ...moveIn.openingBalances,
    fields: movedBalanceFields,
    cells: { email: 'Student', subject: 'Subject', classes: 'Classes', present: 'Present' },
    titleOf: cellsOf('email', 'subject'),
    subjectOf: cellsOf('subject'),
  },
  exams: {
    ...words('exam', 'Exams'),
    prerequisites:
      'Subject, Exam and Date. Optional: Term, Maximum Marks (100 if not given) and Published (yes for exams whose results are already known to students). Their results come with Past results.',
    ...moveIn.exams,
    fields: movedExamFields,
    cells: { subject: 'Subject', exam: 'Exam', heldOn: 'Date', maxMarks: 'Maximum' },
    titleOf: cellsOf('subject', 'exam'),
    subjectOf: cellsOf('exam'),
  },
  'past-results': {
    ...words('past result', 'Past results'),
    prerequisites:
      'Subject, Exam, Marks, and the student by Student Email, University ID or Roll Number. For an exam that is not in Campus yet also Date, and Maximum Marks unless it is 100; it is published unless Published says no.',
    ...moveIn.pastResults,
    fields: movedResultFields,
    cells: { email: 'Student', subject: 'Subject', exam: 'Exam', marks: 'Marks' },
    titleOf: cellsOf('email', 'exam'),
    subjectOf: cellsOf('exam'),
  },
};
