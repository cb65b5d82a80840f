import { type Correction, type CorrectionChange, corrections } from '@campus/contract';
import { Tabs } from '@mantine/core';
import { IconCheck, IconClipboardCheck, IconInbox, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../lib/count.ts';
import { CallError, isConflict } from '../../lib/call-error.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { dayOfInstant } from '../../lib/instant.ts';
import { refresh, refreshPeople, usePage } from '../../lib/query.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { type ListState, useListState } from '../../lib/use-list-state.ts';
import { Card, Page } from '../../ui/page.tsx';
import { ConfirmDialog, Dialog, IconButton, onSingleClick } from '../../ui/actions.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import {
  correctionPaths,
  openCountQuery,
  type RequestPart,
  requestParts,
} from './corrections.api.ts';
import { FieldChanges } from './field-changes.tsx';
import { RequestState } from './request-state.tsx';
import classes from './admin-corrections.module.css';

type Decisions = ReturnType<typeof useDecisions>;

interface DecisionEvents {
  readonly onDecided: () => void;
  readonly onReload: () => void;
}

/** Decides requests one at a time, reports the result and refreshes the lists. */
const useDecisions = ({ onDecided, onReload }: DecisionEvents) => {
  const client = useQueryClient();
  /** A request whose record was changed while it was on screen, with the current values. */
  const [conflicting, setConflicting] = useState<Correction | null>(null);
  const [refusing, setRefusing] = useState<Correction | null>(null);

  const reload = () => {
    onReload();
    return refresh(client, ...correctionPaths);
  };
  const decided = async (): Promise<void> => {
    setConflicting(null);
    setRefusing(null);
    await Promise.all([reload(), refreshPeople(client)]);
    onDecided();
  };
  const failed = async (error: unknown): Promise<void> => {
    notifyError(errorText(error, 'The decision could not be stored. Please try again.'));
    const gone = error instanceof CallError && [404, 409].includes(error.status);
    if (gone) await decided();
  };

  const approving = useMutation({
    // Approves on condition that the record still has the values on screen (`now`).
    mutationFn: ({ id, changes }: Correction) => {
      const seen = Object.fromEntries(changes.map(({ field, now }) => [field, now]));
      return call(corrections.approveCorrection, { params: { id }, body: { seen } });
    },
    onSuccess: (request) => {
      notifySuccess(`Approved. The record of ${request.student.name} is changed.`);
      return decided();
    },
    onError: (error, request) => {
      const moved = isConflict(error) ? error.details : [];
      if (moved.length === 0) return failed(error);
      setConflicting({ ...request, changes: merge(request.changes, moved as CorrectionChange[]) });
      return reload();
    },
  });
  return {
    busy: approving.isPending,
    conflicting,
    setConflicting,
    refusing,
    setRefusing,
    approve: (request: Correction) => approving.mutate(request),
    refused: (request: Correction) => {
      notifySuccess(`Refused. ${request.requestedBy} will see the reason.`);
      return decided();
    },
    failed,
  };
};

/** The request's changes, with the current values of fields that have changed since. */
const merge = (
  changes: readonly CorrectionChange[],
  moved: readonly CorrectionChange[],
): CorrectionChange[] =>
  changes.map((change) => moved.find(({ field }) => field === change.field) ?? change);

interface RequestProps {
  readonly request: Correction;
  readonly deciding: Decisions;
}

/** The Approve and Refuse buttons of an open request. */
const DecisionButtons = ({
  request,
  deciding,
  about,
}: RequestProps & { readonly about: string }) => (
  <div className={classes['decisions']}>
    <IconButton
      icon={IconCheck}
      needs={corrections.approveCorrection}
      variant="light"
      aria-describedby={about}
      disabled={deciding.busy}
      onClick={onSingleClick(() => deciding.approve(request))}
    >
      Approve
    </IconButton>
    <IconButton
      icon={IconX}
      needs={corrections.refuseCorrection}
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

/** A request: while open, compared with the current record; afterwards with its outcome. */
const CorrectionRequest = ({ request, deciding }: RequestProps) => {
  const id = useId();
  const { student, state, decidedAt } = request;
  const isOpen = state === 'open';
  return (
    <li>
      <div className={classes['summary']}>
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
        {request.reason && <p className={classes['text']}>{request.reason}</p>}
      </div>
      {isOpen ? (
        <DecisionButtons request={request} deciding={deciding} about={id} />
      ) : (
        <div className={classes['outcome']}>
          <RequestState state={state} />
          <p className={classes['line']}>
            by {request.decidedBy}
            {decidedAt && ` on ${dayOfInstant(decidedAt)}`}
          </p>
          {request.note && <p className={classes['text']}>{request.note}</p>}
        </div>
      )}
    </li>
  );
};

/** Asks why a request is refused; the teacher sees the reason. */
const RefuseForm = ({ request, deciding }: RequestProps) => {
  const { fieldProps, props } = useForm({
    draftKey: `refusal ${request.id}`,
    initial: { note: '' },
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
        {...fieldProps('note')}
      />
    </DialogForm>
  );
};

/** The record has changed since it was on screen: asks to decide on the current values. */
const RecordChangedDialog = ({ deciding }: { readonly deciding: Decisions }) => {
  const { conflicting: request, busy } = deciding;
  return (
    <ConfirmDialog
      opened={request !== null}
      onClose={() => deciding.setConflicting(null)}
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
  readonly view: ListState<RequestPart>;
  readonly setView: (change: Partial<ListState<RequestPart>>) => void;
}

const emptyText = ({ part, search }: ListState<RequestPart>): string => {
  if (search) return 'No requests found';
  return part === 'open' ? 'No request waits for a decision' : 'No request has been decided yet';
};

const RequestList = ({ view, setView }: RequestListProps) => {
  const list = useRef<HTMLDivElement>(null);
  /** The number of open requests when the list was last read. */
  const known = useRef<number>(undefined);
  const deciding = useDecisions({
    // The button that was pressed has gone with its request.
    onDecided: () => list.current?.focus(),
    onReload: () => {
      known.current = undefined;
    },
  });
  const { refusing } = deciding;
  const { part, search, page } = view;
  const query = usePage(corrections.listCorrections, {
    query: { state: part, limit: 10, page, search: search || undefined },
    refetchOnWindowFocus: false,
  });
  // Each read of the list is in the trail: besides decisions, it is read again once the number of open requests has changed.
  const { data: open, dataUpdatedAt } = useQuery(openCountQuery);
  const { refetch } = query;
  useEffect(() => {
    // Not counted yet.
    if (dataUpdatedAt === 0) return;
    if (known.current !== undefined && known.current !== open) void refetch();
    known.current = open;
  }, [open, dataUpdatedAt, refetch]);

  return (
    <>
      <div ref={list} tabIndex={-1} className={classes['page']}>
        <PagedList
          query={query}
          view={view}
          setView={setView}
          what="requests"
          failed="Failed to fetch the requests. Please try again."
          rows={4}
          columns={2}
          empty={{
            icon: view.part === 'open' ? IconClipboardCheck : IconInbox,
            text: emptyText(view),
          }}
        >
          {(requests) => (
            <ul className={classes['list']} aria-label={`Requests, ${view.part}`}>
              {requests.map((request) => (
                <CorrectionRequest key={request.id} request={request} deciding={deciding} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <RecordChangedDialog deciding={deciding} />
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

/** Teachers' requests to correct students' records, for the administrator to decide. */
const AdminCorrectionsPage = () => {
  const { view, setView } = useListState(requestParts);
  const { data: open = 0 } = useQuery(openCountQuery);
  return (
    <Page
      title="Corrections"
      line="Teachers ask to change a student’s contact number or address. The record changes when you approve."
    >
      <Card flush>
        <Tabs
          value={view.part}
          onChange={(part) => setView({ part: requestParts.find((one) => one === part) ?? 'open' })}
        >
          <Tabs.List className={classes['tabs'] ?? ''} aria-label="Requests">
            <Tabs.Tab value="open">
              Open
              {open > 0 && <span className={classes['count']}>{formatCount(open)}</span>}
            </Tabs.Tab>
            <Tabs.Tab value="decided">Decided</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={view.part}>
            <div className={classes['tools']}>
              <SearchField
                label="Find a request"
                placeholder="Search student or roll no"
                value={view.search}
                onSearch={(search) => setView({ search })}
              />
              <DownloadMenu
                endpoint={corrections.exportCorrections}
                query={{ state: view.part, search: view.search || undefined }}
              />
            </div>
            <RequestList view={view} setView={setView} />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </Page>
  );
};

export default AdminCorrectionsPage;
