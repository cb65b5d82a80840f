export { accountsRoutes } from './accounts.routes.ts';
export { createAccountsService, type AccountsService } from './accounts.service.ts';
export { passwordOwnerOf } from './chosen-passwords.ts';
export {
  type AccountHolder,
  holderByEmail,
  isActiveAccount,
  refuseTokensOf,
} from './accounts.queries.ts';
export { resetFactorOf } from './reset-factor.ts';
export { accountOfEmail, takeAccount } from './ensure-account.ts';
export type { IdentityAccount, IdentityDoor } from './identity-door.ts';
export {
  inviteNewPeople,
  passwordChosen,
  queueEmailChange,
  queueGuessingMail,
  queueInvitation,
  queuePasswordReset,
} from './outbox.queries.ts';
export { createAccountWorker, type AccountWorker } from './worker.ts';
