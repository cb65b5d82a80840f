import { matchesWords, searchWords, studentText } from '@campus/contract';

/** A student of the teacher's list; blanks are null. */
export interface StudentRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly univId: string | null;
  readonly rollNo: string | null;
  readonly course: string | null;
}

const textOf = (...given: readonly unknown[]): string | null => {
  const text = given.find((value) => typeof value === 'number' || typeof value === 'string');
  return text === undefined ? null : String(text).trim() || null;
};

/**
 * The rows of a response, which may be a list or a single student. `before` is the number of students on earlier
 * pages: a student without an id gets their position in the list as one.
 */
export const readStudents = (answer: unknown, before: number): StudentRow[] => {
  const given: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return given
    .filter(
      (student): student is Record<string, unknown> =>
        typeof student === 'object' && student !== null,
    )
    .map((student, index) => ({
      id: textOf(student['id']) ?? String(before + index + 1),
      name: textOf(student['name']),
      email: textOf(student['email']),
      univId: textOf(student['univId']),
      rollNo: textOf(student['rollNo'], student['rollNumber']),
      course: textOf(student['course'], student['courseName']),
    }));
};

/** Whether a search finds a student, for servers that send everybody at once. */
export const isFound = ({ name, email, univId, rollNo }: StudentRow, search: string): boolean =>
  matchesWords(studentText(name, email, univId, rollNo), searchWords(search));
