import { addDays, type IsoDate, isWeekday } from '@campus/contract';
import names from '@campus/server/src/demo/names.json' with { type: 'json' };
import { createRandom, type Random } from '@campus/server/src/demo/random.ts';

export interface CampusSize {
  readonly students: number;
  readonly teachers: number;
  readonly subjects: number;
  /** Each subject met once in each of the past weeks. */
  readonly weeks: number;
}

/** A university in the first week of its term: 20 marks per student, 200,000 in all. */
export const defaultSize: CampusSize = {
  students: 10_000,
  teachers: 500,
  subjects: 1000,
  weeks: 1,
};

const classSize = 200;

/** Long enough for a fast machine to keep marking new classes. */
const termDays = { past: 900, toCome: 60 } as const;

export const adminEmail = 'admin@example.edu';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export interface Student extends Person {
  readonly rollNo: string;
  readonly course: string;
}

export interface Subject {
  readonly id: number;
  readonly code: string;
  readonly course: string;
  readonly teacher: Person;
  readonly students: readonly Student[];
}

export interface BenchCampus {
  readonly term: { readonly startsOn: IsoDate; readonly endsOn: IsoDate };
  readonly admin: Person;
  readonly teachers: readonly Person[];
  readonly students: readonly Student[];
  readonly subjects: readonly Subject[];
  /** The days on which every subject met and was marked, latest first. */
  readonly heldOn: readonly IsoDate[];
}

export const courseName = (number: number, { students } = defaultSize): string =>
  `Course ${number % (students / classSize)}`;

const personName = (random: Random): string =>
  `${random.pick(names.givenNames[random.pick(['Female', 'Male'] as const)])} ${random.pick(names.familyNames)}`;

const shuffled = <T>(list: readonly T[], random: Random): T[] => {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
};

/**
 * A university in courses of 200 students, each with as many subjects. The same for the same day and size.
 * Students of a course are spread over the table, as after years of admissions.
 */
export const generateCampus = (today: IsoDate, size = defaultSize): BenchCampus => {
  const random = createRandom(20_260_311);
  const admin = { id: 1, email: adminEmail, name: 'Ruth Adeyemi' };
  const teachers = Array.from({ length: size.teachers }, (_, index) => ({
    id: 2 + index,
    email: `teacher.${index + 1}@example.edu`,
    name: personName(random),
  }));
  const places = shuffled(
    Array.from({ length: size.students }, (_, index) => index),
    random,
  );
  const students = places.map((place, index) => {
    const course = Math.floor(place / classSize);
    const number = String((place % classSize) + 1).padStart(3, '0');
    return {
      id: 2 + size.teachers + index,
      email: `student.${index + 1}@example.edu`,
      name: personName(random),
      rollNo: `C${course}-${number}`,
      course: courseName(course, size),
    };
  });
  const byCourse = Map.groupBy(students, ({ course }) => course);
  const subjects = Array.from({ length: size.subjects }, (_, index) => {
    const course = courseName(index, size);
    const teacher = teachers[index % teachers.length];
    const enrolled = byCourse.get(course);
    if (!teacher || !enrolled) throw new Error('A subject needs a teacher and students.');
    const code = `SU${String(index + 1).padStart(4, '0')}`;
    return { id: index + 1, code, course, teacher, students: enrolled };
  });
  const daysBack = Array.from({ length: size.weeks * 7 }, (_, index) => addDays(today, -1 - index));
  const weekday = daysBack.findIndex(isWeekday);
  return {
    term: { startsOn: addDays(today, -termDays.past), endsOn: addDays(today, termDays.toCome) },
    admin,
    teachers,
    students,
    subjects,
    heldOn: daysBack.filter((_, index) => index % 7 === weekday),
  };
};
