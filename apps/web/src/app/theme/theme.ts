import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The palette of the visual language, in Mantine's ten steps. */
const petrol: MantineColorsTuple = [
  '#eaf4f6',
  '#d2e6ea',
  '#a9cfd7',
  '#8cc4cf',
  '#4a94a4',
  '#2a788a',
  '#176274',
  '#0f5061',
  '#0c4150',
  '#08303d',
];

const lamp: MantineColorsTuple = [
  '#fff7e5',
  '#feebc4',
  '#fcda93',
  '#f9c763',
  '#f5b640',
  '#e9a325',
  '#c98413',
  '#8a5606',
  '#6b4205',
  '#4e3003',
];

const moss: MantineColorsTuple = [
  '#e2f3ec',
  '#c9e9de',
  '#8fdcc2',
  '#5fc7a4',
  '#319f7f',
  '#138567',
  '#0b6e55',
  '#085a46',
  '#064838',
  '#043329',
];

const brick: MantineColorsTuple = [
  '#fce9e2',
  '#fad9cf',
  '#ffb59c',
  '#f08d6c',
  '#dc6541',
  '#c8482a',
  '#b2371b',
  '#8e2c14',
  '#6f2210',
  '#4d170a',
];

const slate: MantineColorsTuple = [
  '#f3f5f3',
  '#ebf0ef',
  '#d8e0df',
  '#bcc9cb',
  '#97a9ae',
  '#74888e',
  '#5b6c73',
  '#45575f',
  '#2a3d46',
  '#14262f',
];

const dark: MantineColorsTuple = [
  '#e8efef',
  '#b0c1c7',
  '#93a8b0',
  '#64828e',
  '#2b4753',
  '#213a46',
  '#1a303a',
  '#13252e',
  '#0d1b22',
  '#081319',
];

const palette = {
  petrol,
  lamp,
  moss,
  brick,
  slate,
  dark,
  red: brick,
  green: moss,
  gray: slate,
};

const role = (name: string): string => `var(--campus-${name})`;

/** Buttons take the roles of the visual language, so both schemes keep their contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
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
