import {
  moveIn,
  type MoveInKind,
  movedBalanceColumns,
  movedBalanceFields,
  movedEnrolmentColumns,
  movedEnrolmentFields,
  movedExamColumns,
  movedExamFields,
  movedHelperColumns,
  movedHelperFields,
  movedMarkColumns,
  movedMarkFields,
  movedProgrammeColumns,
  movedProgrammeFields,
  movedResultColumns,
  movedResultFields,
  movedSubjectColumns,
  movedSubjectFields,
  movedTermColumns,
  movedTermFields,
} from '@campus/contract';
import { pluralize } from '../../lib/count.ts';
import type { UploadList } from '../../ui/list-upload/use-list-upload.ts';

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
  programmes: {
    ...words('programme', 'Programmes'),
    prerequisites:
      'Programme. Optional: Code, Department, Semesters, Branches and Former Spellings (both separated by semicolons). Programmes that student records already name are confirmed, unless Confirmed says no.',
    ...moveIn.programmes,
    fields: movedProgrammeFields,
    fieldOf: movedProgrammeColumns.fieldOf,
    guessOf: movedProgrammeColumns.guessOf,
    cells: {
      programme: 'Programme',
      programmeCode: 'Code',
      department: 'Department',
      semesters: 'Semesters',
    },
    titleOf: ({ programme }) => String(programme ?? ''),
    subjectOf: ({ programme }) => String(programme ?? ''),
  },
  terms: {
    ...words('term', 'Terms'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Name, First day and Last day. Optional: State (open, closed or planned); without it a term that is over is closed and any other planned.',
    ...moveIn.terms,
    fields: movedTermFields,
    fieldOf: movedTermColumns.fieldOf,
    guessOf: movedTermColumns.guessOf,
    cells: { name: 'Name', startsOn: 'First day', endsOn: 'Last day' },
    titleOf: ({ name }) => String(name ?? ''),
    subjectOf: ({ name }) => String(name ?? ''),
  },
  subjects: {
    ...words('subject', 'Subjects'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject Name, Subject Code and Teacher Email (of teachers already in Campus). Optional: Credits, Term (without it the open term), Sections (separated by semicolons), and whom the subject is for (Audience Course, Branch, Semester, Year, or Everyone: yes): students who match later are enrolled, too.',
    ...moveIn.subjects,
    fields: movedSubjectFields,
    fieldOf: movedSubjectColumns.fieldOf,
    guessOf: movedSubjectColumns.guessOf,
    cells: { subjectCode: 'Code', subjectName: 'Name', term: 'Term', emailId: 'Teacher' },
    titleOf: ({ subjectCode, subjectName }) => [subjectCode, subjectName].filter(Boolean).join(' '),
    subjectOf: ({ subjectCode }) => String(subjectCode ?? ''),
  },
  enrolments: {
    ...words('enrolment', 'Enrolments'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject, and the student by Student Email, University ID or Roll Number. Optional: Term, From, To and Section. Without a first day an enrolment begins with its term.',
    ...moveIn.enrolments,
    fields: movedEnrolmentFields,
    fieldOf: movedEnrolmentColumns.fieldOf,
    guessOf: movedEnrolmentColumns.guessOf,
    cells: { email: 'Student', subject: 'Subject', fromOn: 'From', toOn: 'To' },
    titleOf: ({ email, subject }) => [email, subject].filter(Boolean).join(', '),
    subjectOf: ({ subject }) => String(subject ?? ''),
  },
  helpers: {
    ...words('helper', 'Also teaching'),
    zip: 'a OneRoster ZIP',
    prerequisites:
      'Subject and Teacher Email (of those who teach it besides its teacher). Optional: Kind (co-teacher, which is also the default, assistant with May Mark and May Grade, or substitute with a last day), Term, Section, From and To.',
    ...moveIn.helpers,
    fields: movedHelperFields,
    fieldOf: movedHelperColumns.fieldOf,
    guessOf: movedHelperColumns.guessOf,
    cells: { emailId: 'Teacher', subject: 'Subject', kind: 'Kind', fromOn: 'From' },
    titleOf: ({ emailId, subject }) => [emailId, subject].filter(Boolean).join(', '),
    subjectOf: ({ subject }) => String(subject ?? ''),
  },
  'past-marks': {
    ...words('past mark', 'Past marks'),
    prerequisites:
      'Subject, Date and Mark (P or A, 1 or 0), and the student by Student Email, University ID or Roll Number. Where some were late, choose for its column whether late counts as present.',
    stays:
      'Marks are never deleted, so this cannot be undone. A file with the right marks changes them; their history stays.',
    ...moveIn.pastMarks,
    fields: movedMarkFields,
    fieldOf: movedMarkColumns.fieldOf,
    guessOf: movedMarkColumns.guessOf,
    cells: { email: 'Student', subject: 'Subject', heldOn: 'Date', mark: 'Mark' },
    titleOf: ({ email, subject }) => [email, subject].filter(Boolean).join(', '),
    subjectOf: ({ subject }) => String(subject ?? ''),
  },
  'opening-balances': {
    ...words('opening balance', 'Opening balances'),
    prerequisites:
      'Subject, Classes, Present and Until (the last day counted), and the student by Student Email, University ID or Roll Number. For systems without single marks: the totals are shown beside the percentage, which counts single marks.',
    ...moveIn.openingBalances,
    fields: movedBalanceFields,
    fieldOf: movedBalanceColumns.fieldOf,
    guessOf: movedBalanceColumns.guessOf,
    cells: { email: 'Student', subject: 'Subject', classes: 'Classes', present: 'Present' },
    titleOf: ({ email, subject }) => [email, subject].filter(Boolean).join(', '),
    subjectOf: ({ subject }) => String(subject ?? ''),
  },
  exams: {
    ...words('exam', 'Exams'),
    prerequisites:
      'Subject, Exam and Date. Optional: Term, Maximum Marks (100 if not given) and Published (yes for exams whose results are already known to students). Their results come with Past results.',
    ...moveIn.exams,
    fields: movedExamFields,
    fieldOf: movedExamColumns.fieldOf,
    guessOf: movedExamColumns.guessOf,
    cells: { subject: 'Subject', exam: 'Exam', heldOn: 'Date', maxMarks: 'Maximum' },
    titleOf: ({ subject, exam }) => [subject, exam].filter(Boolean).join(', '),
    subjectOf: ({ exam }) => String(exam ?? ''),
  },
  'past-results': {
    ...words('past result', 'Past results'),
    prerequisites:
      'Subject, Exam, Marks, and the student by Student Email, University ID or Roll Number. For an exam that is not in Campus yet also Date, and Maximum Marks unless it is 100; it is published unless Published says no.',
    ...moveIn.pastResults,
    fields: movedResultFields,
    fieldOf: movedResultColumns.fieldOf,
    guessOf: movedResultColumns.guessOf,
    cells: { email: 'Student', subject: 'Subject', exam: 'Exam', marks: 'Marks' },
    titleOf: ({ email, exam }) => [email, exam].filter(Boolean).join(', '),
    subjectOf: ({ exam }) => String(exam ?? ''),
  },
};
