import {
  type AppliedBatch,
  type BatchAction,
  type BatchPreview,
  type BodyIn,
  fieldNames,
  isRequired,
  studentBatches,
  studentFields,
  subjects,
} from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { pluralize, formatCount } from '../../../lib/count.ts';
import { formatDay, withDays } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { blankOf, type Draft, unreadable } from '../../../lib/field-values.ts';
import { useReply } from '../../../lib/query.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { subjectChoices } from '../../../lib/subject-label.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FieldInputs } from '../../../ui/field-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { actionOf, batchActions, buttonOf } from './batch-actions.ts';
import classes from './batch-dialog.module.css';

export type ChosenStudents = BodyIn<typeof studentBatches.previewBatch>['students'];

const labels: Readonly<Record<string, string>> = {
  withdrawnOn: 'Last day',
  fromOn: 'Enrolled from',
  toOn: 'Enrolled to',
  awayFrom: 'Away from',
  awayUntil: 'Away until',
};
const labelOf = (field: string): string =>
  labels[field] ?? studentFields[field as keyof typeof studentFields].label;

type Enrolment = BatchPreview['enrolments'][number];

const effectOf = ({ ends, begins, beginsOn }: Enrolment, taken: boolean): string => {
  if (!taken) return begins > 0 ? 'Not enrolled' : 'Stays enrolled';
  return [
    ends > 0 && pluralize(ends, 'enrolment ends', 'enrolments end'),
    begins > 0 &&
      `${pluralize(begins, 'enrolment begins', 'enrolments begin')} on ${formatDay(beginsOn ?? '')}`,
  ]
    .filter(Boolean)
    .join(', ');
};

interface PreviewProps {
  readonly preview: BatchPreview;
  readonly leaveOut: readonly string[];
  readonly onLeaveOut: (subjectIds: readonly string[]) => void;
}

/** The first students to change, what happens to enrolments, and who is left out and why. */
const Preview = ({ preview, leaveOut, onLeaveOut }: PreviewProps) => {
  const { changed, first, enrolments, skipped, skippedStudents } = preview;
  return (
    <>
      <ul className={classes['students']} aria-label="The first of them">
        {first.map(({ id, name, changes }) => (
          <li key={id}>
            <b>{name}</b>
            {changes.map(({ field, from, to }) => (
              <span key={field}>
                {labelOf(field)}: {from !== null && <>{formatDay(from)} becomes </>}
                <OptionalValue value={to && formatDay(to)} />
              </span>
            ))}
          </li>
        ))}
        {changed > first.length && <li>and {formatCount(changed - first.length)} more</li>}
      </ul>
      {enrolments.length > 0 && (
        <ul className={classes['students']} aria-label="Their enrolments">
          {enrolments.map((one) => {
            const { subjectId, subject, optional } = one;
            const others = leaveOut.filter((other) => other !== subjectId);
            const taken = others.length === leaveOut.length;
            return (
              <li key={subjectId}>
                {optional ? (
                  <Checkbox
                    label={subject}
                    description={effectOf(one, taken)}
                    checked={taken}
                    onChange={() => onLeaveOut(taken ? [...leaveOut, subjectId] : others)}
                  />
                ) : (
                  <>
                    <b>{subject}</b>
                    <span>{effectOf(one, true)}</span>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {skipped > 0 && (
        <details className={classes['skipped']}>
          <summary>{pluralize(skipped, 'student is', 'students are')} left out</summary>
          <ul className={classes['students']}>
            {skippedStudents.map(({ id, name, reason }) => (
              <li key={id}>
                <b>{name}</b> <span>{withDays(reason)}</span>
              </li>
            ))}
            {skipped > skippedStudents.length && (
              <li>and {formatCount(skipped - skippedStudents.length)} more</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
};

interface BatchFormProps {
  readonly kind: BatchAction['kind'];
  readonly students: ChosenStudents;
  /** For students of a record. A selection in a list is not kept, and neither is what is typed for it. */
  readonly draftKey?: string;
  /** Called with null when a file was saved: nothing has changed. */
  readonly onDone: (batch: AppliedBatch | null) => void;
}

/** The fields of an act on many students, a preview, and the submit button with the number. */
export const BatchForm = ({ kind, students, draftKey, onDone }: BatchFormProps) => {
  const { fields, lead } = batchActions[kind];
  const names = fieldNames(fields);
  const { data: taught } = useReply(subjects.listEnrollments, { enabled: 'subjectId' in fields });
  const failed = 'This could not be done. Please try again.';
  const form = useForm<Draft, AppliedBatch | null>({
    draftKey: draftKey ?? null,
    // `unticked` holds ids of subjects, separated by spaces.
    initial: blankOf([...names, 'unticked']),
    check: (values, unread): Readonly<Record<string, string>> => {
      const blank = names.filter((name) => isRequired(fields[name]!) && !values[name]);
      const wrong = Object.fromEntries([
        ...blank.map((name) => [name, `${fields[name]?.label} is missing`]),
        ...unread.map((name) => [name, unreadable(fields[name])]),
      ]);
      if (Object.keys(wrong).length > 0) return wrong;
      if (!action) return { form: 'Fill in what changes.' };
      if (asked.error) return { form: errorText(asked.error, failed) };
      if (!preview) return { form: 'The students are being counted. Please wait a moment.' };
      return preview.changed > 0 ? {} : { form: 'None of these students changes.' };
    },
    // Otherwise a count that failed once would keep the dialog from doing anything.
    onChecked: () => {
      if (asked.error) void asked.refetch();
    },
    send: async (): Promise<AppliedBatch | null> => {
      const params = { batchId: preview?.id ?? '' };
      const body = { leaveOut };
      if (kind !== 'export') return call(studentBatches.applyBatch, { params, body, slow: true });
      await saveDownload(studentBatches.exportBatch, { params, slow: true });
      return null;
    },
    onStored: onDone,
    refreshes: ['/people', '/faculty', '/students', '/subjects', '/enrollments'],
    failed,
    onRefused: (_error, message) => {
      // Students changed by others meanwhile appear with their current values.
      void asked.refetch();
      return message;
    },
  });
  const [action] = useDebouncedValue(actionOf(kind, form.values), 300);
  const typed = JSON.stringify(actionOf(kind, form.values));
  const asked = useQuery({
    queryKey: [studentBatches.previewBatch.path, 'preview', students, action],
    queryFn: ({ signal }) =>
      call(studentBatches.previewBatch, {
        body: { students, action: action! },
        slow: true,
        signal,
      }),
    enabled: action !== null && !form.save.isPending && !form.save.isSuccess,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const preview =
    typed === JSON.stringify(action) && !asked.isFetching && !asked.error ? asked.data : undefined;
  /** The unticked subjects that are still in the preview. */
  const leaveOut = (form.values['unticked'] ?? '')
    .split(' ')
    .filter((id) => preview?.enrolments.some(({ subjectId }) => subjectId === id));
  return (
    <DialogForm
      {...form.props}
      lead={lead}
      action={buttonOf(kind, preview?.changed)}
      busyAction={kind === 'export' ? 'Exporting...' : 'Working...'}
    >
      {names.length > 0 && (
        <FieldInputs
          fields={fields}
          form={form}
          inputs={{
            subjectId: {
              data: ['', ...subjectChoices(taught)],
            },
          }}
        />
      )}
      {asked.error && (
        <Banner kind="error">{errorText(asked.error, 'The students could not be counted.')}</Banner>
      )}
      <output className={classes['count']}>
        {preview &&
          `${pluralize(preview.changed, 'student')} of ${formatCount(preview.changed + preview.skipped)}:`}
        {asked.isFetching && 'Counting...'}
      </output>
      {preview && (
        <Preview
          preview={preview}
          leaveOut={leaveOut}
          onLeaveOut={(ids) => form.textProps('unticked').onText(ids.join(' '))}
        />
      )}
    </DialogForm>
  );
};
