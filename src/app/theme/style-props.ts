// The CSS properties that components take as props, beside those that base.ts names. In a build this stands in place of
// the full list that Chakra brings (build/left-out.ts); a test compares it with what the code uses.

const names = new Set(
  'alignItems alignSelf borderWidth display flex flexDirection flexWrap fontWeight gridColumn gridRow gridTemplateColumns height justifyContent justifySelf letterSpacing lineHeight opacity order overflow placeItems position textAlign textDecoration textTransform whiteSpace width zIndex'.split(
    ' ',
  ),
);

/** Whether a prop is a style. */
export const isCssProperty = (name: string): boolean => names.has(name) || /^--|[&@]/.test(name);
