import { z } from 'zod';
import { longestPassword } from './password-policy.ts';

export const emailField = z
  .string('Please enter your email address.')
  .max(254, 'This email address is too long.')
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address.'));

/** A password that exists: only its length is looked at. */
export const passwordField = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(longestPassword, 'This password is too long.');

/** A password to be: whether it will do is the policy's to say. */
export const newPasswordField = z
  .string('Please choose a password.')
  .min(1, 'Please choose a password.');

export const tokenField = z.string('The token of the link is missing.').min(1).max(200);
