import {
  type BodyIn,
  type FacultyDetails,
  facultyRecords,
  people,
  personHistory,
  type StudentDetails,
  studentRecords,
} from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { pagesQueryOf, queryOf } from '../../../lib/query.ts';

export const studentOptions = (id: string) =>
  queryOf(studentRecords.readStudent, { params: { id } });

export const facultyOptions = (id: string) =>
  queryOf(facultyRecords.readFaculty, { params: { id } });

export const taughtOptions = (id: string) =>
  queryOf(facultyRecords.taughtSubjects, { params: { id } });

/** The last changes first, ten at a time. */
export const historyOptions = (id: string) =>
  pagesQueryOf(personHistory.readHistory, 10, { params: { id } });

/** Teachers whose name or e-mail fits, for a field that suggests some. */
export const teachersLike = (search: string) =>
  queryOf(people.listFaculty, { query: { search, limit: 8 }, enabled: search !== '' });

/** A record as the screen saw it. */
interface Seen {
  readonly id: string;
  readonly version: number;
}

/** The contract checks what a form of the table's fields sends. */
export const changeStudent = ({ id, version }: Seen, body: object): Promise<StudentDetails> =>
  call(studentRecords.changeStudent, { params: { id }, body, seen: version });
export const changeFaculty = ({ id, version }: Seen, body: object): Promise<FacultyDetails> =>
  call(facultyRecords.changeFaculty, { params: { id }, body, seen: version });

export const withdrawStudent = (id: string, on: string): Promise<StudentDetails> =>
  call(studentRecords.withdrawStudent, { params: { id }, body: { on } });
export const reinstateStudent = (id: string): Promise<StudentDetails> =>
  call(studentRecords.reinstateStudent, { params: { id } });
export const handOver = (id: string, body: BodyIn<typeof facultyRecords.handOver>) =>
  call(facultyRecords.handOver, { params: { id }, body });
