import {
  type CorrectableField,
  correctableFields,
  type Correction,
  corrections,
  type StudentProfile,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBell, IconClipboardCheck, IconClock, IconInbox } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { pluralize } from '../../lib/count.ts';
import { dayOfInstant } from '../../lib/instant.ts';
import { invalidate, queryOf, usePage, useReply } from '../../lib/query.ts';
import { studentProfileQuery } from '../../lib/student-profile.ts';
import { combineQueries } from '../../lib/combine-queries.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Dialog, IconButton } from '../../ui/actions.tsx';
import { EmptyState, Loaded } from '../../ui/loaded.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { correctionPaths, polling } from './corrections.api.ts';
import { FieldChanges } from './field-changes.tsx';
import { RequestState } from './request-state.tsx';
import {
  type OpenedAs,
  type OpenedStudent,
  StudentDetails,
  StudentList,
} from './students/student-list.tsx';
import classes from './teacher-students.module.css';

/** Requests about this student that are not decided yet. */
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
}

/** A cleared field is sent as null; an unchanged one is not sent. */
const changed = (typed: string, before: string): string | null | undefined =>
  typed.trim() === before ? undefined : typed.trim() || null;

const valuesOf = ({ contactPhone, contactNo, address }: StudentProfile) => ({
  contactNo: contactPhone ?? (contactNo === null ? '' : String(contactNo)),
  address: address ?? '',
  reason: '',
});

const RequestForm = ({ profile, open }: RequestFormProps) => {
  const [before] = useState(() => valuesOf(profile));
  const asked = new Set(open.flatMap(({ changes }) => changes.map((change) => change.field)));
  const isFixed = (name: CorrectableField): boolean =>
    asked.has(name) || profile[name] === undefined;
  const nothingToAsk = correctableFields.every(isFixed);
  /** The new value of a field; undefined if no change is asked for. */
  const wanted = (name: CorrectableField, values: typeof before) =>
    isFixed(name) ? undefined : changed(values[name], before[name]);
  const { form, fieldProps, props } = useForm({
    draftKey: `correction ${profile.id}`,
    initial: before,
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
    done: () => 'Request sent. An administrator decides on it.',
    refreshes: correctionPaths,
    failed: 'The request could not be sent. Please try again.',
  });

  // The form appears after its dialog, which has put the focus elsewhere.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:enabled')?.focus(), [form]);

  const correctable = (name: CorrectableField) => ({
    ...fieldProps(name),
    disabled: isFixed(name),
    ...(isFixed(name) && {
      description: profile[name] === undefined ? 'Not shown to you' : 'Waits for a decision',
    }),
  });
  return (
    <DialogForm
      {...props}
      lead="An administrator approves what you change here. Until then the record stays as it is."
      {...(!nothingToAsk && { action: 'Send request', busyAction: 'Sending...' })}
    >
      {open.length > 0 && <OpenRequests requests={open} />}
      <TextField label="Contact Number" inputMode="tel" {...correctable('contactNo')} />
      <TextField label="Address" {...correctable('address')} />
      <TextAreaField
        label="Reason"
        description="Not required. The administrator reads it."
        rows={3}
        disabled={nothingToAsk}
        {...fieldProps('reason')}
      />
    </DialogForm>
  );
};

/**
 * Asks for changes to a student's record: a request for an administrator to decide. The form needs the current
 * record and the open requests.
 */
const EditStudent = ({ email }: { readonly email: string }) => {
  const profile = useQuery(studentProfileQuery(email));
  const open = useReply(corrections.openOfStudent, { params: { email } });
  return (
    <Loaded
      query={combineQueries({ profile, open })}
      what="profile"
      failed="Failed to load profile. Please try again."
      columns={1}
    >
      {(loaded) => loaded.profile && <RequestForm {...loaded} profile={loaded.profile} />}
    </Loaded>
  );
};

const pageSize = 10;

const unseenQuery = queryOf(corrections.countUnseen, polling);

const isNew = ({ state, seen }: Correction): boolean => state !== 'open' && !seen;

const Request = ({ request }: { readonly request: Correction }) => (
  <li data-new={isNew(request) || undefined}>
    <div className={classes['head']}>
      <b>{request.student.name}</b>
      {isNew(request) && <span className={classes['new']}>New</span>}
      <RequestState state={request.state} />
    </div>
    <FieldChanges changes={request.changes} />
    {request.note && <p className={classes['note']}>{request.note}</p>}
    <p className={classes['when']}>
      Asked on {dayOfInstant(request.requestedAt)}
      {request.decidedAt &&
        `, ${request.state} by ${request.decidedBy} on ${dayOfInstant(request.decidedAt)}`}
    </p>
  </li>
);

/** A teacher's requests and their outcomes. Displaying an outcome marks it as seen. */
const Requests = () => {
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  // Opened to see what is new, so never from the cache alone.
  const requests = usePage(corrections.ownCorrections, {
    query: { limit: pageSize, page },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  // If this fails, they are still new next time.
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => call(corrections.markSeen, { body: { ids } }),
    onSuccess: () => invalidate(client, { queryKey: unseenQuery.queryKey }),
  });
  const look = useEffectEvent((ids: string[]) => mutate(ids));
  const news = (requests.data?.rows ?? []).filter(isNew).map(({ id }) => id);
  const key = news.join(' ');
  useEffect(() => {
    if (key) look(key.split(' '));
  }, [key]);
  // New ones stay marked while on screen; on reopening they are refetched as seen.
  useEffect(
    () => () => client.removeQueries({ queryKey: [corrections.ownCorrections.path] }),
    [client],
  );

  return (
    <Loaded
      query={requests}
      what="requests"
      failed="Failed to fetch your requests. Please try again."
      columns={2}
    >
      {({ rows, total }) =>
        total === 0 ? (
          <EmptyState icon={IconInbox} text="You have not asked for a change yet" />
        ) : (
          <>
            <ul className={classes['list']} aria-label="My requests">
              {rows.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </ul>
            {total > pageSize && (
              <Pager
                label="Pages of requests"
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={setPage}
              />
            )}
          </>
        )
      }
    </Loaded>
  );
};

interface OutcomeNoticeProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces decided requests until the teacher looks at the outcome. */
const OutcomeNotice = ({ count, onShow }: OutcomeNoticeProps) => (
  <div className={classes['notice']}>
    <IconBell size={20} stroke={1.75} aria-hidden />
    <output>
      {pluralize(count, 'of your requests has', 'of your requests have')} been decided.
    </output>
    <Button variant="subtle" size="compact-md" onClick={onShow}>
      Show
    </Button>
  </div>
);

interface TeacherStudentsPageProps {
  /** The student's picture, above their details. */
  readonly renderPicture: (student: StudentProfile) => ReactNode;
}

/** The students of the campus for a teacher: their profiles, and requests to correct them. */
export const TeacherStudentsPage = ({ renderPicture }: TeacherStudentsPageProps) => {
  // The dialog keeps its student while closing. It is mounted before it opens, to know where to return the focus.
  const [{ name, email }, setStudent] = useState<OpenedStudent>({ name: null, email: null });
  const [opened, setOpened] = useState<OpenedAs | 'requests' | null>(null);
  const { data: unseen = 0 } = useQuery(unseenQuery);
  const close = () => setOpened(null);
  return (
    <Page
      title="Students"
      actions={
        <IconButton icon={IconClipboardCheck} variant="light" onClick={() => setOpened('requests')}>
          My requests
        </IconButton>
      }
    >
      {unseen > 0 && <OutcomeNotice count={unseen} onShow={() => setOpened('requests')} />}
      <StudentList
        onOpen={(row, as) => {
          setStudent(row);
          setOpened(as);
        }}
      />
      <Dialog opened={opened === 'details'} onClose={close} title={name ?? 'Student'}>
        {email !== null && <StudentDetails email={email} renderPicture={renderPicture} />}
      </Dialog>
      <Dialog opened={opened === 'edit'} onClose={close} title={`Edit ${name ?? 'student'}`}>
        {email !== null && <EditStudent email={email} />}
      </Dialog>
      <Dialog opened={opened === 'requests'} onClose={close} title="My requests">
        <Requests />
      </Dialog>
    </Page>
  );
};
