declare module 'virtual:chrome-icons/first' {
  /** The shapes of the icons that the first load needs, as SVG text by their name in the set. */
  export const bodies: Record<string, string>;
}
declare module 'virtual:chrome-icons/more' {
  /** The same for all other icons. */
  export const bodies: Record<string, string>;
}
declare module 'virtual:field-sprite' {
  /** URL of the file that holds the line drawings as symbols. */
  export const url: string;
}
