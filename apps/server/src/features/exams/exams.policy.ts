import type { IsoDate } from '@campus/contract';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { requireTeaching } from '../subjects/index.ts';

/** A subject as far as it decides about its exams. */
export interface ExamGround {
  readonly teacherId: string;
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly termClosed: boolean;
}

/** What a closed term holds is corrected by an administrator alone. */
export const requireChanging = (actor: Actor, ground: ExamGround): void => {
  requireTeaching(actor, ground.teacherId);
  if (ground.termClosed && actor.role !== 'admin')
    throw new CampusError(
      'forbidden',
      'The term of this subject is closed. An administrator can still correct its exams.',
    );
};

export const requireDayInTerm = (heldOn: IsoDate, { startsOn, endsOn }: ExamGround): void => {
  if (heldOn < startsOn)
    throw invalid(
      'heldOn',
      `The term of this subject begins on ${startsOn}. Choose that day or later.`,
    );
  if (heldOn > endsOn)
    throw invalid(
      'heldOn',
      `The term of this subject ends on ${endsOn}. Choose that day or earlier.`,
    );
};

/** There are no results of an exam that has not been held. */
export const requireHeld = (heldOn: IsoDate, today: IsoDate): void => {
  if (heldOn > today)
    throw new CampusError(
      'invalid',
      `This exam is held on ${heldOn}. Its marks can be entered from that day on.`,
    );
};
