/** What separates words in a search: white space, and ASCII's punctuation. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/g
/** What the index of a search knows begins here; less of a word is looked for at the beginning of words only. */
const PART_MIN = 3

/**
 * A LIKE pattern for the words of a row, which are in small letters with a space before each. Case and punctuation make no difference;
 * undefined when nothing is left to look for.
 */
export function searchPattern(said: string): string | undefined {
  const words = said.toLowerCase().replace(BETWEEN_WORDS, ' ').trim()
  if (words === '') return undefined
  return [...words].length < PART_MIN ? `% ${words}%` : `%${words}%`
}
