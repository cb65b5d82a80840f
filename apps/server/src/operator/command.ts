import type { Config } from '../config.ts';
import type { Connection } from '../db/connection.ts';

export interface OperatorCommand {
  /** What stands behind its name, as in `<e-mail>`. */
  readonly takes: string;
  readonly summary: string;
  /** Answers its last sentence. Throws a `StartError` or `CampusError` with one where it fails. */
  run(
    at: { readonly config: Config; readonly connection: Connection },
    args: readonly string[],
  ): Promise<string>;
}
