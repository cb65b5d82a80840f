import { campusMinuteOf, type handIns } from '@campus/contract';
import { discardAct } from '../../db/acts.ts';
import { conflict } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { invalid } from '../../http/refusals.ts';
import { requireInTerm } from './assignments.policy.ts';
import { isEnrolled } from './assignments.queries.ts';
import { storeExtension } from './extensions.queries.ts';
import { withStudent } from './marks.service.ts';
import { minuteInWords } from './refusals.ts';

export const extendDeadline: Handler<typeof handIns.extendDeadline> = (call) =>
  withStudent(call, async (tx, { assignment, work, by }) => {
    const { campus, body } = call;
    const asked = { ...by, today: campus.today() };
    if (work.version === 0 && !(await isEnrolled(tx, asked)))
      throw conflict('This student does not have this assignment to do.');
    const dueAt = requireInTerm(campus, body.deadline, assignment);
    if (dueAt <= assignment.deadline)
      throw invalid(
        'deadline',
        `The deadline is ${minuteInWords(campusMinuteOf(campus.timezone, assignment.deadline))}. Choose a later day or time.`,
      );
    await storeExtension(tx, by, { dueAt, reason: body.reason });
  });

export const endExtension: Handler<typeof handIns.endExtension> = (call) =>
  withStudent(call, async (tx, { work, by }) => {
    if (work.extendedTo === null) return discardAct();
    await storeExtension(tx, by, { dueAt: null, reason: '' });
  });
