// Titles of columns, compared by their letters and digits.

const CHARACTERS_MAX = 100
/** Letters that are no other letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' }

/** 'Parzellen-Nr. [1]' is ['parzellen', 'nr']; 'plotNo' is ['plot', 'no']. What stands in brackets says nothing. */
export function wordsOf(title: string): string[] {
  const short = title.slice(0, CHARACTERS_MAX)
  return (short.split(/[([{]/, 1)[0] || short)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłæœđı]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

export const wordOf = (title: string): string => wordsOf(title).join('')

const NUMBER_BEHIND = /(?:number|numero|nummer|numer|nbr|num|no|nr)$/
const NUMBER_BEFORE = /^(?:numero|numer|num|nr|no|n)(?:de|da|di|del)?(?=parcel|polet|dzial|perce|veld)/
/** Shapefiles have names of ten characters. */
const CUT_LENGTH = 10
const CUT_MIN = 7
/** What a name loses to one that says the same without a number word. */
const NUMBERED = 100

/** The place of a title among names; undefined when it is none of them. */
export function placeAmong(title: string, names: readonly string[]): number | undefined {
  const words = wordsOf(title)
  const word = words.join('')
  return (
    placeOf(word, names) ??
    lower(placeOf(word.replace(NUMBER_BEHIND, ''), names)) ??
    lower(placeOf(word.replace(NUMBER_BEFORE, ''), names)) ??
    (title.length === CUT_LENGTH && word.length >= CUT_MIN
      ? placeWhere(names, (name) => name.startsWith(word))
      : undefined) ??
    saidTwice(words, names)
  )
}

/** Of a database that puts its own name before that of a standard: plotno_plot_number. */
function saidTwice(words: readonly string[], names: readonly string[]): number | undefined {
  for (let at = 1; at < Math.min(words.length, 4); at += 1) {
    const [first, second] = [words.slice(0, at), words.slice(at)].map((part) => {
      const word = part.join('')
      return placeOf(word, names) ?? placeOf(word.replace(NUMBER_BEHIND, ''), names)
    })
    if (first !== undefined && second !== undefined) return Math.min(first, second)
  }
  return undefined
}

const placeOf = (word: string, names: readonly string[]): number | undefined =>
  placeWhere(names, (name) => name === word)

function placeWhere(names: readonly string[], fits: (name: string) => boolean): number | undefined {
  const at = names.findIndex(fits)
  return at < 0 ? undefined : at
}

const lower = (place: number | undefined): number | undefined => (place === undefined ? undefined : place + NUMBERED)
