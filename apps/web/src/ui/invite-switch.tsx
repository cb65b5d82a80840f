import { Switch } from '@mantine/core';
import { countOf } from '../lib/count.ts';

/** `later`: when it is asked for. */
export type Invite = 'now' | 'later';

/** As an endpoint is asked, which invites now unless it is told. */
export const invitesBy = (invite: Invite) => (invite === 'later' ? { invite } : {});

interface InviteSwitchProps {
  /** How many people would be invited. */
  readonly count: number;
  readonly invite: Invite;
  readonly onInvite: (invite: Invite) => void;
  readonly disabled: boolean;
}

/** Beside a button that adds people: whether their invitations go out with it. */
export const InviteSwitch = ({ count, invite, onInvite, disabled }: InviteSwitchProps) => (
  <Switch
    label={`Send ${countOf(count, 'invitation')} now`}
    description={invite === 'later' && 'Later: choose “Not yet invited” in the list.'}
    checked={invite === 'now'}
    disabled={disabled}
    onChange={(event) => onInvite(event.currentTarget.checked ? 'now' : 'later')}
  />
);
