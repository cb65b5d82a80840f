import type { IsoDate } from '@campus/contract';
import type tables from './campus.json';
import names from './names.json' with { type: 'json' };
import type { Random } from './random.ts';

/** A course with the semester all of its demo students are in. */
type Programme = (typeof tables.programmes)[number];

const mailName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '.');

/** Generates people with distinct e-mail addresses. */
export const createPeople = (random: Random) => {
  const taken = new Set<string>();

  const contactNumber = () => {
    const contactNo = random.whole(9_000_000_000, 9_999_999_999);
    return { contactNo, contactPhone: String(contactNo) };
  };

  const person = (born: readonly [number, number], number?: number) => {
    for (;;) {
      const gender = random.pick(['Female', 'Male'] as const);
      const given = random.pick(names.givenNames[gender]);
      const family = random.pick(names.familyNames);
      const name = `${given} ${family}`;
      const email = `${mailName(name)}${number === undefined ? '' : `.${number}`}@example.edu`;
      if (taken.has(email)) continue;
      taken.add(email);
      const day = `${random.whole(1, 12)}`.padStart(2, '0');
      return {
        email,
        name,
        gender,
        dob: `${random.whole(...born)}-${day}-${String(random.whole(1, 28)).padStart(2, '0')}` as IsoDate,
        contactNo: contactNumber(),
        univId: null,
        address: `${random.whole(1, 120)} ${random.pick(names.streets)}`,
      };
    }
  };

  const teacher = (department: string, thisYear: number) => ({
    ...person([thisYear - 62, thisYear - 32]),
    department,
  });

  /** @param number part of the e-mail, for when there are more students than names */
  const student = (programme: Programme, index: number, thisYear: number, number?: number) => {
    const self = person([thisYear - 22, thisYear - 18], number);
    const year = Math.ceil(programme.semester / 2);
    const intake = String(thisYear - year + 1).slice(-2);
    const parent = random.pick(names.givenNames[random.pick(['Female', 'Male'] as const)]);
    return {
      ...self,
      rollNo: `${programme.prefix}${intake}-${String(index).padStart(3, '0')}`,
      course: programme.course,
      branch: programme.branch,
      semester: programme.semester,
      year,
      nationality: random.pick(names.nationalities),
      bloodGroup: random.pick(names.bloodGroups),
      parentName: `${parent} ${self.name.split(' ').at(-1)}`,
      parentContactNo: contactNumber(),
      parentOccupation: random.pick(names.occupations),
      // The proportion of classes this student attends.
      diligence: random.chance(0.12) ? 0.55 + random.next() * 0.2 : 0.8 + random.next() * 0.19,
    };
  };

  return { teacher, student };
};

export type DemoStudent = ReturnType<ReturnType<typeof createPeople>['student']>;
