import { downloadAs, type Endpoint, type FileFormat } from '@campus/contract';

/** Has the browser save a file under `name`. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address after this turn. Without this the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Saves the reply of an endpoint with `download`, under the endpoint's file name unless another is given. */
export const saveDownload = async (
  { download }: { readonly download: NonNullable<Endpoint['download']> },
  answer: Promise<unknown>,
  format: FileFormat = 'csv',
  name?: string,
): Promise<void> =>
  saveFile(
    new Blob([(await answer) as BlobPart]),
    name ? `${name}.${format}` : downloadAs(download, format).fileName,
  );
