import { accounts, type Invitations } from '@campus/contract';
import { Button, Progress } from '@mantine/core';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { pluralize } from '../../../lib/count.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { useAction } from '../../../ui/actions.tsx';
import { filtersIn, type ListView } from './list-view.ts';
import classes from './invitations.module.css';

/** The options of a list's status filter that are about invitations. */
export const invitationStatuses = [
  { label: 'Not yet invited', value: 'never_invited' },
  { label: 'Invitation expired', value: 'invitation_expired' },
] as const;

const actions = {
  never_invited: { who: 'never_invited', count: 'neverInvited', action: 'Invite' },
  invitation_expired: { who: 'expired', count: 'expired', action: 'Invite again' },
} as const;

/** Progress of the invitations: how many have gone, how fast, and when the last one will go. */
const Queue = ({ queue }: { readonly queue: Invitations }) => {
  const { waiting, sent, mailsPerMinute, endsAt, problem } = queue;
  return (
    <div className={classes['queue']}>
      <output>
        {pluralize(waiting, 'invitation waits', 'invitations wait')}, {mailsPerMinute} can leave in
        a minute{endsAt && `: the last one about ${timeOfInstant(endsAt)}`}.
        {problem && ` The mail server said: ${problem}. They are tried again by themselves.`}
      </output>
      <Progress.Root size="sm">
        <Progress.Section
          value={(100 * sent) / (sent + waiting)}
          aria-label={`${sent} of ${sent + waiting} invitations sent`}
        />
      </Progress.Root>
    </div>
  );
};

interface InvitationsProps {
  readonly kind: 'students' | 'teachers';
  /** The view of the list; of its filters, only the status decides who is invited. */
  readonly view: ListView;
}

/** Above a list of people: one button that invites all of a status, and the invitations being sent. */
const Bar = ({ kind, view }: InvitationsProps) => {
  const { data } = useReply(accounts.readInvitations, {
    refetchInterval: ({ state }) => (state.data?.waiting ? 5000 : false),
  });
  const act = view.show in actions ? actions[view.show as keyof typeof actions] : null;
  const narrowed = view.search !== '' || filtersIn(view) > 1;
  const invite = useAction({
    run: (who: 'never_invited' | 'expired') =>
      call(accounts.inviteMany, {
        body: { who, role: kind === 'students' ? 'student' : 'teacher' },
      }),
    done: ({ invited }) => `${pluralize(invited, 'invitation is', 'invitations are')} on the way.`,
    failed: 'The invitations could not be sent. Please try again.',
    refreshes: ['/people', '/faculty'],
  });
  if (!data) return null;
  const count = act ? data[act.count][kind] : 0;
  if (count === 0 && data.waiting === 0) return null;
  return (
    <div className={classes['invitations']}>
      {act && count > 0 && (
        <May call={accounts.inviteMany}>
          <Button
            variant="light"
            disabled={invite.isPending}
            onClick={() => invite.mutate(act.who)}
          >
            {act.action} {pluralize(count, kind.slice(0, -1))}
          </Button>
        </May>
      )}
      {act && count > 0 && narrowed && <span>All of this status, whatever else is filtered.</span>}
      {data.waiting > 0 && <Queue queue={data} />}
    </div>
  );
};

export const InvitationsBar = (props: InvitationsProps) => (
  <May call={accounts.readInvitations}>
    <Bar {...props} />
  </May>
);
