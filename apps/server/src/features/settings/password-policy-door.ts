import type { PasswordDemands } from '@campus/contract';

/** What the settings ask of the identity service, which keeps the policy and enforces it. */
export interface PasswordPolicyDoor {
  /** Set by others, at another service than ours. */
  readonly elsewhere?: object;
  /** What it was configured with: the least there can be. */
  readonly leastPasswordPolicy: PasswordDemands;
  passwordPolicy(): Promise<PasswordDemands>;
  /** In force at once, in every process. */
  setPasswordPolicy(policy: PasswordDemands): Promise<void>;
}
