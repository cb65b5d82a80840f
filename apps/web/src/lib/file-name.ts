/** The file name in a `Content-Disposition` header (RFC 6266), or null if there is none. */
export const fileNameIn = (header: string | null): string | null => {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1];
  if (encoded)
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Badly encoded: use the plain name instead.
    }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header ?? '');
  return plain?.[1] || plain?.[2] || null;
};
