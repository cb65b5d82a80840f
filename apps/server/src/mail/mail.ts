/** One mail to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same each time this mail is handed over: receivers recognise a repetition by it. */
  readonly messageId: string;
}

export interface Mailer {
  /**
   * Resolves once the mail is in other hands. Throws `Undeliverable` when trying again is of no use,
   * anything else when it may be.
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses this mail for good. The message is what it said. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
