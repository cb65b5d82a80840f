import { defaultVariantColorsResolver } from '@mantine/core';
import type { VariantColorsResolver } from '@mantine/core';

const role = (name: string): string => `var(--campus-${name})`;

/** Buttons take the roles of the visual language, so both schemes keep their contrast. */
export const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? input.theme.primaryColor;
  if (color === 'petrol' && input.variant === 'filled') {
    return {
      background: role('primary'),
      hover: role('primary-hover'),
      color: role('on-primary'),
      border: '1px solid transparent',
    };
  }
  if (color === 'petrol' && input.variant === 'light') {
    return {
      background: role('quiet'),
      hover: role('quiet-hover'),
      color: role('on-quiet'),
      border: '1px solid transparent',
    };
  }
  if (color === 'petrol' && input.variant === 'subtle') {
    return {
      background: 'transparent',
      hover: role('hover'),
      color: role('link'),
      border: '1px solid transparent',
    };
  }
  if (color === 'brick' && input.variant === 'filled') {
    return {
      background: role('absent'),
      hover: role('absent'),
      color: role('on-absent'),
      border: '1px solid transparent',
    };
  }
  if (color === 'brick' && input.variant === 'subtle') {
    return {
      background: 'transparent',
      hover: role('absent-bg'),
      color: role('absent-ink'),
      border: '1px solid transparent',
    };
  }
  return defaultVariantColorsResolver(input);
};
