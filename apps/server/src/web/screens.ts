import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPage, type Page, type PageSettings, type Screen } from './pages.ts';

/** What the build says of each screen behind the sign-in, by its path with `$parameters`. */
type Screens = Readonly<Record<string, Screen>>;

/** A build that does not say it only makes screens come one step later. */
const readScreens = async (folder: string): Promise<Screens> => {
  const path = join(folder, 'pages.json');
  if (!existsSync(path)) return {};
  return JSON.parse(await readFile(path, 'utf8')) as Screens;
};

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, at) => part.startsWith('$') || part === path[at]);

/**
 * The application's page for an address: the same for all of them, but each names the files of its
 * own screen, which then come beside the application and not after it, and begins with its own first
 * frame. Made when first asked for.
 */
export const loadScreens = async (
  folder: string,
  settings: PageSettings,
  shell: Page,
): Promise<(address: string) => Promise<Page>> => {
  const screens = Object.entries(await readScreens(folder)).map(([path, screen]) => ({
    parts: path.split('/'),
    screen,
  }));
  // Where two patterns fit, the one that names more of the address is meant.
  screens.sort((one, other) => parameters(one.parts) - parameters(other.parts));
  const made = new Map<Screen, Promise<Page>>();
  return async (address) => {
    const path = (address.split('?')[0] ?? '').replace(/\/$/, '').split('/');
    const { screen } = screens.find(({ parts }) => matches(parts, path)) ?? {};
    if (!screen) return shell;
    const page = made.get(screen) ?? loadPage(folder, 'app.html', settings, screen);
    made.set(screen, page);
    return page;
  };
};

const parameters = (parts: readonly string[]): number =>
  parts.filter((part) => part.startsWith('$')).length;
