import { createTheme } from '@mantine/core';
import { palette } from './palette.ts';
import { variantColorResolver } from './variant-colors.ts';

const weight = '560';

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  black: '#14262f',
  white: '#ffffff',
  colors: palette,
  fontFamily: 'var(--campus-font-body)',
  headings: {
    fontFamily: 'var(--campus-font-heading)',
    fontWeight: weight,
    sizes: {
      h1: { fontSize: '30px', lineHeight: '1.2', fontWeight: weight },
      h2: { fontSize: '18.5px', lineHeight: '1.3', fontWeight: weight },
      h3: { fontSize: '16px', lineHeight: '1.35', fontWeight: weight },
    },
  },
  fontSizes: { xs: '13px', sm: '14.5px', md: '16px', lg: '18px', xl: '21px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '18px' },
  shadows: {
    xs: 'var(--campus-shadow-card)',
    sm: 'var(--campus-shadow-card)',
    md: 'var(--campus-shadow-raised)',
    lg: 'var(--campus-shadow-raised)',
    xl: 'var(--campus-shadow-modal)',
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { radius: 'lg', centered: true, size: 500 } },
    Loader: { defaultProps: { type: 'oval' } },
  },
});
