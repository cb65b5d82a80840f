import { addDays, type IsoDate, isWeekday, weekdayOf } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };
import { createPeople, type DemoStudent } from './people.ts';
import { createRandom } from './random.ts';

export const demoAccounts = {
  admin: 'admin@example.edu',
  teacher: 'teacher@example.edu',
  student: 'student@example.edu',
} as const;
export const demoPassword = 'campus-demo-1';

/** Null means any. */
interface Audience {
  readonly course: string | null;
  readonly semester: number | null;
}

export const inAudience = (student: DemoStudent, { course, semester }: Audience): boolean =>
  (course === null || course === student.course) &&
  (semester === null || semester === student.semester);

/** A term that begins in July or later is an autumn term. */
const termName = (startsOn: IsoDate): string =>
  `${Number(startsOn.slice(5, 7)) >= 7 ? 'Autumn' : 'Spring'} term ${startsOn.slice(0, 4)}`;

/**
 * A small university in mid-term, as of `today`: the same for the same day, down to each mark.
 * Classes were held on the past weekdays of the term; today's are still to be marked.
 * @param size the total number of students, if that is more than those with classes, exams and books
 */
export const generateDemo = (today: IsoDate, size = 0) => {
  const random = createRandom(20_260_119);
  const thisYear = Number(today.slice(0, 4));
  const people = createPeople(random);

  // The Monday of the week twelve weeks ago.
  const twelveWeeksAgo = addDays(today, -84);
  const startsOn = addDays(twelveWeeksAgo, -weekdayOf(twelveWeeksAgo));

  const teachers = tables.departments.map((department) => people.teacher(department, thisYear));
  const students = tables.programmes.flatMap((programme) =>
    Array.from({ length: programme.students }, (_, index) =>
      people.student(programme, index + 1, thisYear),
    ),
  );
  // The people whose accounts are on the sign-in page.
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

  // A subject is taught by somebody of its department, or else by the teacher on the sign-in page.
  const subjects = tables.subjects.map(({ department, ...subject }) => {
    const teacher = teachers.findLast((one) => one.department === department);
    const audience: Audience = subject;
    return { ...subject, ...audience, teacherEmail: teacher?.email ?? demoAccounts.teacher };
  });
  const past: IsoDate[] = [];
  for (let date = startsOn; date < today; date = addDays(date, 1))
    if (isWeekday(date)) past.push(date);
  const sessions = past.flatMap((date) => {
    const held = subjects.filter(({ weekdays }) => weekdays.includes(weekdayOf(date) + 1));
    return held.map((subject) => ({
      subjectCode: subject.code,
      date,
      marks: students
        .filter((student) => inAudience(student, subject))
        .map(({ email, diligence }) => {
          const present = random.chance(diligence);
          const remarked = random.chance(present ? 0.02 : 0.3);
          const remarks = remarked
            ? random.pick(tables[present ? 'presentRemarks' : 'absentRemarks'])
            : null;
          return { studentEmail: email, present, remarks };
        }),
    }));
  });

  // Further students, who are only in the subject that enrols everybody.
  const more = Array.from({ length: Math.max(0, size - students.length) }, (_, index) =>
    people.student(tables.further, index + 1, thisYear, index + 1),
  );
  if (more.length > 0)
    subjects.push({
      ...tables.forEverybody,
      course: null,
      semester: null,
      weekdays: [],
      teacherEmail: demoAccounts.teacher,
    });

  return {
    term: { name: termName(startsOn), startsOn, endsOn: addDays(startsOn, 7 * 18 - 3) },
    admin: { email: demoAccounts.admin, name: 'Ruth Adeyemi' },
    teachers,
    students: [...students, ...more],
    subjects,
    sessions,
  };
};

export type DemoCampus = ReturnType<typeof generateDemo>;
