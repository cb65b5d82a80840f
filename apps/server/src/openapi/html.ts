/** HTML that needs no escaping any more. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Part = Html | string | number | null | readonly Part[];

const write = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return String(part)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
};

/** A template whose values are escaped unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + write(values[at] ?? null)).join(''));

/** CSS, which holds no values of anybody's. */
export const raw = (text: string): Html => new Html(text);
