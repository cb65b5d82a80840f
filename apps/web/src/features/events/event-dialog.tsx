import type { CalendarEntry } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { halfTyped } from '../../lib/half-typed.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DateField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
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
  semester: event?.audience?.semester?.toString() ?? '',
});

/** What is sent; parts of the audience that the form does not show stay as they are. */
const bodyOf = (values: ReturnType<typeof valuesOf>, event: CalendarEntry | null): NewEvent => {
  const { title, startsOn, endsOn, startTime, endTime, place, note, course, semester } = values;
  const group = values.group;
  const kept = event?.audience;
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
        ? {
            group,
            course,
            branch: kept?.branch ?? null,
            semester: semester === '' ? null : Number(semester),
            year: kept?.year ?? null,
          }
        : { group },
  };
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
  const save = useMutation({
    mutationFn: (body: NewEvent) =>
      event
        ? changeEvent(event.id, event.version, { ...body, endsOn: body.endsOn ?? body.startsOn })
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
      const { 'audience.semester': semester, ...marked } = fieldErrors(error);
      const marks = semester === undefined ? marked : { ...marked, semester };
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
  const { form, values, field, refuse } = useFormFields(valuesOf(event, day), busy);
  const submit = (sent: FormEvent<HTMLFormElement>): void => {
    sent.preventDefault();
    if (busy) return;
    const [half] = halfTyped(sent.currentTarget);
    if (half !== undefined) refuse({ [half]: 'This is not filled in completely' });
    else if (values.title.trim() === '') refuse({ title: 'Title is missing' });
    else if (values.startsOn === '') refuse({ startsOn: 'Start Date is missing' });
    else save.mutate(bodyOf(values, event));
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
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
            <SelectField
              label="Semester"
              data={[
                { value: '', label: 'All semesters' },
                ...Array.from({ length: 12 }, (_, at) => String(at + 1)),
              ]}
              disabled={busy}
              {...field('semester')}
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
  /** A new event is on this day until somebody says another. */
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
