/** White space, and ASCII's punctuation. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/

/** A word in small letters; one that may go on is the beginning of a word. */
export type SearchWord = { word: string; mayGoOn: boolean }

/** What a search looks for, every word of it; whoever types has not finished the last one. Case, order and punctuation make no difference. */
export function searchWords(said: string): SearchWord[] {
  const words = said
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  return words.map((word, at) => ({ word, mayGoOn: at === words.length - 1 }))
}
