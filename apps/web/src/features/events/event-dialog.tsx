import type { CalendarEntry, RecordChange } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { campusQuery } from '../../lib/campus.ts';
import { conflictOf } from '../../lib/conflict-of.ts';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { unreadableFields } from '../../lib/unreadable-fields.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DateField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { RecordConflict } from '../../ui/record-conflict.tsx';
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

interface FormProps {
  /** Null for a new one. */
  readonly event: CalendarEntry | null;
  readonly day: string;
  readonly onDone: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const EventForm = ({ event, day, onDone, onBusy }: FormProps) => {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [version, setVersion] = useState(event?.version ?? 0);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const { data: campus } = useQuery(campusQuery);
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      event
        ? changeEvent(event.id, version, changedParts(body, bodyOf(valuesOf(event, day))))
        : createEvent(body),
    onMutate: () => {
      setProblem(null);
      onBusy(true);
    },
    onSuccess: () => {
      notifySuccess(event ? 'Event saved' : 'Event added');
      onDone();
    },
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes[0]) {
        setVersion(changes[0].version);
        setConflict(changes);
        return;
      }
      const marks = Object.fromEntries(
        Object.entries(fieldErrors(error)).map(([name, why]) => [
          name.replace('audience.', ''),
          why,
        ]),
      );
      refuse(marks);
      if (Object.keys(marks).length === 0)
        setProblem(errorText(error, 'The event could not be saved. Please try again.'));
    },
    onSettled: () => {
      onBusy(false);
      void client.invalidateQueries({ queryKey: eventsKey });
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse } = useFormFields(valuesOf(event, day), busy);
  const submit = (sent: FormEvent<HTMLFormElement>): void => {
    sent.preventDefault();
    if (busy) return;
    const [half] = unreadableFields(sent.currentTarget);
    if (half !== undefined) refuse({ [half]: 'This is not filled in completely' });
    else if (values.title.trim() === '') refuse({ title: 'Title is missing' });
    else if (values.startsOn === '') refuse({ startsOn: 'Start Date is missing' });
    else save.mutate(bodyOf(values));
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {conflict.length > 0 && !busy && (
        <RecordConflict changes={conflict} labels={eventLabels} timeZone={campus?.timezone} />
      )}
      {problem !== null && <Banner kind="error">{problem}</Banner>}
      <div className={classes['fields']}>
        <TextField
          label="Title"
          required
          className={classes['wide'] ?? ''}
          disabled={busy}
          data-autofocus
          {...field('title')}
        />
        <SelectField label="Kind" data={kinds} disabled={busy} {...field('kind')} />
        <TextField label="Place" disabled={busy} {...field('place')} />
        <DateField label="Start Date" required disabled={busy} {...field('startsOn')} />
        <DateField label="End Date" disabled={busy} {...field('endsOn')} />
        <TextField
          type="time"
          label="Start Time"
          description="No times: whole days"
          disabled={busy}
          {...field('startTime')}
        />
        <TextField
          type="time"
          label="End Time"
          description="By campus clocks"
          disabled={busy}
          {...field('endTime')}
        />
        <SelectField
          label="Audience"
          data={groups}
          className={classes['wide'] ?? ''}
          disabled={busy}
          {...field('group')}
        />
        {values.group === 'students' && (
          <>
            <TextField
              label="Course"
              placeholder="All courses"
              disabled={busy}
              {...field('course')}
            />
            <TextField
              label="Branch"
              placeholder="All branches"
              disabled={busy}
              {...field('branch')}
            />
            <SelectField
              label="Semester"
              data={[
                { value: '', label: 'All semesters' },
                ...Array.from({ length: 12 }, (_, at) => String(at + 1)),
              ]}
              disabled={busy}
              {...field('semester')}
            />
            <WholeNumberField
              label="Year"
              placeholder="All years"
              min={1}
              disabled={busy}
              {...textOf('year')}
            />
          </>
        )}
        <TextAreaField
          label="Note"
          rows={3}
          className={classes['wide'] ?? ''}
          disabled={busy}
          {...field('note')}
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onDone} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : event ? 'Save' : 'Add'}
        </Button>
      </DialogActions>
    </form>
  );
};

interface EventDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly event: CalendarEntry | null;
  /** A new event is on this day until another is chosen. */
  readonly day: string;
}

export const EventDialog = ({ opened, onClose, event, day }: EventDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={event ? 'Edit Event' : 'Add Event'}
      busy={busy}
    >
      <EventForm event={event} day={day} onDone={onClose} onBusy={setBusy} />
    </Dialog>
  );
};
