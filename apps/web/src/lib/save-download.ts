import { downloadAs, type Endpoint, type FileFormat } from '@campus/contract';

/** Hands a file to the browser, to be saved under `name`. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address after this turn; without this the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Saves what a call of an endpoint with `download` answers, under the endpoint's file name unless another is given. */
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
