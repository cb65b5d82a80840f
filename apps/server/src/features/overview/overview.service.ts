import { type overview, sessionHours } from '@campus/contract';
import type { Handler } from '../../http/call.ts';
import { openTerm } from '../subjects/index.ts';
import { countOpenSubjects, countPeople } from './overview.queries.ts';

export const campus: Handler<typeof overview.campus> = async ({ campus: of, actor }) => ({
  today: of.today(),
  timezone: of.timezone,
  expectedPercentage: of.settings.expectedPercentage,
  sessionHours: sessionHours(actor.role, of.settings.sessions),
  term: (await openTerm(of.db)) ?? null,
});

export const countStudents: Handler<typeof overview.countStudents> = (call) =>
  countPeople(call.campus.db, 'student');

export const countFaculty: Handler<typeof overview.countFaculty> = (call) =>
  countPeople(call.campus.db, 'teacher');

export const countClasses: Handler<typeof overview.countClasses> = (call) =>
  countOpenSubjects(call.campus.db);
