import type { IsoDate, MoveInKind } from '@campus/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let dana: Person;
let eve: Person;

const { send, refused } = moveInFiles(() => office);

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  dana = await make.teacher({ email: 'dana@example.edu' });
  eve = await make.teacher({ email: 'eve@example.edu' });
  await make.student({ email: 'ann@example.edu' });
  const term = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await make.subject({ term_id: term.id, teacher_id: dana.id, code: 'AL1', name: 'Algebra' });
});
afterEach(() => campus.close());

const subjects = 'Code,Name,Teacher\nBO1,Botany,eve@example.edu\n';
const helpers = 'Teacher Email,Subject,Kind\neve@example.edu,AL1,co-teacher\n';

test.each<[MoveInKind, string]>([
  ['subjects', subjects],
  ['enrolments', 'Student Email,Subject\nann@example.edu,AL1\n'],
  ['helpers', helpers],
])(
  '%s: a file that arrives while the term is being closed waits, and is then refused',
  async (kind, content) => {
    const [answer] = await inTurn(
      campus.database,
      [
        'update terms set is_open = false, closed_at = now(), closed_by = $1 where is_open',
        [dana.id],
      ],
      [() => send(kind, content)],
      'commit',
    );
    expect(answer?.status).toBe(422);
  },
);

test.each<[MoveInKind, string]>([
  ['subjects', subjects],
  ['helpers', helpers],
])(
  '%s: a file that arrives while its teacher is being deactivated waits, and names the teacher',
  async (kind, content) => {
    const [problems] = await inTurn(
      campus.database,
      ['update people set active = false where id = $1', [eve.id]],
      [() => refused(kind, content)],
      'commit',
    );
    expect(problems).toEqual([
      [2, expect.any(String), eve.email, expect.stringContaining('is not an active teacher')],
    ]);
  },
);
