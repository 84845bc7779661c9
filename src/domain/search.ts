/** White space and ASCII punctuation. */
const SEPARATORS = /[\s!-/:-@[-`{-~]+/

/** A word in lower case. A prefix matches all words that start with it. */
export type SearchWord = { word: string; isPrefix: boolean }

/** The words of a search text. The last one is a prefix, because it may be unfinished. Case, order and punctuation are ignored. */
export function searchWords(text: string): SearchWord[] {
  const words = text
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '')
  return words.map((word, index) => ({ word, isPrefix: index === words.length - 1 }))
}
