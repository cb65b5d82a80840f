import { expect, test } from 'vitest';
import { hasPdfViewer } from './pdf-viewer.ts';

test.each([
  ['Windows', true, 'Win32', 0, true],
  ['Windows with a touch screen', true, 'Win32', 10, true],
  ['a Mac', true, 'MacIntel', 0, true],
  ['an iPad, which calls itself a Mac', true, 'MacIntel', 5, false],
  ['an iPhone', true, 'iPhone', 5, false],
  ['Android', false, 'Linux armv81', 5, false],
  ['Firefox with its viewer turned off', false, 'Linux x86_64', 0, false],
])('%s shows a PDF in a frame: %s', (_what, pdfViewerEnabled, platform, maxTouchPoints, shows) => {
  expect(hasPdfViewer({ pdfViewerEnabled, platform, maxTouchPoints })).toBe(shows);
});

test('an old browser that does not say is not trusted', () => {
  expect(hasPdfViewer({ platform: 'Win32', maxTouchPoints: 0 })).toBe(false);
});
