import { searchWords } from '@campus/contract';
import { expect, it } from 'vitest';
import { highlightParts } from './highlight.ts';

it('highlights what was found in the original text, letter by letter', () => {
  const marked = (text: string, search: string) =>
    highlightParts(text, searchWords(search)).map((part) =>
      part.found ? `[${part.text}]` : part.text,
    );
  expect(marked('Zoë Okonkwo', 'okon zoe')).toEqual(['[Zoë]', ' ', '[Okon]', 'kwo']);
  expect(marked('Oﬃce of the ﬁrst', 'first')).toEqual(['Oﬃce of the ', '[ﬁrst]']);
  expect(marked('Adaeze', 'x')).toEqual(['Adaeze']);
});
