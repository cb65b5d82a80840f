import { useEffect, useReducer } from 'react';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import {
  discard,
  emptyMarking,
  load,
  markTheRest,
  setMark,
  settle,
  undoTheRest,
} from './marking.ts';
import type { Mark, Marking, SentMark } from './marking.ts';
import { keepUnsentMarks, readUnsentMarks } from './unsent-marks.ts';

export type MarkingAction =
  | { readonly type: 'loaded'; readonly roster: LoadedRoster }
  | { readonly type: 'mark'; readonly email: string; readonly change: Partial<Mark> }
  | { readonly type: 'mark the rest' }
  | { readonly type: 'undo the rest' }
  | { readonly type: 'discard' }
  | {
      readonly type: 'submitted';
      readonly sent: readonly SentMark[];
      readonly givenUp: readonly string[];
    };

export type Dispatch = (action: MarkingAction) => void;

const reduce = (marking: Marking, action: MarkingAction): Marking => {
  switch (action.type) {
    case 'loaded':
      return load(marking, action.roster.entries, action.roster.etag);
    case 'mark':
      return setMark(marking, action.email, action.change);
    case 'mark the rest':
      return markTheRest(marking);
    case 'undo the rest':
      return undoTheRest(marking);
    case 'discard':
      return discard(marking);
    default:
      return settle(marking, action.sent, action.givenUp);
  }
};

/** The roll of one class: its roster with the marks of this screen, kept on the device until sent. */
export const useMarking = (
  person: string,
  klass: ClassDay,
  roster: LoadedRoster,
): readonly [Marking, Dispatch] => {
  const { subjectId, date } = klass;
  const [marking, dispatch] = useReducer(reduce, null, () =>
    load({ ...emptyMarking, ...readUnsentMarks(person, klass) }, roster.entries, roster.etag),
  );
  useEffect(() => dispatch({ type: 'loaded', roster }), [roster]);
  const { marks, since } = marking;
  useEffect(
    () => keepUnsentMarks(person, { subjectId, date }, { marks, since }),
    [person, subjectId, date, marks, since],
  );
  return [marking, dispatch];
};
