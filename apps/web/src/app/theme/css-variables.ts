import type { CSSVariablesResolver } from '@mantine/core';

const roles = {
  '--mantine-color-body': 'var(--campus-page)',
  '--mantine-color-text': 'var(--campus-ink)',
  '--mantine-color-bright': 'var(--campus-ink)',
  '--mantine-color-dimmed': 'var(--campus-ink-2)',
  '--mantine-color-placeholder': 'var(--campus-ink-3)',
  '--mantine-color-anchor': 'var(--campus-link)',
  '--mantine-color-error': 'var(--campus-danger-ink)',
  '--mantine-color-default': 'var(--campus-field)',
  '--mantine-color-default-hover': 'var(--campus-hover)',
  '--mantine-color-default-color': 'var(--campus-ink)',
  '--mantine-color-default-border': 'var(--campus-line-strong)',
  '--mantine-primary-color-filled': 'var(--campus-primary)',
  '--mantine-primary-color-filled-hover': 'var(--campus-primary-hover)',
  '--mantine-primary-color-contrast': 'var(--campus-on-primary)',
  '--mantine-color-disabled': 'var(--campus-track)',
  '--mantine-color-disabled-color': 'var(--campus-ink-3)',
  '--mantine-color-disabled-border': 'var(--campus-line)',
} as const;

/** Maps Mantine's variables to those of `tokens.css`, which change with the scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.5' },
  light: roles,
  dark: roles,
});
