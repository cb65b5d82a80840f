import type { IsoDate, MoveInKind } from '@campus/contract';
import { expect, test } from 'vitest';
import { testCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

test.each<[MoveInKind, string]>([
  ['subjects', 'Code,Name,Teacher\nBO1,Botany,dana@example.edu\n'],
  ['enrolments', 'Student Email,Subject\nann@example.edu,AL1\n'],
  ['helpers', 'Teacher Email,Subject,Kind\neve@example.edu,AL1,co-teacher\n'],
])(
  '%s: a file that arrives while the term is being closed waits, and is then refused',
  async (kind, content) => {
    const campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
    const { make, database } = campus;
    const closing = await database.pool.connect();
    try {
      const office = campus.as(await make.admin({ duty: 'registrar' }));
      const dana = await make.teacher({ email: 'dana@example.edu' });
      await make.teacher({ email: 'eve@example.edu' });
      await make.student({ email: 'ann@example.edu' });
      const term = await make.term({
        name: 'Autumn 2026',
        starts_on: '2026-09-01' as IsoDate,
        ends_on: '2027-01-31' as IsoDate,
      });
      await make.subject({ term_id: term.id, teacher_id: dana.id, code: 'AL1', name: 'Algebra' });
      await closing.query(`begin;
        update terms set is_open = false, closed_at = now(), closed_by = ${dana.id}
        where is_open`);
      let answered = false;
      const answer = sendForm(office, `/api/move-in/${kind}`, [
        { name: 'file.csv', content },
      ]).finally(() => (answered = true));
      const waiting = async () => {
        const { rowCount } = await database.pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return (rowCount ?? 0) > 0;
      };
      await expect.poll(async () => answered || (await waiting())).toBe(true);
      expect(answered).toBe(false);
      await closing.query('commit');
      expect((await answer).status).toBe(422);
    } finally {
      closing.release(true);
      await campus.close();
    }
  },
);
