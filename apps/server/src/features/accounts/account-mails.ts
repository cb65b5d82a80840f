import type { Mail } from '../../mail/mail.ts';
import type { AccountHolder } from './accounts.queries.ts';
import type { Task } from './outbox.queries.ts';

/** Where the links of mails lead. */
export interface MailLinks {
  /** Origin under which people reach Campus, without a trailing slash. */
  readonly publicUrl: string;
  /** Who signs the mails: the institution, null while it has no name. Asked anew for each. */
  readonly institution?: () => string | null;
}

/** The same for each attempt at the same task, and for no other. */
const messageId = (task: Task, { publicUrl }: MailLinks): string =>
  `<${task.kind}.${task.id}.${task.createdAt.getTime()}@${new URL(publicUrl).hostname}>`;

const linkWith = (token: string, { publicUrl }: MailLinks): string =>
  `${publicUrl}/set-password#token=${token}`;

const signature = ({ institution }: MailLinks): string => institution?.() ?? 'Campus';

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

The link holds for 14 days and works once. Afterwards you sign in with
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
