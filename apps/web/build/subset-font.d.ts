declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    /** The weights to keep: one, or a range. */
    readonly variationAxes: {
      readonly wght: number | { readonly min: number; readonly max: number };
    };
  }
  /** Returns the font reduced to the characters in `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
