declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    /** The weights that stay possible: one, or a range. */
    readonly variationAxes: {
      readonly wght: number | { readonly min: number; readonly max: number };
    };
  }
  /** The font with the characters of `text` only. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
