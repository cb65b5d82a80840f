import { hash } from 'node:crypto';
import {
  addDays,
  audienceInWords,
  type IsoDate,
  lastSemester,
  type Leaver,
  leaversShown,
  promote,
  promotionInWords,
  staysInLastSemester,
  type TermClosing,
  type terms,
} from '@campus/contract';
import { actAs, storeVersion } from '../../db/history.ts';
import type { Transaction } from '../../db/db.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedTable } from '../../http/export-list.ts';
import { found, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { noSuchTerm } from './refusals.ts';
import * as closing from './term-closing.queries.ts';
import { refuseOverlap, requireClosable, requireDates, requireReason } from './terms.policy.ts';
import * as queries from './terms.queries.ts';
import { termDuplicates } from './terms.service.ts';
import { withdraw } from './withdrawal.service.ts';

type Closing = Call<typeof terms.closeTerm>;
type Wishes = Closing['body'];

/** A group of students: how many, and up to three names. */
interface Counted {
  readonly students: number;
  readonly examples: readonly string[];
}

const differs = ({ from, to }: closing.Step): boolean =>
  from.semester !== to.semester || from.year !== to.year;

/** Merges steps that differ only by programme. */
const merged = (steps: readonly (closing.Step & Counted)[]): TermClosing['promotion']['steps'] => {
  const ways = Map.groupBy(steps, ({ from: { semester, year }, to }) =>
    JSON.stringify([semester, year, to]),
  );
  return [...ways.values()].map((same) => ({
    from: { semester: same[0]!.from.semester, year: same[0]!.from.year },
    to: same[0]!.to,
    students: same.reduce((total, { students }) => total + students, 0),
    examples: same.flatMap(({ examples }) => examples).slice(0, 3),
  }));
};

/** Checks the chosen graduates: each in their last semester, on a day before the next term. */
const graduatesOf = async (
  tx: Transaction,
  term: queries.TermRecord,
  next: TermClosing['next'],
  { graduates }: Wishes,
): Promise<readonly string[]> => {
  if (!graduates || graduates.students.length === 0) return [];
  if (graduates.on < term.startsOn || graduates.on >= next.startsOn)
    throw invalid(
      'graduates.on',
      `The last day of those who have finished is from ${term.startsOn} to ${addDays(next.startsOn, -1)}.`,
    );
  const leavers = new Set((await closing.leavers(tx, term)).map(({ id }) => id));
  if (graduates.students.some((id) => !leavers.has(id)))
    throw invalid(
      'graduates.students',
      'Somebody ticked is not in the last semester of the programme any more, or is on leave. Choose who has finished again.',
    );
  return [...new Set(graduates.students)];
};

/** The next term: one planned before, or a new one (`id` null) to be created. */
const nextTerm = async (
  tx: Transaction,
  { next }: Wishes,
  closed: queries.TermRecord,
): Promise<TermClosing['next']> => {
  const after = (startsOn: IsoDate, field: string): void => {
    if (startsOn <= closed.endsOn)
      throw invalid(
        field,
        `${closed.name} ends on ${closed.endsOn}. The next term begins on ${addDays(closed.endsOn, 1)} or later.`,
      );
  };
  if ('termId' in next) {
    const planned = await queries.lockTerm(tx, next.termId, 'none');
    if (planned?.state !== 'planned')
      throw invalid('next.termId', 'Choose a planned term, or plan a new one.');
    after(planned.startsOn, 'next.termId');
    const { id, name, startsOn, endsOn } = planned;
    return { id, name, startsOn, endsOn };
  }
  requireDates(next, 'next.');
  after(next.startsOn, 'next.startsOn');
  refuseOverlap(await queries.overlappingTerm(tx, next, null), 'next.startsOn');
  if (await queries.termNamed(tx, next.name))
    throw invalid('next.name', termDuplicates.terms_name_key);
  return { id: null, ...next };
};

/** The subjects of a term that are wanted and not yet in the next one. Throws for one of another term. */
export const chosenSubjects = (
  subjects: readonly closing.CarriedRow[],
  wanted: Wishes['carrySubjects'],
  field: string,
): readonly closing.CarriedRow[] => {
  const missing = subjects.filter(({ there }) => !there);
  if (wanted === 'all') return missing;
  const known = new Set(subjects.map(({ id }) => id));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalid(field, `The subject ${unknown} does not belong to this term.`);
  const ids = new Set(wanted);
  return missing.filter(({ id }) => ids.has(id));
};

export const shownSubject = (row: closing.CarriedRow) => {
  const {
    course,
    branch,
    semester,
    year,
    teacherActive: _,
    there: __,
    inUse: ___,
    ...subject
  } = row;
  return { ...subject, audience: audienceInWords({ course, branch, semester, year }) };
};

const named = ({ subjectName, subjectCode }: closing.CarriedRow): string =>
  `${subjectName} (${subjectCode})`;

/** A warning that names students who are in their last semester and stay there. */
const atTheEnd = (
  groups: readonly (closing.Step & Counted)[],
  { promote: wanted }: Wishes,
): string[] => {
  const stay = groups.filter(
    ({ from }) => !from.repeats && staysInLastSemester(from, wanted, from.last ?? lastSemester),
  );
  const all = stay.reduce((total, { students }) => total + students, 0);
  if (all === 0) return [];
  const names = stay.flatMap(({ examples }) => examples).slice(0, 3);
  const more = all > names.length ? ` and ${all - names.length} more` : '';
  return [
    `${names.join(', ')}${more} ${all === 1 ? 'is' : 'are'} in the last semester and ${all === 1 ? 'stays' : 'stay'} there.`,
  ];
};

const warningsAbout = (
  term: queries.TermRecord,
  subjects: readonly closing.CarriedRow[],
  today: IsoDate,
): string[] => {
  const empty = subjects.filter(({ students, inUse }) => students === 0 && !inUse);
  const more = empty.length > 3 ? ` and ${empty.length - 3} more` : '';
  return [
    ...(term.endsOn > today
      ? [
          `${term.name} runs until ${term.endsOn}. Once it is closed, teachers cannot mark attendance in it any more.`,
        ]
      : []),
    ...(empty.length > 0
      ? [
          `Nobody would be enrolled in ${empty.slice(0, 3).map(named).join(', ')}${more}: no active student is of their audience in the next term.`,
        ]
      : []),
    ...subjects
      .filter(({ teacherActive }) => !teacherActive)
      .map(
        (subject) =>
          `${subject.teacherName}, who teaches ${named(subject)}, is no longer active. Hand the subject over.`,
      ),
  ];
};

/** Works out what a closing will do, before anything is changed. */
const makePlan = async (
  tx: Transaction,
  term: queries.TermRecord,
  wishes: Wishes,
  today: IsoDate,
) => {
  requireClosable(term, await queries.lastClassDayOf(tx, term.id));
  const next = await nextTerm(tx, wishes, term);
  const graduates = await graduatesOf(tx, term, next, wishes);
  const standings = await closing.standings(tx, graduates);
  const steps = standings.map(({ students, examples, ...from }) => {
    const { semester, year, last, repeats } = from;
    const standing = { semester, year };
    const goesOn = promote(standing, wishes.promote, last ?? lastSemester);
    return { from, to: repeats ? standing : goesOn, students, examples };
  });
  const promoted = steps.filter((step) => differs(step));
  const all = await closing.subjectsToCarry(tx, term.id, next, steps, graduates);
  const carried = chosenSubjects(all, wishes.carrySubjects, 'carrySubjects');
  const prepared = next.id
    ? await closing.subjectsToCarry(tx, next.id, next, steps, graduates)
    : [];
  const subjects = [...prepared, ...carried];
  const sum = (rows: readonly { readonly students: number }[]): number =>
    rows.reduce((total, { students }) => total + students, 0);

  const outcome = {
    term: { id: term.id, name: term.name, endsOn: term.endsOn },
    next,
    promotion: {
      rule: promotionInWords(wishes.promote),
      promoted: sum(promoted),
      unchanged: sum(steps) - sum(promoted),
      steps: merged(promoted),
    },
    graduates: graduates.length,
    subjects: subjects.map((subject) => shownSubject(subject)),
    prepared: prepared.length,
    leftBehind: all.filter(({ there }) => !there).length - carried.length,
    enrolmentsClosed: await closing.countToClose(tx, term),
    enrolmentsOpened: sum(subjects),
    warnings: [...atTheEnd(steps, wishes), ...warningsAbout(term, subjects, today)],
  };
  const plan = hash(
    'sha256',
    JSON.stringify([outcome, wishes.graduates, await closing.studentsDigest(tx)]),
    'base64url',
  );
  return {
    report: { dryRun: true, plan, ...outcome },
    steps: steps.filter((step) => differs(step) || step.from.repeats),
    graduates,
    carried: carried.map(({ id }) => id),
  };
};

/** Dry run: reports what closing the term would change. */
const planClosing = ({ campus, params, body }: Closing): Promise<TermClosing> =>
  inLongTransaction(campus.db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const term = found(await queries.lockTerm(tx, params.termId, 'none'), noSuchTerm);
    return (await makePlan(tx, term, body, campus.today())).report;
  });

/**
 * Closes the term and opens the next, all or nothing. The locks on terms and students keep the plan valid until the
 * commit; a plan sent along that differs from this one is refused.
 */
const closeAndOpen = ({ campus, actor, params: { termId }, body }: Closing): Promise<TermClosing> =>
  inLongTransaction(campus.db, termDuplicates, async (tx) => {
    await actAs(tx, actor.id);
    const planned = 'termId' in body.next ? body.next.termId : termId;
    await queries.lockTerms(tx, [termId, planned]);
    const term = found(await queries.lockTerm(tx, termId, 'exclusive'), noSuchTerm);
    await closing.lockStudents(tx);
    const { report, steps, carried, graduates } = await makePlan(tx, term, body, campus.today());
    if (body.plan && body.plan !== report.plan)
      throw conflict(
        'The campus has changed since this was worked out. Nothing was done: look at the new numbers first.',
      );
    const reason = body.reason ?? null;
    requireReason(term, reason, campus.today());
    if (body.graduates && graduates.length > 0) {
      await closing.storeGraduates(tx, termId, graduates, body.graduates.on);
      await withdraw(campus, tx, graduates, body.graduates.on, true);
    }
    await closing.closeEnrolments(tx, term);
    await closing.promoteStudents(tx, termId, steps, graduates);
    const next = report.next.id ?? (await queries.insertTerm(tx, report.next));
    const closed = closing.closedTermColumns(actor.id, reason, {
      id: next,
      isNew: report.next.id === null,
    });
    const changes = [
      { field: 'state', before: 'open', after: 'closed' },
      ...(reason === null ? [] : [{ field: 'reason', before: null, after: reason }]),
    ];
    await storeVersion(tx, 'term', termId, closed, { changes, actorId: actor.id });
    await queries.markOpen(tx, next);
    await closing.carrySubjects(tx, carried, next);
    await closing.enrolEverybody(tx, next, graduates);
    return { ...report, dryRun: false, next: { ...report.next, id: next } };
  });

export const listLeavers: Handler<typeof terms.listLeavers> = async ({ campus, params }) => {
  const term = found(await queries.termById(campus.db, params.termId), noSuchTerm);
  return closing.leavers(campus.db, term);
};

export const exportLeavers: Handler<typeof terms.exportLeavers> = (call) =>
  exportedTable<typeof terms.listLeavers, Leaver>(listLeavers, (leavers) => ({
    rows: leaversShown(leavers, call.query),
    columns: [
      ['Name', 'text', (row) => row.name],
      ['Roll Number', 'text', (row) => row.rollNo],
      ['Programme', 'text', (row) => row.course],
      ['Semester', 'number', (row) => row.semester],
      ['Library Books', 'number', (row) => row.loans],
    ],
  }))(call);

export const closeTerm: Handler<typeof terms.closeTerm> = (call) =>
  call.query.dryRun ? planClosing(call) : closeAndOpen(call);
