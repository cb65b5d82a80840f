import { sizeInWords } from '../../values/words.ts';

/** Limits of the files of one hand-in or assignment, and lengths of texts in characters. */
export const handInLimits = {
  /** How often a student may hand in for an assignment: all versions are kept and shown. */
  versions: 100,
  files: 10,
  bytes: 20 * 1024 * 1024,
  text: 50_000,
  comment: 4000,
  /** Reason for an extension. */
  reason: 300,
  /** A teacher’s own phrases for comments. */
  phrases: 3,
  phrase: 200,
} as const;

/** How files are uploaded, in a form that may have none. */
export const filesUpload = {
  file: 'files',
  maxBytes: handInLimits.bytes,
  fileOptional: true,
  maxFiles: handInLimits.files,
} as const;

export const fileTooLarge = 'Each file can have at most 20 MB. Please choose a smaller one.';
export const tooManyFiles = `At most ${handInLimits.files} files can be handed in. Put them into one ZIP file.`;
export const wrongKind = (name: string): string =>
  `“${name}” is not a kind of file that is accepted: PDF, images, Office and OpenDocument files, plain text and ZIP are.`;

export const handedInTooOften = `You have handed in ${handInLimits.versions} times, which is the most. The last version counts; if you need another, ask your teacher to return and reopen your work.`;

/** The message if files exceed what is left of a quota. */
export const doesNotFit = (left: number): string =>
  `This does not fit: ${sizeInWords(left)} are left. Please choose smaller files, or ask the administrators of Campus for more.`;

/**
 * Accepted media types (by content), with the file extensions for each, the usual one first. Text may be
 * named like what opens in an editor or a spreadsheet, but not like what a computer executes or a browser
 * displays.
 */
const endings = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic heif',
  'image/tiff': 'tif tiff',
  'application/zip': 'zip',
  'application/rtf': 'rtf',
  'application/x-cfb': 'doc dot xls xlt ppt pps docx dotx xlsx xltx pptx ppsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx dotx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx xltx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx potx ppsx',
  'application/vnd.oasis.opendocument.text': 'odt ott',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods ots',
  'application/vnd.oasis.opendocument.presentation': 'odp otp',
  'application/vnd.oasis.opendocument.graphics': 'odg otg',
  'text/plain; charset=utf-8':
    'txt text md csv tsv tex bib log json yaml yml toml sql c h cc cpp hpp cs java kt go rs swift ics vcf vtt srt',
} as const;
export const acceptedTypes = Object.keys(endings) as (keyof typeof endings)[];

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longest = 100;
/** In UTF-8: file systems allow 255 bytes, and a number may be added. */
const mostBytes = 240;
const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** Includes characters that display as nothing although Unicode has them as letters or marks. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/gu;

/** Replaces the invisible characters of a name. */
export const visibleName = (name: string): string => name.toWellFormed().replace(invisible, '_');

/**
 * Returns a name that every file system accepts and that leads nowhere else: no separators, control or
 * direction characters, reserved names, leading dots, or trailing dots and spaces. Never empty; a name
 * that is too long keeps its extension.
 */
export const safeFileName = (name: string): string => {
  const plain = visibleName(name)
    .normalize('NFC')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  const named = reserved.test(plain) ? `_${plain}` : plain;
  const signs = Array.from(named);
  if (signs.length <= longest && bytesIn(named) <= mostBytes) return named || 'file';
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(named)?.[0] ?? '';
  const start = Array.from(named.slice(0, named.length - ending.length));
  start.splice(longest - Array.from(ending).length);
  while (bytesIn(start.join('') + ending) > mostBytes) start.pop();
  return `${start.join('').replace(/[. ]+$/, '')}${ending}`;
};

/** Returns a safe name with an extension that fits its content: a text `marks.bat` becomes `marks.bat.txt`. */
export const nameByContent = (name: string, type: string): string => {
  const safe = safeFileName(name);
  const fitting = endings[type as keyof typeof endings].split(' ');
  const ending = /\.([^.]+)$/.exec(safe)?.[1]?.toLowerCase() ?? '';
  return fitting.includes(ending) ? safe : safeFileName(`${safe}.${fitting[0]}`);
};

/**
 * Creates a function that makes names unique within a folder: the second use of a name becomes “name
 * (2).ext”. Ignores case.
 */
export const createUniqueNames = () => {
  const taken = new Set<string>();
  return (name: string): string => {
    const safe = safeFileName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let free = safe;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  };
};
