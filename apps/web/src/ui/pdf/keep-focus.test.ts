import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let button: HTMLButtonElement;
let frame: HTMLIFrameElement;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  window.focus = () => undefined;
  button = document.body.appendChild(document.createElement('button'));
  frame = document.body.appendChild(document.createElement('iframe'));
  end = keepFocus(frame);
  button.focus();
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** What the page sees when something in the frame takes the focus. */
const intoFrame = (): void => {
  frame.focus();
  window.dispatchEvent(new Event('blur'));
  vi.runAllTimers();
};

test('a viewer that takes the focus by itself gives it back, once', () => {
  intoFrame();
  expect(document.activeElement).toBe(button);
  intoFrame();
  expect(document.activeElement).toBe(frame);
});

test('who comes by keyboard stays', () => {
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  intoFrame();
  expect(document.activeElement).toBe(frame);
});

test('a frame that is gone watches nothing', () => {
  end();
  intoFrame();
  expect(document.activeElement).toBe(frame);
});
