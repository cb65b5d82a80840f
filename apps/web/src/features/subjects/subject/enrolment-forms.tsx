import {
  type IsoDate,
  type SubjectDetails,
  type SubjectEnrolment,
  subjects,
} from '@campus/contract';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useToday } from '../../../lib/campus.ts';
import { pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { DayField } from '../../../ui/day-field.tsx';
import type { FormFields } from '../../../ui/field-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { subjectPaths } from '../terms/terms.api.ts';

type Term = Pick<SubjectDetails['term'], 'name' | 'startsOn' | 'endsOn'>;

/** The first and last day that a date field accepts. */
interface DayLimits {
  readonly min: IsoDate;
  readonly max: IsoDate;
}

/** The days of a term, and the one nearest to today. */
export const useDaysOf = ({ startsOn: min, endsOn: max }: Term) => {
  const limits = { min, max };
  return { limits, nearest: dayWithin(useToday(), limits) };
};

const dayWithin = (day: IsoDate, { min, max }: DayLimits): IsoDate => {
  if (day < min) return min;
  return day > max ? max : day;
};

interface EnrolFormProps {
  readonly draftKey: string;
  readonly term: Term;
  /** The one of the two that is known; `children` asks for the other. */
  readonly subjectId?: string;
  readonly studentEmail?: string;
  readonly lead?: string;
  readonly action: string;
  readonly onAdded?: (enrolment: SubjectEnrolment) => void;
  readonly children: (form: FormFields) => ReactNode;
}

export const EnrolForm = (props: EnrolFormProps) => {
  const { draftKey, term, subjectId = '', studentEmail = '', lead, action, children } = props;
  const { limits, nearest } = useDaysOf(term);
  const { props: messages, ...form } = useForm({
    draftKey,
    initial: { subjectId, studentEmail, fromOn: nearest },
    check: (values) => ({
      subjectId: !values.subjectId && 'Choose a subject',
      studentEmail: !values.studentEmail.trim() && 'Choose a student',
      fromOn: !values.fromOn && 'Choose the first day',
    }),
    send: ({ subjectId: id, ...body }) =>
      call(subjects.addEnrolment, {
        params: { subjectId: id },
        body: { ...body, studentEmail: body.studentEmail.trim() },
      }),
    done: ({ studentName, fromOn }) => `${studentName} is enrolled from ${formatDay(fromOn)} on.`,
    onStored: props.onAdded,
    refreshes: subjectPaths,
    failed: 'The student could not be enrolled. Please try again.',
  });
  return (
    <DialogForm {...messages} lead={lead} action={action} busyAction="Adding...">
      {children(form)}
      <DayField
        label="First day"
        required
        description={`${term.name}: ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...form.fieldProps('fromOn')}
      />
    </DialogForm>
  );
};

type Enrolment = Pick<SubjectEnrolment, 'id' | 'fromOn' | 'toOn' | 'studentName'>;

interface DropFormProps {
  readonly term: Term;
  readonly enrolment: Enrolment;
}

const marksKept = (marks: number): string =>
  marks === 0
    ? ''
    : ` ${pluralize(marks, 'mark after that day stays', 'marks after that day stay')} in the records.`;

/** Drops a student from a subject; asks for the last day. */
export const DropForm = ({ term, enrolment }: DropFormProps) => {
  const limits = { min: enrolment.fromOn, max: term.endsOn };
  const nearest = dayWithin(useToday(), limits);
  const { fieldProps, props } = useForm({
    draftKey: `drop ${enrolment.id}`,
    initial: { lastDay: enrolment.toOn ?? nearest },
    check: ({ lastDay }) => ({ lastDay: !lastDay && 'Choose the last day' }),
    send: ({ lastDay }) =>
      call(subjects.dropEnrolment, {
        params: { enrolmentId: enrolment.id },
        body: { lastDay },
      }),
    done: ({ toOn, marksAfter }) =>
      `Last day of ${enrolment.studentName}: ${formatDay(toOn ?? '')}.${marksKept(marksAfter)}`,
    refreshes: subjectPaths,
    failed: 'The student could not be dropped. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={`${enrolment.studentName} is on the roster up to the last day. Marks and history stay.`}
      action={dropLabel(enrolment)}
    >
      <DayField
        label="Last day"
        required
        description={`From ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...fieldProps('lastDay')}
      />
    </DialogForm>
  );
};

/** The label of a row's button and its dialog. */
export const dropLabel = ({ toOn }: Pick<Enrolment, 'toOn'>): string =>
  toOn === null ? 'Drop' : 'Change last day';
