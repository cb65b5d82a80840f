import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The colours of our palette that Mantine's own styles use, in Mantine's ten shades. */
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

const gray: MantineColorsTuple = [
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

/** Background, background under the pointer and text colour of a button, by the names of our tokens. */
const buttons: Readonly<Record<string, readonly [string, string, string]>> = {
  'petrol filled': ['primary', 'primary-hover', 'on-primary'],
  'petrol light': ['secondary', 'secondary-hover', 'on-secondary'],
  'petrol subtle': ['', 'hover', 'link'],
  'brick subtle': ['', 'danger-bg', 'danger-ink'],
};

/** Buttons use these tokens, so that the contrast holds in both schemes. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const roles = buttons[`${input.color ?? input.theme.primaryColor} ${input.variant}`];
  if (!roles) return defaultVariantColorsResolver(input);
  const [background = '', hover = '', color = ''] = roles.map((role) =>
    role ? `var(--campus-${role})` : 'transparent',
  );
  return { background, hover, color, border: '1px solid transparent' };
};

const weight = '560';

/** Renders overlays within the main element, so that no text is outside all landmarks. */
const inMain = { portalProps: { target: '#content' } };

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  black: '#14262f',
  white: '#ffffff',
  colors: { petrol, gray, dark },
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
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: false }, ...inMain },
    },
    Popover: { defaultProps: inMain },
    ModalRoot: { defaultProps: { radius: 'lg', centered: true, size: 500, xOffset: 16 } },
    Loader: { defaultProps: { type: 'oval' } },
  },
});

const variables = {
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
  light: variables,
  dark: variables,
});
