import {
  type Icon,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
} from '@tabler/icons-react';

// The order matters: most browsers also name those they derive from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string, Icon])[] = [
  [/\biPhone\b/, 'iPhone', IconDeviceMobile],
  [/\biPad\b/, 'iPad', IconDeviceTablet],
  [/\bAndroid\b.*\bMobile\b/, 'Android', IconDeviceMobile],
  [/\bAndroid\b/, 'Android', IconDeviceTablet],
  [/\bWindows\b/, 'Windows', IconDeviceDesktop],
  [/\bMac OS X\b/, 'macOS', IconDeviceDesktop],
  [/\bCrOS\b/, 'ChromeOS', IconDeviceDesktop],
  [/\bLinux\b/, 'Linux', IconDeviceDesktop],
];

/** Describes a `User-Agent` header in everyday words, such as `Firefox on Windows`, with an icon. */
export const describeUserAgent = (
  userAgent: string,
): { readonly name: string; readonly icon: Icon } => {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [, system, icon = IconDeviceDesktop] =
    systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const name = system ? `${browser ?? 'A browser'} on ${system}` : (browser ?? 'Unknown device');
  return { name, icon };
};
