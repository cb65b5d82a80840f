import { vi } from 'vitest';
import { expectContract } from './fake-server.ts';

/** An upload with progress, as received by the server. */
export interface SeenUpload {
  readonly path: string;
  readonly file: File;
}

/** Answers uploads, which do not use fetch; the whole body, or a part of it, is sent at once. */
export const fakeUploads = (
  answer: (seen: SeenUpload) => Response | Promise<Response>,
  share = 1,
): readonly SeenUpload[] => {
  const seen: SeenUpload[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    statusText = '';
    responseType = '';
    response = new ArrayBuffer(0);
    private path = '';
    private headers = new Headers();

    open(_method: string, path: string): void {
      this.path = path;
    }

    setRequestHeader(): void {}

    getAllResponseHeaders(): string {
      return [...this.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }

    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }

    send(form: FormData): void {
      const request = { path: this.path, file: form.get('file') as File };
      seen.push(request);
      const progress = { loaded: share * 100, total: 100 };
      this.upload.dispatchEvent(new ProgressEvent('progress', progress));
      void this.answer(request);
    }

    private async answer(request: SeenUpload): Promise<void> {
      try {
        const given = expectContract('POST', this.path, await answer(request));
        const { status, statusText, headers } = given;
        Object.assign(this, { status, statusText, headers, response: await given.arrayBuffer() });
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return seen;
};
