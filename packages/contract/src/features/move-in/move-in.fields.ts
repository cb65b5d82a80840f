import type { Fields } from '../../fields/fields.ts';
import { examFields } from '../exams/exam.fields.ts';
import { audienceFields } from '../subjects/subject.fields.ts';

/** The kinds of record a file can move in, each after those it refers to. */
export const moveInKinds = [
  'departments',
  'programmes',
  'terms',
  'subjects',
  'enrolments',
  'helpers',
  'past-marks',
  'opening-balances',
  'exams',
  'past-results',
] as const;
export type MoveInKind = (typeof moveInKinds)[number];

const seenBy = ['admin'] as const;

const sourcedIds = ['sourcedId', 'id', 'External ID', 'Foreign ID'] as const;
/** The record’s id in the other system, by which the next file finds it. */
const sourcedId = {
  type: 'text',
  max: 200,
  label: 'Source ID',
  columns: sourcedIds,
  seenBy,
} as const;

const termNames = [
  'Term Name',
  'School Year',
  'Academic Session',
  'termSourcedIds',
  'termSourcedId',
] as const;
/** By name or Source ID; blank means the open term. */
const term = { type: 'text', max: 200, label: 'Term', columns: termNames, seenBy } as const;

const subjectNames = [
  'Subject Code',
  'Code',
  'Course Code',
  'Course',
  'courseid',
  'classSourcedId',
] as const;
const univIds = [
  'Univ ID',
  'Student ID',
  'userSourcedId',
  'Username',
  'User to Enroll',
  'RosarioSIS ID',
] as const;

const student = {
  email: {
    type: 'email',
    label: 'Student Email',
    columns: ['Email', 'Email Address', 'Email ID'],
    seenBy,
  },
  univId: { type: 'text', max: 40, label: 'University ID', columns: univIds, seenBy },
  rollNo: { type: 'text', max: 40, label: 'Roll Number', columns: ['Roll No'], seenBy },
} as const satisfies Fields;

/** A column with one accepted meaning: a row with any other value is refused, as it would be misread. */
const only = (
  label: string,
  columns: readonly string[],
  rule: string,
  written: Readonly<Record<string, string>>,
) => ({ type: 'choice', of: ['yes'], label, columns, rule, written, seenBy }) as const;

const yesOrNo = (label: string, rule = `${label} must be yes or no`) =>
  ({
    type: 'choice',
    of: ['yes', 'no'],
    label,
    rule,
    written: { y: 'yes', '1': 'yes', true: 'yes', n: 'no', '0': 'no', false: 'no' },
    seenBy,
  }) as const;

const rowState = only(
  'Operation',
  ['Status', 'Action', 'Enrolment Status'],
  'A file adds and changes, it takes nothing away: leave this row out',
  { add: 'yes', active: 'yes' },
);

const beginnings = [
  'First Day',
  'Start Date',
  'beginDate',
  'Starts On',
  'Enrolled',
  'Date Enrolled',
] as const;
const ends = ['Last Day', 'End Date', 'Ends On', 'Dropped', 'Date Unenrolled'] as const;

const programmeNames = ['Name', 'Programme Name', 'Program', 'Course', 'Degree', 'Title'] as const;

// oxfmt-ignore
export const movedDepartmentFields = {
  department: { type: 'text', max: 200, label: 'Department', columns: ['Name', 'Department Name', 'Faculty', 'School', 'Title'], presence: 'always', seenBy },
  departmentCode: { type: 'text', max: 40, label: 'Code', columns: ['Department Code', 'Short Name'], seenBy },
  confirmed: yesOrNo('Confirmed'),
  sourcedId,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
export const movedProgrammeFields = {
  programme: { type: 'text', max: 200, label: 'Programme', columns: programmeNames, presence: 'always', seenBy },
  programmeCode: { type: 'text', max: 40, label: 'Code', columns: ['Programme Code', 'Program Code', 'Short Name'], seenBy },
  department: { type: 'text', max: 200, label: 'Department', columns: ['Faculty', 'School'], seenBy },
  semesters: { type: 'whole', min: 1, max: 20, label: 'Semesters', columns: ['Number of Semesters'], seenBy },
  branches: { type: 'text', max: 5000, label: 'Branches', columns: ['Branch', 'Specialisations'], seenBy },
  formerly: { type: 'text', max: 5000, label: 'Former Spellings', seenBy },
  confirmed: yesOrNo('Confirmed'),
  sourcedId,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
export const movedTermFields = {
  name: { type: 'text', max: 100, label: 'Name', columns: ['Term', 'Term Name', 'Title'], presence: 'always', seenBy },
  startsOn: { type: 'day', label: 'First day', columns: beginnings, presence: 'always', seenBy },
  endsOn: { type: 'day', label: 'Last day', columns: ends, presence: 'always', seenBy },
  state: { type: 'choice', of: ['open', 'closed', 'planned'], label: 'State', rule: 'The state must be open, closed or planned', seenBy },
  sourcedId,
  // Not “Status”, by which other systems say which term is the current one.
  rowState: { ...rowState, columns: [] },
} as const satisfies Fields;

/** The audience of a subject. Its columns are not called "Course", which other systems call a subject. */
const audience = {
  course: {
    ...audienceFields.course,
    label: 'Audience Course',
    columns: ['Audience Programme'],
    seenBy,
  },
  branch: { ...audienceFields.branch, label: 'Audience Branch', columns: [], seenBy },
  semester: { ...audienceFields.semester, label: 'Audience Semester', columns: [], seenBy },
  year: { ...audienceFields.year, label: 'Audience Year', columns: [], seenBy },
} as const satisfies Fields;

const teacher = {
  type: 'email',
  label: 'Teacher Email',
  columns: ['Email ID', 'Email ID (faculty)', 'Email', 'Teacher', 'Faculty Email'],
  presence: 'always',
  seenBy,
} as const;

// oxfmt-ignore
export const movedSubjectFields = {
  subjectName: { type: 'text', max: 200, label: 'Subject Name', columns: ['Name', 'Subject', 'Course Name', 'Full Name', 'Title'], presence: 'always', seenBy },
  subjectCode: { type: 'text', max: 40, label: 'Subject Code', columns: ['Code', 'Course Code', 'Short Name', 'nameShort', 'classCode'], presence: 'always', seenBy },
  credits: { type: 'whole', min: 0, max: 1000, label: 'Credits', seenBy },
  term,
  emailId: teacher,
  ...audience,
  everyone: yesOrNo('Everyone'),
  sections: { type: 'text', max: 5000, label: 'Sections', seenBy },
  sourcedId,
  rowState,
} as const satisfies Fields;

/** By Source ID, or by code or name within the term. */
const subject = {
  type: 'text',
  max: 200,
  label: 'Subject',
  columns: subjectNames,
  presence: 'always',
  seenBy,
} as const;

/** Attendance as other systems write it. `late` says what lateness counts as; without it late is refused. */
const attended = (
  label: string,
  columns: readonly string[],
  rule: string,
  late?: 'present' | 'absent',
) =>
  ({
    type: 'choice',
    of: ['present', 'absent'],
    label,
    columns,
    rule,
    written: {
      ...Object.fromEntries(['p', '1', 'y', 'yes', 'true'].map((one) => [one, 'present'])),
      ...Object.fromEntries(
        ['a', '0', 'n', 'no', 'false', 'e', 'excused', 'excused absence'].map((one) => [
          one,
          'absent',
        ]),
      ),
      ...(late &&
        Object.fromEntries(
          ['l', 'late', 't', 'tardy', 'present - late', 'left - early'].map((one) => [one, late]),
        )),
    },
    seenBy,
  }) as const;
const whereLate = ['Mark (late is present)', 'Mark (late is absent)'] as const;
const markRule = `The mark must be present or absent, also as P or A, 1 or 0`;

const section = {
  type: 'text',
  max: 50,
  label: 'Section',
  columns: ['Section Name', 'Group', 'group1', 'Group Name'],
  seenBy,
} as const;

const helpsAs = {
  type: 'choice',
  of: ['co-teacher', 'assistant', 'substitute'],
  label: 'Kind',
  columns: ['Role', 'Teaching Role'],
  rule: 'The kind must be co-teacher, assistant or substitute',
  written: { teacher: 'co-teacher', co_teacher: 'co-teacher', 'co teacher': 'co-teacher' },
  seenBy,
} as const;

/** A new day outside the term is refused unless this says yes: a term may have had other days. */
const outsideTerm = yesOrNo('Outside Term');

// oxfmt-ignore
export const movedEnrolmentFields = {
  ...student,
  subject,
  term,
  fromOn: { type: 'day', label: 'From', columns: beginnings, seenBy },
  toOn: { type: 'day', label: 'To', columns: ends, seenBy },
  section,
  role: only('Role', ['Course Role'], 'A file of enrolments enrols students: leave this row out', { student: 'yes' }),
  sourcedId,
  outsideTerm,
  rowState,
} as const satisfies Fields;

/** Those who teach a subject besides its teacher. */
// oxfmt-ignore
export const movedHelperFields = {
  emailId: teacher,
  subject,
  term,
  kind: helpsAs,
  mayMark: yesOrNo('May Mark'),
  mayGrade: yesOrNo('May Grade'),
  section,
  fromOn: { type: 'day', label: 'From', columns: beginnings, seenBy },
  toOn: { type: 'day', label: 'To', columns: ends, seenBy },
  sourcedId,
  /** A helper who is deactivated is refused unless this says yes: who helps may be deactivated in Campus. */
  deactivated: yesOrNo('Deactivated'),
  outsideTerm,
  rowState,
} as const satisfies Fields;

/** A row about someone not enrolled that day is refused unless this says yes. */
const outside = yesOrNo(
  'Outside Enrolment',
  'Outside Enrolment must be yes, where the row counts although the student was not enrolled that day, or no',
);

// oxfmt-ignore
export const movedMarkFields = {
  ...student,
  subject,
  term,
  heldOn: { type: 'day', label: 'Date', columns: ['Day', 'School Date', 'Attendance Date', 'Class Date'], presence: 'always', seenBy },
  slot: { type: 'whole', min: 1, max: 20, label: 'Class of the Day', columns: ['Slot', 'Period Number'], seenBy },
  // No further column names: whoever maps the columns decides what late counts as.
  mark: attended('Mark', ['Present'], `${markRule}; where some were late, the column is “${whereLate.join('” or “')}”`),
  lateIsPresent: attended(whereLate[0], [], `${markRule}, or late`, 'present'),
  lateIsAbsent: attended(whereLate[1], [], `${markRule}, or late`, 'absent'),
  remarks: { type: 'text', max: 500, label: 'Remarks', columns: ['Remark', 'Reason', 'Attendance Reason'], seenBy },
  outside,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
const exam = {
  exam: { ...examFields.title, label: 'Exam', columns: ['Exam Title', 'Title', 'Assessment', 'Assignment', 'Test', 'Line Item'], seenBy },
  heldOn: { type: 'day', label: 'Date', columns: ['Exam Date', 'Held On', 'Due Date', 'dueDate'], seenBy },
  maxMarks: { type: 'whole', min: 1, max: examFields.maxMarks.max, label: 'Maximum Marks', columns: ['Max Marks', 'Maximum', 'Points Possible', 'Out Of', 'resultValueMax'], seenBy },
} as const satisfies Fields;

// oxfmt-ignore
export const movedExamFields = {
  subject,
  term,
  ...exam,
  heldOn: { ...exam.heldOn, presence: 'always' },
  published: yesOrNo('Published'),
  sourcedId,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
export const movedResultFields = {
  ...student,
  subject,
  term,
  ...exam,
  marks: { type: 'text', max: 20, label: 'Marks', columns: ['Mark', 'Score', 'Result', 'Points'], presence: 'always', seenBy },
  published: yesOrNo('Published'),
  outside,
  sourcedId,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
export const movedBalanceFields = {
  ...student,
  subject,
  term,
  classes: { type: 'whole', min: 1, max: 10_000, label: 'Classes', columns: ['Classes Held', 'Total Classes', 'Total', 'Days'], presence: 'always', seenBy },
  present: { type: 'whole', min: 0, max: 10_000, label: 'Present', columns: ['Attended', 'Days Present', 'Times Present'], presence: 'always', seenBy },
  untilOn: { type: 'day', label: 'Until', columns: ['As Of', 'As Of Date', 'Until Date'], presence: 'always', seenBy },
  outside,
  sourcedId,
  outsideTerm,
  rowState,
} as const satisfies Fields;

// oxfmt-ignore
export const comparedTotalFields = {
  ...student,
  subject,
  term,
  enrolled: { type: 'whole', min: 0, max: 1_000_000, label: 'Enrolled', columns: ['Students', 'Enrolment'], seenBy },
  classes: { type: 'whole', min: 0, max: 10_000_000, label: 'Classes', columns: ['Classes Held', 'Total Classes', 'Total', 'Days'], seenBy },
  present: { type: 'whole', min: 0, max: 10_000_000, label: 'Present', columns: ['Attended', 'Days Present', 'Times Present'], seenBy },
  percent: { type: 'text', max: 20, label: 'Percent', columns: ['Percentage', 'Attendance', 'Attendance %', '%'], seenBy },
} as const satisfies Fields;
