import { hash } from 'node:crypto';
import {
  addDays,
  audienceInWords,
  isAtTheEnd,
  type IsoDate,
  lastSemester,
  promote,
  promotionInWords,
  type Standing,
  type TermClosing,
  type terms,
} from '@campus/contract';
import { actAs, storeVersion } from '../../db/history.ts';
import type { Transaction } from '../../db/db.ts';
import { inLongTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { found, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { noSuchTerm } from './refusals.ts';
import * as closing from './term-closing.queries.ts';
import { refuseOverlap, requireClosable, requireDates, requireReason } from './terms.policy.ts';
import * as queries from './terms.queries.ts';
import { termDuplicates } from './terms.service.ts';

type Closing = Call<typeof terms.closeTerm>;
type Wishes = Closing['body'];

/** Everything about a closing before anything is changed. */
interface Plan {
  readonly report: TermClosing;
  readonly steps: readonly closing.Step[];
  readonly carried: readonly string[];
}

const differs = ({ from, to }: closing.Step): boolean =>
  from.semester !== to.semester || from.year !== to.year;

/** The term to open next: planned before, or created on the way. */
const nextTerm = async (
  tx: Transaction,
  { next }: Wishes,
  closed: queries.HeldTerm,
): Promise<TermClosing['next']> => {
  const after = (startsOn: IsoDate, field: string): void => {
    if (startsOn <= closed.endsOn)
      throw invalid(
        field,
        `${closed.name} ends on ${closed.endsOn}. The next term begins on ${addDays(closed.endsOn, 1)} or later.`,
      );
  };
  if ('termId' in next) {
    const planned = await queries.lockTerm(tx, next.termId, 'looking');
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

const chosen = (
  subjects: readonly closing.CarriedRow[],
  { carrySubjects }: Wishes,
): readonly closing.CarriedRow[] => {
  if (carrySubjects === 'all') return subjects;
  const known = new Set(subjects.map(({ id }) => id));
  const wanted = new Set(carrySubjects);
  const unknown = carrySubjects.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalid('carrySubjects', `The subject ${unknown} does not belong to this term.`);
  return subjects.filter(({ id }) => wanted.has(id));
};

const named = ({ subjectName, subjectCode }: closing.CarriedRow): string =>
  `${subjectName} (${subjectCode})`;

interface Group {
  readonly from: Standing;
  readonly students: number;
  readonly examples: readonly string[];
}

/** Students who have come to the end of their programme, by name. */
const atTheEnd = (groups: readonly Group[], { promote: wanted }: Wishes): string[] => {
  const stay = groups.filter(({ from }) => isAtTheEnd(from, wanted));
  const all = stay.reduce((total, { students }) => total + students, 0);
  if (all === 0) return [];
  const names = stay.flatMap(({ examples }) => examples).slice(0, 3);
  const more = all > names.length ? ` and ${all - names.length} more` : '';
  return [
    `${names.join(', ')}${more} ${all === 1 ? 'is' : 'are'} in semester ${lastSemester} or beyond and ${all === 1 ? 'stays' : 'stay'} there. Anyone who has finished can be withdrawn.`,
  ];
};

const warningsAbout = (
  term: queries.HeldTerm,
  subjects: readonly closing.CarriedRow[],
  today: IsoDate,
): string[] => {
  const empty = subjects.filter(({ students }) => students === 0);
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

const makePlan = async (
  tx: Transaction,
  term: queries.HeldTerm,
  wishes: Wishes,
  today: IsoDate,
): Promise<Plan> => {
  requireClosable(term, (await queries.classDaysOf(tx, term.id)).last);
  const next = await nextTerm(tx, wishes, term);
  const standings = await closing.standings(tx);
  const steps = standings.map(({ semester, year, students, examples }) => {
    const from = { semester, year };
    return { from, to: promote(from, wishes.promote), students, examples };
  });
  const promoted = steps.filter((step) => differs(step));
  const all = await closing.subjectsToCarry(tx, term.id, steps);
  const subjects = chosen(all, wishes);
  const sum = (rows: readonly { readonly students: number }[]): number =>
    rows.reduce((total, { students }) => total + students, 0);

  const outcome = {
    term: { id: term.id, name: term.name, endsOn: term.endsOn },
    next,
    promotion: {
      rule: promotionInWords(wishes.promote),
      promoted: sum(promoted),
      unchanged: sum(steps) - sum(promoted),
      steps: promoted,
    },
    subjects: subjects.map(
      ({ course, branch, semester, year, teacherActive: _teacherActive, ...subject }) => ({
        ...subject,
        audience: audienceInWords({ course, branch, semester, year }),
      }),
    ),
    leftBehind: all.length - subjects.length,
    enrolmentsClosed: await closing.countToClose(tx, term),
    enrolmentsOpened: sum(subjects),
    warnings: [...atTheEnd(steps, wishes), ...warningsAbout(term, subjects, today)],
  };
  const plan = hash(
    'sha256',
    JSON.stringify([outcome, await closing.studentsDigest(tx)]),
    'base64url',
  );
  return {
    report: { dryRun: true, plan, ...outcome },
    steps: promoted,
    carried: subjects.map(({ id }) => id),
  };
};

/** Says what closing the term would do, and changes nothing. */
const planClosing = ({ campus, params, body }: Closing): Promise<TermClosing> =>
  inLongTransaction(campus.db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const term = found(await queries.lockTerm(tx, params.termId, 'looking'), noSuchTerm);
    return (await makePlan(tx, term, body, campus.today())).report;
  });

/**
 * Closes the term and opens the next, all or nothing. Holding the term and the students keeps what
 * the plan counted as it is until the end; a plan sent along that is not this one is refused.
 */
const closeAndOpen = ({ campus, actor, params: { termId }, body }: Closing): Promise<TermClosing> =>
  inLongTransaction(campus.db, termDuplicates, async (tx) => {
    await actAs(tx, actor.id);
    const planned = 'termId' in body.next ? body.next.termId : termId;
    await queries.lockTerms(tx, [termId, planned]);
    const term = found(await queries.lockTerm(tx, termId, 'alone'), noSuchTerm);
    await closing.lockStudents(tx);
    const { report, steps, carried } = await makePlan(tx, term, body, campus.today());
    if (body.plan && body.plan !== report.plan)
      throw conflict(
        'The campus has changed since this was worked out. Nothing was done: look at the new numbers first.',
      );
    const reason = body.reason ?? null;
    requireReason(term, reason, campus.today());
    await closing.closeEnrolments(tx, term);
    await closing.promoteStudents(tx, termId, steps);
    const next = report.next.id ?? (await queries.insertTerm(tx, report.next));
    const closed = closing.asClosed(actor.id, reason, { id: next, isNew: report.next.id === null });
    const changes = [
      { field: 'state', before: 'open', after: 'closed' },
      ...(reason === null ? [] : [{ field: 'reason', before: null, after: reason }]),
    ];
    await storeVersion(tx, 'term', termId, closed, { changes, actorId: actor.id });
    await queries.markOpen(tx, next);
    await closing.carrySubjects(tx, carried, next);
    await closing.enrolEverybody(tx, next);
    return { ...report, dryRun: false, next: { ...report.next, id: next } };
  });

export const closeTerm: Handler<typeof terms.closeTerm> = (call) =>
  call.query.dryRun ? planClosing(call) : closeAndOpen(call);
