import type { PasswordDemands } from '@campus/contract';

/** What the settings ask of the identity service, which keeps the policy and enforces it. */
export interface PasswordPolicyDoor {
  /** What it was configured with: the least there can be. */
  readonly leastPasswordPolicy: PasswordDemands;
  passwordPolicy(): Promise<PasswordDemands>;
  /** In force at once, in every process. */
  setPasswordPolicy(policy: PasswordDemands): Promise<void>;
}
