export {
  createAccountsService,
  keepFullAdministrator,
  requireMayReadAbout,
  type AccountsService,
} from './accounts.service.ts';
export { accountActsJob, drainAccountActs } from './account-acts.ts';
export { passwordOwner, passwordOwnerOf } from './chosen-passwords.ts';
export {
  holderByEmail,
  admit,
  listHolders,
  refuseTokensOf,
  setActive,
  setDuty,
} from './accounts.queries.ts';
export { resetFactorOf } from './reset-factor.ts';
export { accountOfEmail, claimAccount } from './ensure-account.ts';
export {
  inviteNewPeople,
  mailsFailing,
  outboxState,
  passwordChosen,
  queueEmailChange,
  queueGuessingMail,
  queueTask,
  queuePasswordReset,
} from './outbox.queries.ts';
export { createAccountWorker, type AccountWorker } from './worker.ts';
