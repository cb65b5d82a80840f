import type { MoveInKind } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakConnections, type ConnectionBreaker } from '../../testing/break-connection.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let breaker: ConnectionBreaker;
let office: Caller;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  breaker = breakConnections(campus.database.pool);
  office = campus.as(await campus.make.admin());
  await campus.make.teacher({ email: 'dana@example.edu' });
  await campus.make.teacher({ email: 'eve@example.edu' });
  await campus.make.student({ email: 'ann@example.edu' });
});
afterAll(() => campus.close());

const stored = async (): Promise<unknown> => (await office.get('/api/move-in')).body;

test.each<[MoveInKind, number, string]>([
  ['departments', 1, 'Department,Code\nLetters,LE\n'],
  ['programmes', 1, 'Programme,Code,Department,Branches\nB.A.,BA,Arts,English; French\n'],
  ['terms', 1, 'Name,First day,Last day,id\nAutumn 2025,2025-09-01,2026-01-31,t1\n'],
  ['subjects', 1, 'Code,Name,Term,Teacher,id\nAL1,Algebra,t1,dana@example.edu,s1\n'],
  ['enrolments', 1, 'Student Email,Subject,Term\nann@example.edu,s1,t1\n'],
  [
    'helpers',
    1,
    'Teacher Email,Subject,Term,Kind,To,Section\neve@example.edu,s1,t1,substitute,2025-10-01,Morning\n',
  ],
  [
    'past-marks',
    2,
    'Student Email,Subject,Date,Mark\nann@example.edu,AL1,2025-10-01,P\nann@example.edu,AL1,2025-10-02,A\n',
  ],
  [
    'opening-balances',
    1,
    'Student Email,Subject,Term,Classes,Present,Until,id\nann@example.edu,s1,t1,20,16,2025-09-30,b1\n',
  ],
  [
    'exams',
    2,
    'Subject,Term,Exam,Date,id\nAL1,t1,Quiz,2025-12-01,x1\nAL1,t1,Final,2026-01-20,x2\n',
  ],
  [
    'past-results',
    2,
    'Student Email,Subject,Term,Exam,Date,Marks\nann@example.edu,AL1,t1,Oral,2025-11-03,7\nann@example.edu,AL1,t1,Final,2026-01-20,A\n',
  ],
])(
  '%s: if the connection is cut before any statement nothing is stored, and the same file can then be uploaded',
  async (kind, rows, content) => {
    const send = () => sendForm(office, `/api/move-in/${kind}`, [{ name: 'file.csv', content }]);
    const before = await stored();
    let statement = 1;
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    while (
      await breaker.at(statement, async () => {
        answer = await send();
      })
    ) {
      expect([statement, answer?.status]).toEqual([statement, 503]);
      expect([statement, await stored()]).toEqual([statement, before]);
      statement += 1;
    }
    // The loop has gone through all statements: the last time, none was interrupted.
    expect(statement).toBeGreaterThan(10);
    expect([answer?.status, answer?.body]).toEqual([200, rows]);
    expect(await stored()).not.toEqual(before);
    expect((await send()).body).toBe(0);
  },
);
