export interface Demo {
  readonly accounts: readonly string[];
  /** The same for every account. */
  readonly password: string;
  /** Where this campus shows the mails that it keeps instead of sending. */
  readonly mail?: string;
}

/** Reads the demo accounts that the server writes into the page; null outside demo mode and during prerendering. */
export const readDemo = (): Demo | null => {
  const found = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="campus-demo"]');
  return found?.content ? (JSON.parse(found.content) as Demo) : null;
};
