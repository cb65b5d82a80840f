/** HTML that needs no escaping any more. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const write = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(write).join('') : escapeHtml(String(part));
};

/** A template whose values are escaped unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + write(values[at] ?? null)).join(''));
