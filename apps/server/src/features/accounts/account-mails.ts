import type { Mail } from '../../mail/mail.ts';
import type { AccountHolder } from './accounts.queries.ts';
import type { Task } from './outbox.queries.ts';

/** Where the links of mails lead. */
export interface MailLinks {
  /** Origin under which people reach Campus, without a trailing slash. */
  readonly publicUrl: string;
  /** Who signs the mails: the institution, null while it has no name. Asked anew for each. */
  readonly institution?: () => string | null;
  /** In which mails say when something happened: that of the campus. */
  readonly timezone: () => string;
  /** How long the link of an invitation holds; 14 days. */
  readonly invitationHolds?: string;
}

/** The same for each attempt at the same task, and for no other. */
const messageId = (task: Task, { publicUrl }: MailLinks): string =>
  `<${task.kind}.${task.id}.${task.createdAt.getTime()}@${new URL(publicUrl).hostname}>`;

const linkWith = (token: string, { publicUrl }: MailLinks): string =>
  `${publicUrl}/set-password#token=${token}`;

const signature = ({ institution }: MailLinks): string => institution?.() ?? 'Campus';

const deviceLink = (token: string, { publicUrl }: MailLinks): string =>
  `${publicUrl}/signin#token=${token}`;

export const invitationMail = (
  task: Task,
  person: AccountHolder,
  token: string,
  links: MailLinks,
): Mail => ({
  to: person.email,
  subject: `Welcome to Campus, ${person.name}`,
  messageId: messageId(task, links),
  text: `Hello ${person.name},

your account at Campus is ready. Choose your password here:

${linkWith(token, links)}

The link holds for ${links.invitationHolds ?? '14 days'} and works once. Afterwards you sign in with
${person.email} at ${links.publicUrl}/signin

${signature(links)}
`,
});

export const resetMail = (
  task: Task,
  person: AccountHolder,
  token: string,
  links: MailLinks,
): Mail => ({
  to: person.email,
  subject: 'Choose a new password for Campus',
  messageId: messageId(task, links),
  text: `Hello ${person.name},

somebody, probably you, asked for a new password for your account at Campus.
Choose it here:

${linkWith(token, links)}

The link holds for 1 hour and works once. If you did not ask for it, you need
not do anything: your password stays as it is.

${signature(links)}
`,
});

export const signInWarningMail = (task: Task, person: AccountHolder, links: MailLinks): Mail => ({
  to: person.email,
  subject: 'Somebody is trying to sign in to your Campus account',
  messageId: messageId(task, links),
  text: `Hello ${person.name},

somebody keeps trying wrong passwords for your account at Campus. Nobody has
signed in by that. Devices on which you have signed in before go on working.

If your password is short, or you use it elsewhere, too, choose a new one by
Forgot Password at ${links.publicUrl}/signin

If it goes on, you get this mail once a day.

${signature(links)}
`,
});

export const deviceLinkMail = (
  task: Task,
  person: AccountHolder,
  token: string,
  links: MailLinks,
): Mail => ({
  to: person.email,
  subject: 'Sign in to Campus on a new device',
  messageId: messageId(task, links),
  text: `Hello ${person.name},

so many wrong passwords were tried for your account at Campus that new devices
have to wait. If you want to sign in on one, open this link there and then sign
in with your password:

${deviceLink(token, links)}

The link holds for 1 day and works once. If you do not want to sign in on a new
device, you need not do anything: the link opens nothing without your password.

${signature(links)}
`,
});

/** What happened to an account and when, and what to do if its owner does not know of it. */
export const newsMail = (
  task: Task & { readonly kind: 'password_changed' | 'email_changed' },
  person: AccountHolder,
  links: MailLinks,
): Mail => {
  const to = task.email ?? person.email;
  const [what, news, advice] =
    task.kind === 'password_changed'
      ? ['password', 'Wherever else you were signed in, you have been signed out.', reset(links)]
      : ['e-mail address', to === person.email ? `It is ${to} now.` : `It is no longer ${to}.`, ''];
  const timeZone = links.timezone();
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return {
    to,
    subject: `Your ${what} for Campus was changed`,
    messageId: messageId(task, links),
    text: `Hello ${person.name},

the ${what} of your account at Campus was changed
on ${task.createdAt.toLocaleString('en-GB', format)} (${timeZone}).
${news}

If you know of it, you need not do anything. If you do not,
${advice}please tell the administrators of your campus at once.

${signature(links)}
`,
  };
};

const reset = ({ publicUrl }: MailLinks): string =>
  `choose a new password by Forgot Password at ${publicUrl}/signin and\n`;

export const factorResetMail = (task: Task, person: AccountHolder, links: MailLinks): Mail => ({
  to: person.email,
  subject: 'Your second factor for Campus was reset',
  messageId: messageId(task, links),
  text: `Hello ${person.name},

the authenticator app and the recovery codes of your account at Campus were
reset. They open nothing any more, and you have been signed out everywhere.

Sign in with your password at ${links.publicUrl}/signin and set up an app again.
If you did not ask for this, please contact your administrator at once.

${signature(links)}
`,
});
