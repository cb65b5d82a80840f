import { type Correction, corrections } from '@campus/contract';
import { IconCheck, IconClipboardCheck, IconInbox, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { dayOfInstant } from '../../../lib/instant.ts';
import { usePage } from '../../../lib/query.ts';
import { useForm } from '../../../lib/use-form.ts';
import type { ListPlace } from '../../../lib/use-list-place.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { type RequestPart, watching } from '../corrections.api.ts';
import { FieldChanges } from '../field-changes.tsx';
import { RequestState } from '../request-state.tsx';
import { type Deciding, useDeciding } from './use-deciding.ts';
import classes from './requests.module.css';

interface RequestProps {
  readonly request: Correction;
  readonly deciding: Deciding;
}

/** The two answers to a request that waits for a decision. */
const Answers = ({ request, deciding, about }: RequestProps & { readonly about: string }) => (
  <div className={classes['answers']}>
    <IconButton
      icon={IconCheck}
      variant="light"
      aria-describedby={about}
      disabled={deciding.busy}
      onClick={() => deciding.approve(request)}
    >
      Approve
    </IconButton>
    <IconButton
      icon={IconX}
      variant="subtle"
      color="brick"
      aria-describedby={about}
      disabled={deciding.busy}
      onClick={() => deciding.setRefusing(request)}
    >
      Refuse
    </IconButton>
  </div>
);

/** A request: while it is open against what the record says now, then with what became of it. */
const CorrectionRequest = ({ request, deciding }: RequestProps) => {
  const id = useId();
  const { student, state, decidedAt } = request;
  const isOpen = state === 'open';
  return (
    <li>
      <div className={classes['what']}>
        <div>
          <h2 id={id} className={classes['name']}>
            {student.name}
          </h2>
          <p className={classes['line']}>
            {student.email}
            {student.rollNo && ` · ${student.rollNo}`}
          </p>
          <p className={classes['line']}>
            Asked by {request.requestedBy} on {dayOfInstant(request.requestedAt)}
          </p>
        </div>
        <FieldChanges changes={request.changes} now={isOpen} />
        {request.reason && <p className={classes['words']}>{request.reason}</p>}
      </div>
      {isOpen ? (
        <Answers request={request} deciding={deciding} about={id} />
      ) : (
        <div className={classes['outcome']}>
          <RequestState state={state} />
          <p className={classes['line']}>
            by {request.decidedBy}
            {decidedAt && ` on ${dayOfInstant(decidedAt)}`}
          </p>
          {request.note && <p className={classes['words']}>{request.note}</p>}
        </div>
      )}
    </li>
  );
};

/** Asks why a request is refused: the teacher is told. */
const RefuseForm = ({ request, deciding }: RequestProps) => {
  const { field, props } = useForm({
    opened: { note: '' },
    check: ({ note }) => ({ note: !note.trim() && 'Please say why' }),
    send: ({ note }) =>
      call(corrections.refuseCorrection, {
        params: { id: request.id },
        body: { note: note.trim() },
      }),
    onStored: deciding.refused,
    failed: '',
    onRefused: (error) => {
      void deciding.failed(error);
      return '';
    },
  });
  return (
    <DialogForm {...props} action="Refuse" busyAction="Refusing...">
      <TextAreaField
        label="Why is it refused?"
        description={`${request.requestedBy} reads it.`}
        rows={3}
        maxLength={1000}
        required
        data-autofocus
        {...field('note')}
      />
    </DialogForm>
  );
};

/** The record says something else than when it was looked at: decide on what it says now. */
const OvertakenDialog = ({ deciding }: { readonly deciding: Deciding }) => {
  const { overtaken: request, busy } = deciding;
  return (
    <ConfirmDialog
      opened={request !== null}
      onClose={() => deciding.setOvertaken(null)}
      title="The record has been changed"
      confirmLabel="Approve anyway"
      onConfirm={() => request && deciding.approve(request)}
      busy={busy}
    >
      {request && (
        <>
          <p>
            Someone has changed the record of {request.student.name} since. Nothing was overwritten.
          </p>
          <FieldChanges changes={request.changes} now />
        </>
      )}
    </ConfirmDialog>
  );
};

interface RequestListProps {
  readonly place: ListPlace<RequestPart>;
  readonly go: (change: Partial<ListPlace<RequestPart>>) => void;
}

const emptyText = ({ part, search }: ListPlace<RequestPart>): string => {
  if (search) return 'No requests found';
  return part === 'open' ? 'No request waits for a decision' : 'No request has been decided yet';
};

export const RequestList = ({ place, go }: RequestListProps) => {
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with its request.
  const deciding = useDeciding(() => list.current?.focus());
  const { refusing } = deciding;
  const { part, search, page } = place;
  const query = usePage(corrections.listCorrections, {
    query: { state: part, limit: 10, page, search: search || undefined },
    ...watching,
  });

  return (
    <>
      <div ref={list} tabIndex={-1} className={classes['page']}>
        <PagedList
          query={query}
          view={place}
          setView={go}
          what="requests"
          failed="Failed to fetch the requests. Please try again."
          rows={4}
          columns={2}
          empty={{
            icon: place.part === 'open' ? IconClipboardCheck : IconInbox,
            text: emptyText(place),
          }}
        >
          {(requests) => (
            <ul className={classes['list']} aria-label={`Requests, ${place.part}`}>
              {requests.map((request) => (
                <CorrectionRequest key={request.id} request={request} deciding={deciding} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <OvertakenDialog deciding={deciding} />
      <Dialog
        opened={refusing !== null}
        onClose={() => deciding.setRefusing(null)}
        title={`Refuse the request${refusing ? ` about ${refusing.student.name}` : ''}`}
      >
        {refusing && <RefuseForm request={refusing} deciding={deciding} />}
      </Dialog>
    </>
  );
};
