import type { CalendarEntry } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from '../../lib/use-form.ts';
import { DateField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { eventLabels } from './event-labels.ts';
import { changeEvent, createEvent, eventsKey, type NewEvent } from './events.api.ts';
import classes from './events.module.css';

const kinds = [
  { value: 'event', label: 'Event' },
  { value: 'holiday', label: 'Holiday' },
  { value: 'exam', label: 'Exam' },
];
const groups = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'teachers', label: 'Teachers' },
  { value: 'students', label: 'Students' },
];

const valuesOf = (event: CalendarEntry | null, day: string) => ({
  title: event?.title ?? '',
  // Deadlines are no events and are never edited here.
  kind: event && event.kind !== 'deadline' ? event.kind : ('event' as const),
  startsOn: event?.startsOn ?? day,
  endsOn: event?.endsOn ?? day,
  startTime: event?.startTime ?? '',
  endTime: event?.endTime ?? '',
  place: event?.place ?? '',
  note: event?.note ?? '',
  group: event?.audience?.group ?? 'everyone',
  course: event?.audience?.course ?? '',
  branch: event?.audience?.branch ?? '',
  semester: event?.audience?.semester?.toString() ?? '',
  year: event?.audience?.year?.toString() ?? '',
});

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const bodyOf = (values: ReturnType<typeof valuesOf>) => {
  const { title, startsOn, endsOn, startTime, endTime, place, note } = values;
  const { group, course, branch, semester, year } = values;
  return {
    title,
    kind: values.kind,
    startsOn,
    endsOn: endsOn || startsOn,
    startTime: startTime || null,
    endTime: endTime || null,
    place,
    note,
    audience:
      group === 'students'
        ? { group, course, branch, semester: numberOf(semester), year: numberOf(year) }
        : { group },
  } satisfies NewEvent;
};

/** The parts that are otherwise than they were: what nobody touched is not sent. */
const changedParts = (
  body: ReturnType<typeof bodyOf>,
  opened: ReturnType<typeof bodyOf>,
): Partial<ReturnType<typeof bodyOf>> => {
  const before = new Map(Object.entries(opened));
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
    ),
  );
};

interface EventFormProps {
  /** Null for a new one. */
  readonly event: CalendarEntry | null;
  /** A new event is on this day until another is chosen. */
  readonly day: string;
  readonly onDone: () => void;
}

export const EventForm = ({ event, day, onDone }: EventFormProps) => {
  const client = useQueryClient();
  const { values, field, textOf, props } = useForm({
    opened: valuesOf(event, day),
    version: event?.version ?? 0,
    check: ({ title, startsOn }, [half]) => {
      if (half !== undefined) return { [half]: 'This is not filled in completely' };
      if (title.trim() === '') return { title: 'Title is missing' };
      return { startsOn: startsOn === '' && 'Start Date is missing' };
    },
    send: (typed, { opened, version }) =>
      event
        ? changeEvent(event.id, version, changedParts(bodyOf(typed), bodyOf(opened)))
        : createEvent(bodyOf(typed)),
    onStored: () => {
      notifySuccess(event ? 'Event saved' : 'Event added');
      onDone();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: eventsKey }),
    failed: 'The event could not be saved. Please try again.',
  });
  return (
    <DialogForm {...props} labels={eventLabels} action={event ? 'Save' : 'Add'}>
      <div className={classes['fields']}>
        <TextField
          label="Title"
          required
          className={classes['wide'] ?? ''}
          data-autofocus
          {...field('title')}
        />
        <SelectField label="Kind" data={kinds} {...field('kind')} />
        <TextField label="Place" {...field('place')} />
        <DateField label="Start Date" required {...field('startsOn')} />
        <DateField label="End Date" {...field('endsOn')} />
        <TextField
          type="time"
          label="Start Time"
          description="No times: whole days"
          {...field('startTime')}
        />
        <TextField
          type="time"
          label="End Time"
          description="By campus clocks"
          {...field('endTime')}
        />
        <SelectField
          label="Audience"
          data={groups}
          className={classes['wide'] ?? ''}
          {...field('group')}
        />
        {values.group === 'students' && (
          <>
            <TextField label="Course" placeholder="All courses" {...field('course')} />
            <TextField label="Branch" placeholder="All branches" {...field('branch')} />
            <SelectField
              label="Semester"
              data={[
                { value: '', label: 'All semesters' },
                ...Array.from({ length: 12 }, (_, at) => String(at + 1)),
              ]}
              {...field('semester')}
            />
            <WholeNumberField label="Year" placeholder="All years" min={1} {...textOf('year')} />
          </>
        )}
        <TextAreaField label="Note" rows={3} className={classes['wide'] ?? ''} {...field('note')} />
      </div>
    </DialogForm>
  );
};
