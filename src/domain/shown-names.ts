/** Scripts whose letters take one shape or another by an invisible joiner between them: Persian and most of India need it. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}'
const JOINED = `(?=[\\p{L}\\p{M}])[${JOINING}]`
const VIRAMA = '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA]'
const EMOJI = '\\p{Extended_Pictographic}[\\p{Emoji_Modifier}]?[\\uFE0E\\uFE0F]?'

/** What is invisible and yet part of how a name is written, with the letter or the emoji that it belongs to. */
const WRITTEN = [
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  `${VIRAMA}[\\u200C\\u200D]`,
  `${JOINED}[\\u200C\\u200D](?=${JOINED})`,
  '\\p{Script=Mongolian}[\\u180B-\\u180F]',
  '\\p{Script=Han}[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
].join('|')

/**
 * What shows nothing of itself, or turns the order of what stands beside it: U+202E makes 'photo\u202Egpj.exe' look like a
 * picture. U+2800 is a Braille sign without dots. Line breaks and tabs stay: no name has them, and longer texts do.
 */
const HIDDEN = '(?![\\t\\n])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\uFFF9-\\uFFFB\\u2800]'

const PIECES = new RegExp(`(${WRITTEN})|${HIDDEN}`, 'gu')

/** A name as it is to be seen: what hides or steers in it stands there in its code, '\u{202E}'. All else is as it was. */
export const showName = (name: string): string =>
  name.replace(PIECES, (piece, written: string | undefined) => written ?? codeOf(piece))

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`

export const hasHiddenCharacter = (text: string): boolean => showName(text) !== text

/** Of Hebrew, Arabic and the other scripts that are written from right to left. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** The same within a sentence of plain text, kept apart there (by U+2068 and U+2069) so that it does not turn the words beside it. */
export function nameInText(name: string): string {
  const shown = showName(name)
  return FROM_RIGHT.test(shown) ? `\u2068${shown}\u2069` : shown
}
