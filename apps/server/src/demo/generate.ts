import { addDays, type IsoDate, isWeekday, weekdayOf } from '@campus/contract';
import { createPeople, type DemoStudent, type DemoTeacher, type Programme } from './people.ts';
import { createRandom } from './random.ts';

export const demoAccounts = {
  admin: 'admin@example.edu',
  teacher: 'teacher@example.edu',
  student: 'student@example.edu',
} as const;
export const demoPassword = 'campus-demo-1';

export interface DemoSubject {
  readonly name: string;
  readonly code: string;
  readonly credits: number;
  readonly teacherEmail: string;
  /** Blank parts mean everyone. */
  readonly audience: { readonly course?: string; readonly semester?: number };
  /** Days of the week it meets, 1 for Monday to 5 for Friday. */
  readonly weekdays: readonly number[];
}

const programmes: readonly Programme[] = [
  { prefix: 'CS', course: 'B.Tech', branch: 'Computer Science', semester: 3, students: 64 },
  { prefix: 'IT', course: 'B.Tech', branch: 'Information Technology', semester: 5, students: 48 },
  { prefix: 'MA', course: 'B.Sc', branch: 'Mathematics', semester: 1, students: 52 },
  { prefix: 'EN', course: 'B.A', branch: 'English Literature', semester: 3, students: 44 },
  { prefix: 'EC', course: 'B.Com', branch: 'Economics', semester: 5, students: 32 },
];

const departments = [
  'Computer Science',
  'Computer Science',
  'Mathematics',
  'Mathematics',
  'Natural Sciences',
  'English',
  'History',
  'Economics',
  'Information Technology',
] as const;

const mine = [{ course: 'B.Tech', semester: 3 }, [1, 2, 3, 4, 5], null] as const;
const third = { semester: 3 };

/** The department is that of its teacher; null for the one of the sign-in page. */
type PlannedSubject = readonly [
  name: string,
  code: string,
  credits: number,
  audience: DemoSubject['audience'],
  weekdays: readonly number[],
  department: string | null,
];

const planned: readonly PlannedSubject[] = [
  ['Data Structures', 'CS201', 4, ...mine],
  ['Operating Systems', 'CS203', 4, ...mine],
  ['Database Systems', 'CS301', 3, ...mine],
  ['Math', 'MA101', 4, third, [1, 3, 5], 'Mathematics'],
  ['Science', 'SC101', 3, third, [2, 4], 'Natural Sciences'],
  ['English', 'EN101', 2, third, [1, 4], 'English'],
  ['History', 'HI101', 2, third, [2, 5], 'History'],
  ['Linear Algebra', 'MA201', 4, { course: 'B.Sc' }, [1, 3], 'Mathematics'],
  [
    'Computer Networks',
    'IT305',
    4,
    { course: 'B.Tech', semester: 5 },
    [2, 4],
    'Information Technology',
  ],
  ['Microeconomics', 'EC301', 3, { course: 'B.Com' }, [3, 5], 'Economics'],
];

const subjectsOf = (teachers: readonly DemoTeacher[]): DemoSubject[] =>
  planned.map(([name, code, credits, audience, weekdays, department]) => {
    const teacher = teachers.findLast((one) => one.department === department);
    const teacherEmail = teacher?.email ?? demoAccounts.teacher;
    return { name, code, credits, teacherEmail, audience, weekdays };
  });

export const inAudience = (
  student: DemoStudent,
  { course, semester }: DemoSubject['audience'],
): boolean =>
  (course === undefined || course === student.course) &&
  (semester === undefined || semester === student.semester);

const presentRemarks = ['Arrived 10 min late', 'Left early', 'Late'] as const;
const absentRemarks = ['Medical leave', 'Absent with apology', 'Sports fixture'] as const;

/** Term names follow the calendar: a term that begins from July on is the autumn's. */
const termName = (startsOn: IsoDate): string =>
  `${Number(startsOn.slice(5, 7)) >= 7 ? 'Autumn' : 'Spring'} term ${startsOn.slice(0, 4)}`;

/**
 * A small university in mid-term, as of `today`: the same for the same day, down to each mark.
 * Classes were held on the past weekdays of the term; today's are still to be marked.
 */
export const generateDemo = (today: IsoDate) => {
  const random = createRandom(20_260_119);
  const thisYear = Number(today.slice(0, 4));
  const people = createPeople(random);

  // Twelve weeks back, then to the Monday of that week.
  const twelveWeeksAgo = addDays(today, -84);
  const startsOn = addDays(twelveWeeksAgo, -weekdayOf(twelveWeeksAgo));

  const teachers = departments.map((department) => people.teacher(department, thisYear));
  const students = programmes.flatMap((programme) =>
    Array.from({ length: programme.students }, (_, index) =>
      people.student(programme, index + 1, thisYear),
    ),
  );
  // The people behind the accounts on the sign-in page.
  const [firstTeacher] = teachers;
  const [firstStudent] = students;
  if (!firstTeacher || !firstStudent) throw new Error('The demo campus needs people.');
  teachers[0] = {
    ...firstTeacher,
    email: demoAccounts.teacher,
    name: 'Meera Nair',
    gender: 'Female',
  };
  students[0] = {
    ...firstStudent,
    email: demoAccounts.student,
    name: 'Aarav Mehta',
    gender: 'Male',
    parentName: 'Sunita Mehta',
    diligence: 0.8,
  };

  const subjects = subjectsOf(teachers);
  const past: IsoDate[] = [];
  for (let date = startsOn; date < today; date = addDays(date, 1))
    if (isWeekday(date)) past.push(date);
  const sessions = past.flatMap((date) => {
    const held = subjects.filter(({ weekdays }) => weekdays.includes(weekdayOf(date) + 1));
    return held.map(({ code, audience }) => ({
      subjectCode: code,
      date,
      marks: students
        .filter((student) => inAudience(student, audience))
        .map(({ email, diligence }) => {
          const present = random.chance(diligence);
          const remarked = random.chance(present ? 0.02 : 0.3);
          const remarks = remarked ? random.pick(present ? presentRemarks : absentRemarks) : null;
          return { studentEmail: email, present, remarks };
        }),
    }));
  });

  return {
    term: { name: termName(startsOn), startsOn, endsOn: addDays(startsOn, 7 * 18 - 3) },
    admin: { email: demoAccounts.admin, name: 'Ruth Adeyemi' },
    teachers,
    students,
    subjects,
    sessions,
  };
};

export type DemoCampus = ReturnType<typeof generateDemo>;
