import {
  type CorrectableField,
  type Correction,
  corrections,
  type StudentProfile,
} from '@campus/contract';
import { IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { dayOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { studentProfileQuery } from '../../../lib/student-profile.ts';
import { together } from '../../../lib/together.ts';
import { useForm } from '../../../lib/use-form.ts';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { refreshCorrections } from '../corrections.api.ts';
import { FieldChanges } from '../field-changes.tsx';
import classes from './request-form.module.css';

/** What waits for a decision about this student already. */
const OpenRequests = ({ requests }: { readonly requests: readonly Correction[] }) => (
  <ul className={classes['open']} aria-label="Open requests">
    {requests.map((request) => (
      <li key={request.id}>
        <p>
          <IconClock size={18} stroke={1.75} aria-hidden />
          <span>
            Asked by {request.requestedBy} on {dayOfInstant(request.requestedAt)}, not decided yet
          </span>
        </p>
        <FieldChanges changes={request.changes} />
      </li>
    ))}
  </ul>
);

interface RequestFormProps {
  readonly profile: StudentProfile;
  readonly open: readonly Correction[];
  readonly onClose: () => void;
}

/** A field that says nothing is sent as null; one that says what it said is not sent. */
const changed = (typed: string, before: string): string | null | undefined =>
  typed.trim() === before ? undefined : typed.trim() || null;

const valuesOf = ({ contactPhone, contactNo, address }: StudentProfile) => ({
  contactNo: contactPhone ?? (contactNo === null ? '' : String(contactNo)),
  address: address ?? '',
  reason: '',
});

const RequestForm = ({ profile, open, onClose }: RequestFormProps) => {
  const client = useQueryClient();
  const [before] = useState(() => valuesOf(profile));
  const asked = new Set(open.flatMap(({ changes }) => changes.map((change) => change.field)));
  /** What is asked for of a field; undefined where nothing is. */
  const wanted = (name: CorrectableField, values: typeof before) =>
    asked.has(name) ? undefined : changed(values[name], before[name]);
  const { form, field, props } = useForm({
    opened: before,
    check: (values) =>
      wanted('contactNo', values) === undefined && wanted('address', values) === undefined
        ? { form: 'Nothing is changed yet.' }
        : {},
    send: (values) => {
      const contactNo = wanted('contactNo', values);
      const address = wanted('address', values);
      return call(corrections.requestCorrection, {
        body: {
          studentEmail: profile.email,
          reason: values.reason.trim() || null,
          contactNo,
          address,
        },
      });
    },
    onStored: () => {
      notifySuccess('Request sent. An administrator decides on it.');
      onClose();
    },
    onSettled: () => refreshCorrections(client),
    failed: 'The request could not be sent. Please try again.',
  });

  // It comes after its dialog, which has put the focus somewhere else.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:enabled')?.focus(), [form]);

  const correctable = (name: CorrectableField) => ({
    ...field(name),
    disabled: asked.has(name),
    ...(asked.has(name) && { description: 'Waits for a decision' }),
  });
  return (
    <DialogForm
      {...props}
      lead="An administrator approves what you change here. Until then the record stays as it is."
      {...(asked.size < 2 && { action: 'Send request', busyAction: 'Sending...' })}
    >
      {open.length > 0 && <OpenRequests requests={open} />}
      <TextField label="Contact Number" inputMode="tel" {...correctable('contactNo')} />
      <TextField label="Address" {...correctable('address')} />
      <TextAreaField
        label="Reason"
        description="Not required. The administrator reads it."
        rows={3}
        disabled={asked.size === 2}
        {...field('reason')}
      />
    </DialogForm>
  );
};

interface EditStudentProps {
  readonly email: string;
  readonly onClose: () => void;
}

/**
 * What a teacher may edit of a student: it becomes a request that an administrator decides on. The form
 * stands on what the record says and what is asked already.
 */
export const EditStudent = ({ email, onClose }: EditStudentProps) => {
  const profile = useQuery(studentProfileQuery(email));
  const open = useReply(corrections.openOfStudent, { params: { email } });
  return (
    <Loaded
      query={together({ profile, open })}
      what="profile"
      failed="Failed to load profile. Please try again."
      columns={1}
    >
      {(loaded) =>
        loaded.profile && <RequestForm {...loaded} profile={loaded.profile} onClose={onClose} />
      }
    </Loaded>
  );
};
