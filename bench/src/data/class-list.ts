import names from '@campus/server/src/demo/names.json' with { type: 'json' };
import { createRandom } from '@campus/server/src/demo/random.ts';
import { courseName } from './generate.ts';

const header =
  'Full Name,Email,Roll Number,University ID,Course,Branch,Semester,Year,Date of Birth,Gender,Contact Number,Address,Nationality,Blood Group,Parent Name,Parent Contact Number,Parent Occupation\n';

/**
 * A class list with this many new students and every column filled. Without `audience` they are in a course
 * that no subject is for.
 */
export const classList = (rows: number, { audience }: { audience: boolean }): Buffer => {
  const random = createRandom(rows);
  const lines = Array.from({ length: rows }, (_, index) => {
    const gender = random.pick(['Female', 'Male'] as const);
    const family = random.pick(names.familyNames);
    const number = index + 1;
    return [
      `${random.pick(names.givenNames[gender])} ${family}`,
      `new.${number}@example.edu`,
      `N-${number}`,
      `N2026-${number}`,
      audience ? courseName(index) : 'Visiting',
      'Computer Science',
      '1',
      '1',
      `2008-0${random.whole(1, 9)}-${random.whole(10, 28)}`,
      gender,
      String(random.whole(9_000_000_000, 9_999_999_999)),
      `"${random.whole(1, 120)} Station Road, Old Town"`,
      'Indian',
      'B+',
      `${random.pick(names.givenNames.Female)} ${family}`,
      String(random.whole(9_000_000_000, 9_999_999_999)),
      'Engineer',
    ].join(',');
  });
  return Buffer.from(`${header}${lines.join('\n')}\n`);
};
