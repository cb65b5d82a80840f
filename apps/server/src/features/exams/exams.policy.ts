import type { IsoDate } from '@campus/contract';
import { CampusError } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import type { SubjectContext } from '../subjects/index.ts';

export const requireDayInTerm = (heldOn: IsoDate, { startsOn, endsOn }: SubjectContext): void => {
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

/** Refuses results of an exam that has not been held. */
export const requireTakenPlace = (heldOn: IsoDate, today: IsoDate): void => {
  if (heldOn > today)
    throw new CampusError(
      'invalid',
      `This exam is held on ${heldOn}. Its marks can be entered from that day on.`,
    );
};
