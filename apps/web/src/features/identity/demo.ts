export interface Demo {
  /** E-mails. */
  readonly accounts: readonly string[];
  /** The same for all of them. */
  readonly password: string;
  /** Where the mails are shown that this campus keeps instead of sending them. */
  readonly mail?: string;
}

/** The accounts that the server writes into the page in demo mode; null otherwise, and while the build draws it. */
export const readDemo = (): Demo | null => {
  const found = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="campus-demo"]');
  return found?.content ? (JSON.parse(found.content) as Demo) : null;
};
