import {
  administrators,
  catalogue,
  examResults,
  mayCall,
  people as peopleCalls,
  type SearchResult,
  search,
  subjects,
} from '@campus/contract';
import type { Handler } from '../../http/call.ts';
import { findPeople, type FoundPerson } from '../people/index.ts';
import { teachingScope } from '../subjects/index.ts';
import { findRecords } from './search.queries.ts';

/** Teachers do not see the university IDs of colleagues. */
const personFound = (person: FoundPerson, all: boolean): SearchResult => {
  const { kind, id, name, email, univId, rollNo, course, department, left } = person;
  const facts =
    kind === 'student' ? [univId, rollNo, course] : [all ? univId : null, department, email];
  return {
    kind,
    id,
    title: name,
    line: [...facts, left].filter(Boolean).join(' · '),
    email,
  };
};

/** The call that shows each kind to an administrator, who only finds what their duty may open. */
const shownBy = {
  admin: administrators.list,
  student: peopleCalls.readStudent,
  teacher: peopleCalls.readFaculty,
  subject: subjects.readSubject,
  exam: examResults.readExam,
  book: catalogue.listBooks,
} as const;

export const find: Handler<typeof search.find> = async ({ campus, actor, query }) => {
  const { db } = campus;
  const { role } = actor;
  const all = role === 'admin';
  const whose = (work?: 'grade') => (role === 'teacher' && teachingScope(actor, work)) || actor.id;
  const asked = { role, taught: whose(), graded: whose('grade') };
  const [people, records] = await Promise.all([
    role === 'student' ? [] : findPeople(db, query.search, { all, most: search.maxPerKind }),
    findRecords(db, query.search, asked, campus.today()),
  ]);
  const found = [...people.map((person) => personFound(person, all)), ...records];
  return all ? found.filter(({ kind }) => mayCall(shownBy[kind], actor)) : found;
};
