import {
  type CorrectableField,
  correctableFields,
  type Correction,
  type Reader,
  studentFields,
} from '@campus/contract';
import { forbidden } from '../../campus-error.ts';
import type { Actor } from '../../http/call.ts';
import { readersOf } from '../people/index.ts';

/** Outcomes are for the teacher who asked: nobody else marks them as looked at. */
export const requireOwnRequests = (
  actor: Actor,
  requests: readonly { readonly teacherId: string }[],
): void => {
  if (requests.some(({ teacherId }) => teacherId !== actor.id)) throw forbidden();
};

type Readers = Parameters<typeof readersOf>[0];

const seenBy = (field: CorrectableField, reader: Reader): boolean =>
  (studentFields[field].seenBy as readonly Reader[]).includes(reader);

/** What the actor does not see of a student they do not ask to correct: the answer would tell it. */
export const requireSeen = async (
  campus: Readers,
  actor: Actor,
  email: string,
  asked: Readonly<Partial<Record<CorrectableField, unknown>>>,
): Promise<void> => {
  const reader = (await readersOf(campus, actor, [email]))(email);
  const hidden = correctableFields.find(
    (field) => asked[field] !== undefined && !seenBy(field, reader),
  );
  if (hidden)
    throw forbidden(
      `The ${studentFields[hidden].label.toLowerCase()} of students whom you do not teach is not shown to you.`,
    );
};

/** Requests without the values of fields that the actor does not see of the student. */
export const visibleRequests = async (
  campus: Readers,
  actor: Actor,
  requests: readonly Correction[],
): Promise<Correction[]> => {
  const emails = requests.map(({ student }) => student.email);
  const readerOf = await readersOf(campus, actor, emails);
  return requests.map(({ changes, ...request }) => ({
    ...request,
    changes: changes.map((change) =>
      seenBy(change.field, readerOf(request.student.email)) ? change : { field: change.field },
    ),
  }));
};
