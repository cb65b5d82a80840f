import {
  type BatchAction,
  type Fields,
  fieldNames,
  isRequired,
  studyFields,
} from '@campus/contract';
import { pluralize } from '../../../lib/count.ts';
import { type Draft, sentValue } from '../../../lib/field-values.ts';

type Kind = BatchAction['kind'];

interface BatchActionForm {
  /** On the button that opens the dialog, and its title. */
  readonly label: string;
  /** The dialog's title, when it differs from the label. */
  readonly title?: string;
  /** The fields to fill in. `subjectId` is chosen from the subjects of the open term. */
  readonly fields: Fields;
  /** The verb on the submit button, before the number, when it differs from the label. */
  readonly verb?: string;
  readonly lead: string;
}

const day = (label: string) => ({ type: 'day', label, presence: 'required', seenBy: [] }) as const;
const subjectId = {
  type: 'text',
  max: 20,
  label: 'Subject',
  presence: 'required',
  seenBy: [],
} as const;
const undone = 'It can be undone until something depends on it.';

export const batchActions: Readonly<Record<Kind, BatchActionForm>> = {
  enrol: {
    label: 'Enrol',
    title: 'Enrol in a subject',
    fields: { subjectId, fromOn: day('First day') },
    lead: undone,
  },
  invite: {
    label: 'Invite',
    fields: {},
    lead: 'Mails cannot be recalled. Nobody who has chosen a password gets one.',
  },
  change: {
    label: 'Change course, branch, semester or year',
    fields: studyFields,
    verb: 'Change',
    lead: `Fields left blank stay as they are. ${undone}`,
  },
  drop: {
    label: 'Drop from a subject',
    fields: { subjectId, lastDay: day('Last day') },
    verb: 'Drop',
    lead: `Marks stay. ${undone}`,
  },
  withdraw: {
    label: 'Withdraw',
    fields: { on: day('Last day') },
    lead: `Enrolments end on this day and marks are kept. From this day on they can no longer sign in. ${undone}`,
  },
  graduate: {
    label: 'Graduate',
    fields: { on: day('Last day') },
    lead: `They have finished: enrolments and sign-in end on this day, as with a withdrawal, and marks are kept. ${undone}`,
  },
  repeat: {
    label: 'Repeat the semester',
    fields: {},
    verb: 'Let repeat',
    lead: `When the term is closed they stay in their semester, once. Their enrolments follow the semester. ${undone}`,
  },
  leave: {
    label: 'Leave of absence',
    fields: {
      from: day('First day away'),
      until: { type: 'day', label: 'Last day away', seenBy: [] },
      reason: { type: 'text', max: 300, label: 'Reason', presence: 'required', seenBy: [] },
    },
    verb: 'Give leave to',
    lead: `Enrolments pause: on these days they are on no roster and never absent. They resume automatically after the last day or, without one, with “Return from leave”. Marks of these days stay and count. ${undone}`,
  },
  return: {
    label: 'Return from leave',
    fields: { on: day('First day back') },
    verb: 'Let return',
    lead: `Paused enrolments resume from this day, and enrolments by audience are added, except for subjects that you untick. ${undone}`,
  },
  transfer: {
    label: 'Change of programme',
    fields: { on: day('First day in it'), ...studyFields },
    verb: 'Change programme of',
    lead: `The record changes at once, enrolments by audience on this day; enrolments made by hand or from a file stay. Subjects that you untick do not change. Fields left blank stay as they are. ${undone}`,
  },
  readmit: {
    label: 'Readmit',
    fields: { on: day('First day back') },
    lead: `From this day they can sign in, and are enrolled again in their former subjects and in those for their audience, except for subjects that you untick. The days in between stay empty. ${undone}`,
  },
  export: {
    label: 'Export',
    fields: {},
    lead: 'A CSV file that can be uploaded again.',
  },
};

/** The act as the API takes it; null while a required field is blank. */
export const actionOf = (kind: Kind, draft: Draft): BatchAction | null => {
  const { fields } = batchActions[kind];
  const filled = fieldNames(fields).filter((name) => draft[name]?.trim());
  const values = Object.fromEntries(
    filled.map((name) => [name, sentValue(fields[name], draft[name] ?? '')]),
  );
  if (kind === 'change') return filled.length > 0 ? { kind, values } : null;
  if (fieldNames(fields).some((name) => isRequired(fields[name]!) && !filled.includes(name)))
    return null;
  if (kind !== 'transfer') return { kind, ...values } as BatchAction;
  const { on, ...standing } = values;
  return filled.length > 1 ? ({ kind, on, values: standing } as BatchAction) : null;
};

export const titleOf = (kind: Kind): string => batchActions[kind].title ?? batchActions[kind].label;

export const buttonOf = (kind: Kind, changed?: number): string => {
  const { label, verb = label } = batchActions[kind];
  return `${verb} ${changed === undefined ? 'students' : pluralize(changed, 'student')}`;
};
