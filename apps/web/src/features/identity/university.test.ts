import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consumeOutcome, universityUrl } from './university.ts';

const at = (address: string): void => window.history.replaceState(null, '', address);
const address = (): string => window.location.pathname + window.location.search;

beforeEach(() => at('/signin'));
afterEach(() => document.head.replaceChildren());

describe('coming back from the university', () => {
  it('is handled once: a reload starts again, and still knows the page that was requested', () => {
    at('/signin?university=done&next=%2Fstudent%2Fexams%3Fa%3D1%26b%3D2');
    expect(consumeOutcome()).toBe('done');
    expect(address()).toBe('/signin?next=%2Fstudent%2Fexams%3Fa%3D1%26b%3D2');
    expect(consumeOutcome()).toBeNull();
  });

  it('does not change the address for other visitors', () => {
    at('/signin?next=%2Fstudent%2Fexams');
    expect(consumeOutcome()).toBeNull();
    expect(address()).toBe('/signin?next=%2Fstudent%2Fexams');
  });

  it.each(['nonsense', '', 'constructor', '<b>Call this number</b>'])(
    'shows no text from the address: %s',
    (outcome) => {
      at(`/signin?university=${encodeURIComponent(outcome)}`);
      expect(consumeOutcome()).toEqual({ sentence: 'Login failed. Please try again.' });
      expect(address()).toBe('/signin');
    },
  );

  it.each([
    ['cancelled', 'Signing in with your university account was cancelled. Please try again.'],
    ['expired', 'This sign-in was begun too long ago or in another window. Please try again.'],
    [
      'not_again',
      'Your university does not say that it asked you again. Please use your password.',
    ],
    ['no_account', 'No campus account for this e-mail. Please contact your administrator.'],
  ])('says why the sign-in failed: %s', (outcome, sentence) => {
    at(`/signin?university=${outcome}`);
    expect(consumeOutcome()).toEqual({ sentence });
  });
});

it('the link to the university is the one the server names, with the page that was requested', () => {
  expect(universityUrl('')).toBe('/identity/university/start');
  document.head.innerHTML =
    '<meta name="campus-university" content="https://campus.example.edu/identity/university/start">';
  expect(universityUrl('/student/exams?x=1')).toBe(
    'https://campus.example.edu/identity/university/start?next=%2Fstudent%2Fexams%3Fx%3D1',
  );
  expect(universityUrl('', true)).toBe(
    'https://campus.example.edu/identity/university/start?again=1',
  );
});
