export { createAccountsService, type AccountsService } from './accounts.service.ts';
export { passwordOwnerOf } from './chosen-passwords.ts';
export {
  holderByEmail,
  holderOfSubject,
  isActiveAccount,
  listHolders,
  refuseTokensOf,
  setActive,
} from './accounts.queries.ts';
export { resetFactorOf } from './reset-factor.ts';
export { accountOfEmail, takeAccount } from './ensure-account.ts';
export {
  inviteNewPeople,
  outboxState,
  passwordChosen,
  queueEmailChange,
  queueGuessingMail,
  queueTask,
  queuePasswordReset,
} from './outbox.queries.ts';
export { createAccountWorker, type AccountWorker } from './worker.ts';
