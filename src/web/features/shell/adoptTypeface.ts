import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/**
 * Applies Inter after a first page that was painted before the font file had loaded. `font-display: optional`
 * keeps the fallback until a full page load, which router navigation never does. Run once, after a link was
 * followed, when the text is replaced anyway and cannot shift.
 */
async function adoptTypeface(): Promise<void> {
  const face = new FontFace("Inter Variable", `url(${interLatin}) format("woff2")`, {
    display: "swap",
    weight: "100 900",
    // That of the Latin file in fonts.css.
    unicodeRange:
      "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  });
  document.fonts.add(await face.load());
}

// If the file cannot be loaded, the fallback stays.
void adoptTypeface().catch(() => undefined);
