import { attendance } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { pageQueryOf, queryOf } from '../../../../lib/query.ts';
import { taughtSubjectsQuery } from '../../../../lib/taught-subjects.ts';
import { rosterQuery, statsQuery } from '../../attendance.api.ts';
import { reloadMarks } from './submission-queue.ts';

const classDay = { subjectId: '7', sectionId: null, date: asDay('2026-11-20') };
const params = { subjectId: '7', date: '2026-11-20' };

it('after a class was submitted, nothing that counts it is shown from the cache', async () => {
  const client = new QueryClient();
  const counting = [
    rosterQuery(classDay),
    statsQuery(classDay),
    queryOf(attendance.roster, { params }),
    queryOf(attendance.attendanceSheet, { params }),
    queryOf(attendance.dayOverview, { params }),
    pageQueryOf(attendance.listLowAttendance, { query: { page: 1 } }),
  ].map(({ queryKey }) => queryKey);
  const subjects = taughtSubjectsQuery('meera@example.edu').queryKey;
  for (const key of [...counting, subjects]) client.setQueryData(key, []);
  await reloadMarks(client);
  const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(counting.map(isOutdated)).toEqual(counting.map(() => true));
  expect(isOutdated(subjects)).toBe(false);
});
