/**
 * What shows nothing of itself, or turns the order of what stands beside it: U+202E makes 'photo\u202Egpj.exe' look like a
 * picture. U+2800 is a Braille sign without dots. Line breaks and tabs stay: no name has them, and longer texts do.
 */
const HIDDEN = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB\u2800]/u

/** Scripts whose letters take one shape or another by an invisible joiner between them: Persian and most of India need it. */
const JOINED =
  /(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** After these signs of India a joiner may end a word. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u

/** A name as it is to be seen: what hides or steers in it stands there in its code, '\u{202E}'. All else is as it was. */
export function showName(name: string): string {
  if (!HIDDEN.test(name)) return name
  const characters = [...name]
  const show = (character: string, at: number) => {
    const isSeen = !HIDDEN.test(character) || isWritten(character, characters[at - 1] ?? '', characters[at + 1] ?? '')
    return isSeen ? character : codeOf(character)
  }
  return characters.map(show).join('')
}

export const hasHiddenCharacter = (text: string): boolean => showName(text) !== text

/** Whether it is part of how a word or an emoji is written, though it shows nothing of itself. */
function isWritten(character: string, before: string, after: string): boolean {
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

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`

/** Of Hebrew, Arabic and the other scripts that are written from right to left. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** The same within a sentence of plain text, kept apart there (by U+2068 and U+2069) so that it does not turn the words beside it. */
export function nameInText(name: string): string {
  const shown = showName(name)
  return FROM_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown
}
