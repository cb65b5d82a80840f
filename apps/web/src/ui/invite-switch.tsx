import { Switch } from '@mantine/core';
import { pluralize } from '../lib/count.ts';

/** `later`: not until somebody asks for it. */
export type Invite = 'now' | 'later';

/** The query parameter for an endpoint, which invites at once by default. */
export const invitesBy = (invite: Invite) => (invite === 'later' ? { invite } : {});

interface InviteSwitchProps {
  /** How many people would be invited. */
  readonly count: number;
  readonly invite: Invite;
  readonly onInvite: (invite: Invite) => void;
  readonly disabled: boolean;
}

/** Next to a button that adds people: whether they are invited at once. */
export const InviteSwitch = ({ count, invite, onInvite, disabled }: InviteSwitchProps) => (
  <Switch
    label={`Send ${pluralize(count, 'invitation')} now`}
    description={invite === 'later' && 'Later: choose “Not yet invited” in the list.'}
    checked={invite === 'now'}
    disabled={disabled}
    onChange={(event) => onInvite(event.currentTarget.checked ? 'now' : 'later')}
  />
);
