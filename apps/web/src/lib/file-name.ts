/** The file's name in a `Content-Disposition` header (RFC 6266), or null where it names none. */
export const fileNameIn = (header: string | null): string | null => {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1];
  if (encoded)
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Not the encoding it says: the plain name beside it is the next best.
    }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header ?? '');
  return plain?.[1] || plain?.[2] || null;
};
