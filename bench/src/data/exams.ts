import { addDays, type IsoDate } from '@campus/contract';
import { createRandom } from '@campus/server/src/demo/random.ts';
import type { Client } from 'pg';
import { continueIds, copy, line } from './copy.ts';
import type { BenchCampus, Subject } from './generate.ts';

const titles = ['First test', 'Second test', 'Midterm'] as const;

/** Published exams of each subject; one more is held and still a draft. */
export const publishedExams = titles.length;

/** The id of a subject's nth exam; the last one is the draft. */
export const examId = (subject: Subject, number: number): number =>
  (subject.id - 1) * (publishedExams + 1) + number + 1;

export const draftOf = (subject: Subject): number => examId(subject, publishedExams);

/** Marks of a class's nth student at a turn: each turn changes all of them. */
export const marksAt = (index: number, turn: number): number =>
  ((index * 7) % 50) + (turn % 2) * 50;

const heldOn = ({ heldOn: [last], term }: BenchCampus, number: number): IsoDate =>
  addDays(last ?? term.startsOn, -20 * (publishedExams - number));

const exams = function* (campus: BenchCampus): Generator<string> {
  for (const subject of campus.subjects) {
    const by = subject.teacher.id;
    for (const [number, title] of titles.entries()) {
      const day = heldOn(campus, number);
      yield line(examId(subject, number), subject.id, title, day, 1, `${day} 18:00Z`, by, by);
    }
    const day = heldOn(campus, publishedExams);
    yield line(draftOf(subject), subject.id, 'Final', day, 0, null, null, by);
  }
};

/** All results of the published exams; one student in fifty was absent. */
const results = function* (
  campus: BenchCampus,
  ofExam: (subject: Subject) => string,
): Generator<string> {
  const random = createRandom(11);
  for (const subject of campus.subjects)
    for (let number = 0; number < publishedExams; number += 1)
      yield subject.students
        .map(({ id }) => {
          const absent = random.chance(0.02);
          const marks = absent ? null : random.whole(20, 100);
          return `${line(examId(subject, number), id, marks, absent).trimEnd()}\t${ofExam(subject)}\n`;
        })
        .join('');
};

/** 4,000 exams and 600,000 published results with the history of each; drafts have none. */
export const loadExams = async (client: Client, campus: BenchCampus): Promise<void> => {
  await client.query('set session_replication_role = replica');
  const exam =
    'id, subject_id, title, held_on, marks_version, published_at, published_by, created_by';
  await copy(client, `exams (${exam})`, exams(campus));
  const result = 'exam_id, student_id, marks, absent';
  await copy(
    client,
    `exam_results (${result}, max_marks, marked_by)`,
    results(campus, ({ teacher }) => `100\t${teacher.id}`),
  );
  await copy(
    client,
    `exam_result_changes (${result}, version, published, changed_by)`,
    results(campus, ({ teacher }) => `1\tfalse\t${teacher.id}`),
  );
  await continueIds(client, 'exams');
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (analyze) exams, exam_results, exam_result_changes');
};
