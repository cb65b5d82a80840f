import { addDays, type IsoDate, isWeekday } from '@campus/contract';
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

const everyDay = [1, 2, 3, 4, 5];

const subjectsOf = (teachers: readonly DemoTeacher[]): DemoSubject[] => {
  const by = (department: string): string =>
    teachers.findLast((teacher) => teacher.department === department)?.email ??
    demoAccounts.teacher;
  const computing = { course: 'B.Tech', semester: 3 };
  const mine = { teacherEmail: demoAccounts.teacher, audience: computing, weekdays: everyDay };
  return [
    { ...mine, name: 'Data Structures', code: 'CS201', credits: 4 },
    { ...mine, name: 'Operating Systems', code: 'CS203', credits: 4 },
    { ...mine, name: 'Database Systems', code: 'CS301', credits: 3 },
    {
      name: 'Math',
      code: 'MA101',
      credits: 4,
      teacherEmail: by('Mathematics'),
      audience: { semester: 3 },
      weekdays: [1, 3, 5],
    },
    {
      name: 'Science',
      code: 'SC101',
      credits: 3,
      teacherEmail: by('Natural Sciences'),
      audience: { semester: 3 },
      weekdays: [2, 4],
    },
    {
      name: 'English',
      code: 'EN101',
      credits: 2,
      teacherEmail: by('English'),
      audience: { semester: 3 },
      weekdays: [1, 4],
    },
    {
      name: 'History',
      code: 'HI101',
      credits: 2,
      teacherEmail: by('History'),
      audience: { semester: 3 },
      weekdays: [2, 5],
    },
    {
      name: 'Linear Algebra',
      code: 'MA201',
      credits: 4,
      teacherEmail: by('Mathematics'),
      audience: { course: 'B.Sc' },
      weekdays: [1, 3],
    },
    {
      name: 'Computer Networks',
      code: 'IT305',
      credits: 4,
      teacherEmail: by('Information Technology'),
      audience: { course: 'B.Tech', semester: 5 },
      weekdays: [2, 4],
    },
    {
      name: 'Microeconomics',
      code: 'EC301',
      credits: 3,
      teacherEmail: by('Economics'),
      audience: { course: 'B.Com' },
      weekdays: [3, 5],
    },
  ];
};

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
  const weekday = new Date(`${twelveWeeksAgo}T00:00:00Z`).getUTCDay();
  const startsOn = addDays(twelveWeeksAgo, -((weekday + 6) % 7));

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
    const day = new Date(`${date}T00:00:00Z`).getUTCDay();
    const held = subjects.filter(({ weekdays }) => weekdays.includes(day));
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
