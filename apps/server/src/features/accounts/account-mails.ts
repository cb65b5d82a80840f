import type { Mail } from '../../mail/mail.ts';
import type { AccountHolder } from './accounts.queries.ts';
import type { Task } from './outbox.queries.ts';

/** Where the links in mails lead, and what mails say about the campus. */
export interface MailLinks {
  /** Origin under which people reach Campus, without a trailing slash. */
  readonly publicUrl: string;
  /** The institution that signs the mails; null while it has no name. Called for each mail. */
  readonly institution?: () => string | null;
  /** The campus time zone, in which mails give times. */
  readonly timezone: () => string;
  /** How long the link in an invitation is valid. */
  readonly invitationHolds: '14 days' | '1 hour';
}

type MailKind = Exclude<Task['kind'], 'email_change'>;

/** What a mail may mention. */
interface Facts {
  readonly person: AccountHolder;
  /** The address to which the mail is sent. */
  readonly to: string;
  readonly when: string;
  readonly signIn: string;
  readonly token: string;
  readonly links: MailLinks;
}

const changed = (what: string, { when }: Facts, news: string, advice: string): string =>
  `the ${what} of your account at Campus was changed
on ${when}.
${news}

If you know of it, you need not do anything. If you do not,
${advice}please tell the administrators of your campus at once.`;

/** Subject and text of each mail, without the common greeting and signature. */
const mails: Readonly<Record<MailKind, (facts: Facts) => readonly [string, string]>> = {
  invitation: ({ person, links, token, signIn }) => [
    `Welcome to Campus, ${person.name}`,
    `your account at Campus is ready. Choose your password here:

${links.publicUrl}/set-password#token=${token}

The link is valid for ${links.invitationHolds} and works once. Afterwards you sign in with
${person.email} at ${signIn}`,
  ],
  password_reset: ({ links, token }) => [
    'Choose a new password for Campus',
    `someone, probably you, asked for a new password for your account at Campus.
Choose it here:

${links.publicUrl}/set-password#token=${token}

The link is valid for 1 hour and works once. If you did not ask for it, you need
not do anything: your password stays as it is.`,
  ],
  sign_in_warning: ({ signIn }) => [
    'Someone is trying to sign in to your Campus account',
    `someone keeps trying wrong passwords for your account at Campus. Nobody has
signed in by that. Devices on which you have signed in before keep working.

If your password is short, or you use it elsewhere, too, choose a new one by
Forgot Password at ${signIn}

If it goes on, you get this mail once a day.`,
  ],
  device_link: ({ signIn, token }) => [
    'Sign in to Campus on a new device',
    `so many wrong passwords were tried for your account at Campus that new devices
have to wait. If you want to sign in on one, open this link there and then sign
in with your password:

${signIn}#token=${token}

The link is valid for 1 day and works once. If you do not want to sign in on a new
device, you need not do anything: the link opens nothing without your password.`,
  ],
  password_changed: (facts) => [
    'Your password for Campus was changed',
    changed(
      'password',
      facts,
      'Wherever else you were signed in, you have been signed out.',
      `choose a new password by Forgot Password at ${facts.signIn} and\n`,
    ),
  ],
  email_changed: (facts) => [
    'Your e-mail address for Campus was changed',
    changed(
      'e-mail address',
      facts,
      facts.to === facts.person.email ? `It is ${facts.to} now.` : `It is no longer ${facts.to}.`,
      '',
    ),
  ],
  factor_reset: ({ signIn }) => [
    'Your second factor for Campus was reset',
    `the authenticator app and the recovery codes of your account at Campus were
reset. They no longer work, and you have been signed out everywhere.

Sign in with your password at ${signIn} and set up an app again.
If you did not ask for this, please contact your administrator at once.`,
  ],
};

export const mailFor = (
  task: Omit<Task, 'kind'> & { readonly kind: MailKind; readonly email?: string | null },
  person: AccountHolder,
  links: MailLinks,
  token: string,
): Mail => {
  const { kind, id, createdAt } = task;
  const to = (kind === 'email_changed' && task.email) || person.email;
  const timeZone = links.timezone();
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const [subject, text] = mails[kind]({
    person,
    to,
    when: `${createdAt.toLocaleString('en-GB', format)} (${timeZone})`,
    signIn: `${links.publicUrl}/signin`,
    token,
    links,
  });
  const { hostname } = new URL(links.publicUrl);
  return {
    to,
    subject,
    // The same for every attempt at a task, different for every task.
    messageId: `<${kind}.${id}.${createdAt.getTime()}@${hostname}>`,
    text: `Hello ${person.name},\n\n${text}\n\n${links.institution?.() ?? 'Campus'}\n`,
  };
};
