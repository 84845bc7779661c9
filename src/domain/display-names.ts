/**
 * Invisible characters and those that change the text direction: U+202E makes 'photo\u202Egpj.exe' look like a
 * picture. U+2800 is a Braille pattern without dots. Line breaks and tabs are allowed, because longer texts have them.
 */
const HIDDEN = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB\u2800]/u

/** Scripts that use invisible joiners between letters, such as Persian and most Indic scripts. */
const JOINED =
  /(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** After these Indic signs a joiner may end a word. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u

/** A name for display: hidden characters are replaced by their escape, such as '\u{202E}'. */
export function displayName(name: string): string {
  if (!HIDDEN.test(name)) return name
  const characters = [...name]
  const show = (character: string, index: number) => {
    const isVisible =
      !HIDDEN.test(character) || isPartOfWriting(character, characters[index - 1] ?? '', characters[index + 1] ?? '')
    return isVisible ? character : escapeOf(character)
  }
  return characters.map(show).join('')
}

export const hasHiddenCharacter = (text: string): boolean => displayName(text) !== text

/** Whether an invisible character is a regular part of a word or an emoji. */
function isPartOfWriting(character: string, before: string, after: string): boolean {
  if (/[\u200C\u200D]/.test(character))
    return (
      VIRAMA.test(before) ||
      (JOINED.test(before) && JOINED.test(after)) ||
      (/[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u.test(before) && EMOJI.test(after))
    )
  if (/[\uFE0E\uFE0F]/.test(character) && (EMOJI.test(before) || (/[0-9#*]/.test(before) && after === '\u20E3')))
    return true
  if (/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u.test(character)) return /\p{Script=Han}/u.test(before)
  return /[\u180B-\u180F]/.test(character) && /\p{Script=Mongolian}/u.test(before)
}

const escapeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`

/** Hebrew, Arabic and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A display name for a sentence of plain text. Right-to-left names are isolated (U+2068, U+2069), so that they do not reorder it. */
export function isolateName(name: string): string {
  const shown = displayName(name)
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown
}
