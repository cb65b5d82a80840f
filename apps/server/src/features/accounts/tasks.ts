import type { Mail, Mailer } from '../../mail/mail.ts';
import {
  deviceLinkMail,
  factorResetMail,
  invitationMail,
  type MailLinks,
  newsMail,
  resetMail,
  signInWarningMail,
} from './account-mails.ts';
import { type AccountHolder, holderByEmail, holderById } from './accounts.queries.ts';
import { type AccountParts, ensureAccount, moveToCampusEmail } from './ensure-account.ts';
import { finishNobodysTasks, queueInvitation, type Task } from './outbox.queries.ts';

export interface TaskParts extends AccountParts {
  readonly mailer: Mailer;
  readonly links: MailLinks;
}

/** `sent`: done, and a mail is on its way. `not_needed`: there was nothing to do any more. */
export type TaskResult = 'done' | 'sent' | 'not_needed';

/** The key that makes one link of all attempts at a task. */
const linkKey = ({ id, createdAt }: Task): string => `${id}.${createdAt.getTime()}`;

const sendLink = async (
  parts: TaskParts,
  task: Task,
  person: AccountHolder,
): Promise<TaskResult> => {
  const account = await ensureAccount(parts, person);
  if (!account) return 'not_needed';
  const invitation = task.kind === 'invitation';
  if (invitation && account.hasPassword) return 'not_needed';
  const purpose = invitation ? 'invitation' : 'reset';
  const token = await parts.identity.passwordToken(account.subject, purpose, linkKey(task));
  if (token === undefined) throw new Error('The account was removed meanwhile.');
  const mail = (invitation ? invitationMail : resetMail)(task, person, token, parts.links);
  await parts.mailer.send(mail);
  return 'sent';
};

/** To the owner of an account whose password is being guessed, if it has one. */
const sendGuessingMail = async (
  { identity, mailer, links }: TaskParts,
  task: Task,
  person: AccountHolder,
): Promise<TaskResult> => {
  const { issuer, subject } = person;
  const account =
    subject !== null && issuer === identity.issuer
      ? await identity.describeAccount({ subject })
      : undefined;
  if (!account?.hasPassword || account.email !== person.email) return 'not_needed';
  if (task.kind === 'sign_in_warning') await mailer.send(signInWarningMail(task, person, links));
  else {
    const token = await identity.passwordToken(account.subject, 'device', linkKey(task));
    if (token === undefined) throw new Error('The account was removed meanwhile.');
    await mailer.send(deviceLinkMail(task, person, token, links));
  }
  return 'sent';
};

/** News of an account that is in use: the owner of one that is not gets an invitation. */
const tellOwner = async (
  { identity, mailer }: TaskParts,
  person: AccountHolder,
  mail: Mail,
): Promise<TaskResult> => {
  if (person.subject === null || person.issuer !== identity.issuer) return 'not_needed';
  const account = await identity.describeAccount({ subject: person.subject });
  if (!account?.hasPassword && !account?.linked) return 'not_needed';
  await mailer.send(mail);
  return 'sent';
};

const followEmail = async (parts: TaskParts, person: AccountHolder): Promise<TaskResult> => {
  const { identity, db } = parts;
  if (person.subject === null || person.issuer !== identity.issuer) return 'not_needed';
  const account = await identity.describeAccount({ subject: person.subject });
  if (!account || account.email === person.email) return 'not_needed';
  // An invitation that went to the old address is void; it is sent to the new one instead.
  if (!account.hasPassword && !account.linked && person.active)
    await queueInvitation(db, person.id);
  await moveToCampusEmail(parts, account, person);
  return 'done';
};

/**
 * Does one task. Each step may be repeated: whatever a stop in the middle leaves behind is found and
 * used by the next attempt. The one thing that cannot be undone or looked up is the hand-over of a
 * mail: stopped right after it, the same mail (same link, same Message-ID) is handed over again.
 */
export const performTask = async (parts: TaskParts, task: Task): Promise<TaskResult> => {
  const person =
    task.personId === null
      ? await holderByEmail(parts.db, task.email)
      : await holderById(parts.db, task.personId);
  if (!person) {
    await finishNobodysTasks(parts.db);
    return 'not_needed';
  }
  if (task.kind === 'email_change') return followEmail(parts, person);
  if (!person.active) return 'not_needed';
  if (task.kind === 'password_changed' || task.kind === 'email_changed')
    return tellOwner(parts, person, newsMail(task, person, parts.links));
  if (task.kind === 'factor_reset')
    return tellOwner(parts, person, factorResetMail(task, person, parts.links));
  const guessing = task.kind === 'sign_in_warning' || task.kind === 'device_link';
  return guessing ? sendGuessingMail(parts, task, person) : sendLink(parts, task, person);
};
