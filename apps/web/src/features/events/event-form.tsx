import {
  type BodyIn,
  type CalendarEntry,
  eventAudienceFields,
  eventFields,
  events,
  fieldNames,
  type IsoDate,
  type RecordChange,
} from '@campus/contract';
import { call } from '../../lib/call.ts';
import { CallError, isConflict } from '../../lib/call-error.ts';
import { blankOf, changedFields, type Draft, draftOf, sentValues } from '../../lib/field-values.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FieldInputs } from '../../ui/field-input.tsx';
import { eventLabels } from './event-labels.ts';
import { eventPaths } from './events.api.ts';

const { note, ...first } = eventFields;
const { group, ...parts } = eventAudienceFields;
const formFields = { ...first, group, ...parts, note };
const names = fieldNames(formFields);
const namesForAll = names.filter((name) => !(name in parts));

const inputs = {
  kind: {
    required: false,
    data: [
      { value: 'event', label: 'Event' },
      { value: 'holiday', label: 'Holiday' },
      { value: 'exam', label: 'Exam' },
    ],
  },
  place: { short: true },
  startTime: { description: 'No times: all day' },
  endTime: { description: 'Campus time' },
  group: {
    required: false,
    short: false,
    data: [
      { value: 'everyone', label: 'Everyone' },
      { value: 'teachers', label: 'Teachers' },
      { value: 'students', label: 'Students' },
    ],
  },
  course: { short: true, placeholder: 'All courses' },
  branch: { short: true, placeholder: 'All branches' },
  semester: {
    data: [
      { value: '', label: 'All semesters' },
      ...Array.from({ length: 12 }, (_, at) => String(at + 1)),
    ],
  },
  year: { placeholder: 'All years' },
} as const;

const bodyOf = (values: Draft, sent: readonly string[]): object => ({
  ...sentValues(
    eventFields,
    sent.filter((name) => name in eventFields),
    values,
  ),
  ...(sent.some((name) => name in eventAudienceFields) && {
    audience: sentValues(
      eventAudienceFields,
      values['group'] === 'students' ? fieldNames(eventAudienceFields) : ['group'],
      values,
    ),
  }),
});

/**
 * A conflict says the audience in words, which fit none of its fields here: without the details they are taken over from
 * the event as it is now.
 */
const withoutWords = (error: unknown): never => {
  if (
    isConflict(error) &&
    (error.details as RecordChange[]).some((one) => one.field === 'audience')
  )
    throw new CallError(error.status, error.code, error.message);
  throw error;
};

interface EventFormProps {
  /** Null for a new event; otherwise as it is now, also after a conflict. */
  readonly event: CalendarEntry | null;
  /** The initial day of a new event. */
  readonly day: IsoDate;
}

export const EventForm = ({ event, day }: EventFormProps) => {
  const { values, props, ...form } = useForm<Draft, CalendarEntry>({
    draftKey: `event ${event?.id ?? ''}`,
    initial: event
      ? { ...draftOf(eventFields, event), ...draftOf(eventAudienceFields, event.audience ?? {}) }
      : {
          ...blankOf(names),
          kind: 'event',
          startsOn: day,
          endsOn: day,
          group: 'everyone',
        },
    version: event?.version ?? 0,
    check: ({ title, startsOn }, [half]) => {
      if (half !== undefined) return { [half]: 'Please complete this' };
      if (title?.trim() === '') return { title: 'Title is missing' };
      return { startsOn: startsOn === '' && 'Start Date is missing' };
    },
    send: (typed, { initial, version }) => {
      const given = { ...typed, endsOn: typed['endsOn'] || typed['startsOn'] || '' };
      if (event)
        return call(events.changeEvent, {
          params: { eventId: event.id },
          body: bodyOf(given, changedFields(given, initial)),
          ifMatch: version,
        }).catch(withoutWords);
      const body = bodyOf(given, names) as BodyIn<typeof events.createEvent>;
      return call(events.createEvent, { body });
    },
    done: () => (event ? 'Event saved' : 'Event added'),
    refreshes: eventPaths,
    failed: 'The event could not be saved. Please try again.',
  });
  return (
    <DialogForm {...props} labels={eventLabels} action={event ? 'Save' : 'Add'}>
      <FieldInputs
        fields={formFields}
        names={values['group'] === 'students' ? names : namesForAll}
        form={form}
        inputs={inputs}
      />
    </DialogForm>
  );
};
