import type { Endpoint } from '@campus/contract';
import { call } from './call.ts';
import type { CallInput } from './call.ts';

/** Hands a file to the browser, to be saved under `name`. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address after this turn; without this the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Calls an endpoint with `download` and saves what it answers. Throws as `call`. */
export const saveDownload = async <E extends Endpoint & { download: { fileName: string } }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<void> => {
  const content: unknown = await call(endpoint, ...([input] as Parameters<typeof call<E>> extends [E, ...infer Rest] ? Rest : never));
  saveFile(new Blob([content as BlobPart]), endpoint.download.fileName);
};
