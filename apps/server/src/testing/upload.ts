import type { Answer, Caller } from './test-campus.ts';

/** A part of a form: a file if it has a name, otherwise a field. */
export interface Part {
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

const boundary = 'campus-test-boundary';

/** A multipart body as a browser sends it. */
export const formBody = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ field = 'file', name, type = 'text/csv', content }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${
          name === undefined ? '' : `; filename="${name}"\r\ncontent-type: ${type}`
        }\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** As with `Caller`, the caller states the type it expects. */
export const sendForm = <T = any>(
  caller: Caller,
  path: string,
  parts: readonly Part[],
): Promise<Answer<T>> =>
  caller.send<T>({ method: 'POST', path, body: formBody(parts), headers: formType });
