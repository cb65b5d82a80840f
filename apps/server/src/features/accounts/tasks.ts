import { accountOf, type IdentityAccount } from '../../identity-client.ts';
import type { Mailer } from '../../mail/mail.ts';
import { mailFor, type MailLinks } from './account-mails.ts';
import {
  type AccountHolder,
  holderByEmail,
  holderById,
  isNeverInvited,
} from './accounts.queries.ts';
import { recordFirstSignIn } from '../identity/index.ts';
import { type AccountParts, ensureAccount, moveToCampusEmail } from './ensure-account.ts';
import { finishOrphanedTasks, queueTask, type Task } from './outbox.queries.ts';

export interface TaskParts extends AccountParts {
  readonly mailer: Mailer;
  readonly links: MailLinks;
}

/** `sent`: done, and a mail was sent. `not_needed`: there was nothing left to do. */
export type TaskResult = 'done' | 'sent' | 'not_needed';

/** The purpose of the link in each kind of mail. */
const purposes = {
  invitation: 'invitation',
  password_reset: 'reset',
  device_link: 'device',
} as const;
const hasLink = (kind: Task['kind']): kind is keyof typeof purposes => kind in purposes;

/** Whether the mail still makes sense. */
const isWanted = (
  kind: Task['kind'],
  account: IdentityAccount,
  { email }: AccountHolder,
): boolean => {
  const { hasPassword, linked } = account;
  if (kind === 'invitation') return !hasPassword;
  if (kind === 'password_reset') return true;
  if (kind === 'sign_in_warning' || kind === 'device_link')
    return hasPassword && account.email === email;
  // News about an account is only for accounts in use; the owner of an unused one gets an invitation.
  return hasPassword || linked;
};

const followEmail = async (parts: TaskParts, person: AccountHolder): Promise<TaskResult> => {
  const account = await accountOf(parts.identity, person);
  if (!account || account.email === person.email) return 'not_needed';
  // The invitation to the old address is void, so another one is sent to the new address.
  if (!account.hasPassword && !account.linked && person.active)
    await queueTask(parts.db, 'invitation', person.id);
  await moveToCampusEmail(parts, account, person);
  return 'done';
};

/**
 * Does one task. Every step can be repeated: after a crash, the next attempt finds and uses what was done. Only
 * handing over a mail cannot be undone or looked up: after a crash right behind it, the same mail is handed over
 * again.
 */
export const performTask = async (parts: TaskParts, task: Task): Promise<TaskResult> => {
  const { db, identity, mailer, links } = parts;
  const { kind } = task;
  const person =
    task.personId === null
      ? await holderByEmail(db, task.email)
      : await holderById(db, task.personId);
  if (!person) {
    await finishOrphanedTasks(db);
    return 'not_needed';
  }
  if (kind === 'email_change') return followEmail(parts, person);
  if (!person.active) return 'not_needed';
  const made = kind === 'invitation' || kind === 'password_reset';
  const account = await (made ? ensureAccount(parts, person) : accountOf(identity, person));
  if (!account) return 'not_needed';
  // The next attempt reads the person again: a link never goes to an address that is not theirs any more.
  if (made && account.email !== person.email) throw new Error('The e-mail was changed meanwhile.');
  if (kind === 'invitation' && !isWanted(kind, account, person))
    await recordFirstSignIn(db, person.id);
  if (!isWanted(kind, account, person)) return 'not_needed';
  if (kind === 'password_reset' && !account.hasPassword && (await isNeverInvited(db, person.id))) {
    await queueTask(db, 'invitation', person.id, true);
    return 'done';
  }
  // The same key gives the same link for every attempt at a task.
  const key = `${task.id}.${task.createdAt.getTime()}`;
  const token = hasLink(kind)
    ? await identity.passwordToken(account.subject, purposes[kind], key)
    : '';
  if (token === undefined) throw new Error('The account was removed meanwhile.');
  await mailer.send(mailFor({ ...task, kind }, person, links, token));
  return 'sent';
};
