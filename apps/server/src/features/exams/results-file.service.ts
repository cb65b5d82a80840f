import {
  createStudentFinder,
  entriesShown,
  type ExamEntry,
  examResults,
  headerProblem,
  type ImportedResult,
  type IsoDate,
  type ListRecord,
  resultColumns,
  type ResultRow,
  resultRules,
  type ResultsReport,
  type RowProblem,
  sameResult,
  writeResult,
} from '@campus/contract';
import { tableFile, type TableColumns } from '../../csv/table-file.ts';
import { openListFile } from '../../csv/list-file.ts';
import { describeAct } from '../../db/acts.ts';
import type { Db } from '../../db/db.ts';
import type { Call, Handler } from '../../http/call.ts';
import { type FileRules, withFile } from '../../http/receive-file.ts';
import { CampusError } from '../../campus-error.ts';
import { type Spool, streamFrom } from '../../spool.ts';
import { readEntries } from './entries.queries.ts';
import type { ExamRecord } from './exam-record.queries.ts';
import { requireTakenPlace } from './exams.policy.ts';
import { withExam } from './exams.service.ts';
import { managedExam, storeSent } from './results.service.ts';
import { requireMayChangeMarks, requireTeaching, sectionsGraded } from '../subjects/index.ts';
import { namesByIdentity } from './students.queries.ts';

const resultOf = (entry: Pick<ExamEntry, 'marks' | 'absent'>) =>
  entry.absent || entry.marks !== null ? { marks: entry.marks, absent: entry.absent } : null;

const { label } = resultColumns;
const columns: TableColumns<ExamEntry> = [
  [label('registrationNumber'), 'text', (entry) => entry.univId],
  [label('rollNo'), 'text', (entry) => entry.rollNo],
  [label('name'), 'text', (entry) => entry.studentName],
  [label('email'), 'text', (entry) => entry.studentEmail],
  [label('marks'), 'number', (entry) => writeResult(resultOf(entry))],
];

/** Exports the class by roll number, ready to be filled in; blank where there is no result. */
export const exportResults: Handler<typeof examResults.exportResults> = async (call) => {
  const { campus, actor, params, query } = call;
  const { exam, taught } = await managedExam(campus, actor, params.examId);
  const entries = await readEntries(campus.db, exam.id, taught);
  return streamFrom(campus.db, () =>
    tableFile(query.format, columns, [entriesShown(entries, query)]),
  );
};

/** Reads the file of a class completely. */
const readFile = async (content: Spool, { maxMarks }: ExamRecord, today: IsoDate) => {
  const list = { records: resultRules(maxMarks), shown: [], plural: 'results' };
  const { header, rows: batches } = await openListFile(list, content, today);
  const reason = headerProblem(header.fields);
  if (reason !== null) {
    const details = [{ row: 1, column: null, value: null, reason }];
    throw new CampusError('rows_invalid', `${reason}.`, { details });
  }
  const rows: ListRecord<ResultRow>[] = [];
  for await (const batch of batches) rows.push(...batch.map(({ record }) => record));
  return {
    rows,
    /** The name of a field's column in the file. */
    nameOf: (field: keyof ResultRow) => header.names[header.fields.indexOf(field)] ?? null,
    unknownColumns: header.unknown,
  };
};

interface Match {
  readonly row: number;
  readonly student: ExamEntry;
  readonly values: ResultRow;
}

/** Finds the student of each row; rows that match nobody, or a student twice, become problems. */
const matchRows = async (
  db: Db,
  { rows, nameOf }: Awaited<ReturnType<typeof readFile>>,
  entries: readonly ExamEntry[],
  /** Said of a student who is not among them. */
  notThere: string,
): Promise<{ matches: Match[]; problems: RowProblem[] }> => {
  const find = createStudentFinder(entries);
  const problems: RowProblem[] = [];
  const matches: Match[] = [];
  const seen = new Map<ExamEntry, number>();
  const unknown: { row: number; field: 'registrationNumber' | 'rollNo' | 'email'; text: string }[] =
    [];
  for (const { row, values, problems: own } of rows) {
    problems.push(...own);
    if (own.some(({ column }) => column === null)) continue;
    const found = find(values);
    if ('missing' in found) {
      if (own.every(({ column }) => column !== nameOf(found.missing)))
        unknown.push({ row, field: found.missing, text: values[found.missing] ?? '' });
    } else if ('contradiction' in found) {
      const column = nameOf(found.contradiction);
      const value = values[found.contradiction];
      const reason = 'This belongs to another student than the cell before it';
      problems.push({ row, column, value, reason });
    } else if ('blank' in found) {
      const reason = 'The row does not say whose marks these are';
      if (own.length === 0) problems.push({ row, column: null, value: null, reason });
    } else {
      const first = seen.get(found.student);
      if (first === undefined) {
        seen.set(found.student, row);
        matches.push({ row, student: found.student, values });
      } else {
        const reason = `${found.student.studentName} is in row ${first} already`;
        problems.push({ row, column: null, value: null, reason });
      }
    }
  }
  const names = await namesByIdentity(
    db,
    unknown.map(({ text }) => text),
  );
  for (const { row, field, text } of unknown) {
    const name = names.get(text);
    const reason =
      name === undefined
        ? `No student has this ${resultColumns.label(field)}`
        : `${name} ${notThere}`;
    problems.push({ row, column: nameOf(field), value: text, reason });
  }
  problems.sort((one, other) => one.row - other.row);
  return { matches, problems };
};

const changesOf = (matches: readonly Match[]): ImportedResult[] =>
  matches.flatMap(({ row, student, values: { marks: to } }) => {
    if (to === null || sameResult(resultOf(student), to)) return [];
    const { studentName, univId, rollNo, studentEmail, marks, absent } = student;
    const registrationNumber = univId ?? rollNo ?? studentEmail;
    return [{ row, studentName, registrationNumber, from: { marks, absent }, to: { ...to } }];
  });

type Importing = Call<typeof examResults.importResults>;

const fileRules: FileRules = {
  onlyCsv: true,
  tooLarge: 'The file is larger than 32 MB: it is no list of one class.',
};

/** Reports what a file would change and, unless it is a dry run, stores it. A single bad row prevents storing. */
const importFile = (call: Importing, content: Spool): Promise<ResultsReport> =>
  withExam(
    call,
    async (tx, exam) => {
      const { campus, actor, query, seen } = call;
      const taught = requireTeaching(actor, 'grade', exam);
      requireTakenPlace(exam.heldOn, campus.today());
      const file = await readFile(content, exam, campus.today());
      const entries = await readEntries(tx, exam.id, taught);
      const sections = sectionsGraded(actor, exam);
      const notThere = `was not enrolled in ${sections ? 'a section of yours' : 'this class'} on ${exam.heldOn}`;
      const { matches, problems } = await matchRows(tx, file, entries, notThere);
      const changes = changesOf(matches);
      const blank = matches.filter(({ values }) => values.marks === null).length;
      const report = {
        rows: file.rows.length,
        blank,
        unchanged: matches.length - blank - changes.length,
        problemRows: new Set(problems.map(({ row }) => row)).size,
        problems,
        changes,
        unknownColumns: [...file.unknownColumns],
      };
      if (query.dryRun) return report;
      if (problems.length > 0) {
        const { problemRows } = report;
        const sentence = `${problemRows} ${problemRows === 1 ? 'row needs' : 'rows need'} a fix. Nothing was stored.`;
        throw new CampusError('rows_invalid', sentence, { details: problems });
      }
      describeAct({ count: changes.length });
      const sent = matches.filter(({ values }) => values.marks !== null);
      await storeSent(
        tx,
        exam,
        {
          studentIds: sent.map(({ student }) => student.studentId),
          marks: sent.map(({ values }) => values.marks?.marks ?? null),
          absent: sent.map(({ values }) => values.marks?.absent ?? false),
        },
        { actor, seen },
      );
      return report;
    },
    requireMayChangeMarks,
  );

export const importResults: Handler<typeof examResults.importResults> = async (call) => {
  await managedExam(call.campus, call.actor, call.params.examId);
  return withFile(call.request, examResults.importResults.upload, fileRules, ({ content }) =>
    importFile(call, content),
  );
};
