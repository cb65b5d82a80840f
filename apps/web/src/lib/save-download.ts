import type { Endpoint } from '@campus/contract';
import { call, type CallArguments } from './call.ts';

/** Has the browser save a file under `name`. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address after this turn. Without this the content would stay in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Calls an endpoint with `download` and saves its reply, under the endpoint's file name. */
export const saveDownload = async <E extends Endpoint>(
  endpoint: E & { readonly download: NonNullable<Endpoint['download']> },
  ...asked: CallArguments<E>
): Promise<void> =>
  saveFile(new Blob([(await call<E>(endpoint, ...asked)) as BlobPart]), endpoint.download.fileName);
