/** The localStorage key of the color mode. In its own file, so that the inline script that reads it stays small. */
export const colorModeKey = 'colorMode';
