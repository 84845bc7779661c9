// What people and programs write where there is nothing.

/** Of R, pandas, SQL, spreadsheets and QGIS. In capitals where it could be a word otherwise, such as sodium. */
const NULLS =
  /^(?:NA|N\/A|NaN|nan|NULL|null|None|<NA>|<null>|<NULL>|#N\/A|#NV|#REF!|#VALUE!|#DIV\/0!|#NAME\?|#NUM!|#WERT!|#BEZUG!)$/
/** For a value, also these. */
const NO_VALUES = /^(?:n\.?a\.?|n\/a|n\.?d\.?|k\.\s?a\.|missing|fehlt|\.|\*|[-–—]{1,3})$/i

export const isNull = (text: string): boolean => text === '' || NULLS.test(text)

/** Whether a cell has no value, of a score or a measurement. */
export const isNoValue = (text: string): boolean => isNull(text) || NO_VALUES.test(text)

/** From low to high. */
const MARKS = [-999_999, -99_999, -9999, -999, -99]

/** Numbers that stand for no value in a column, as programs write them: none of its other numbers is near. */
export function missingMarks(numbers: Iterable<number>): number[] {
  let least = 0
  for (const number of numbers) if (number < least && !MARKS.includes(number)) least = number
  return MARKS.filter((mark) => least > mark / 10)
}
