// Ids of plots as different programs write the same one.

/** pandas writes whole numbers of a column with gaps as 101.0. */
export const wholeText = (text: string): string =>
  /^\d{1,15}\.0{1,6}$/.test(text) ? text.slice(0, text.indexOf('.')) : text

/** The same for 101, 0101, 101.0 and ' 101', for A-7 and a-7. */
export function looseId(text: string): string {
  const whole = wholeText(text.normalize('NFKC').trim()).toLowerCase()
  return /^\d+$/.test(whole) ? whole.replace(/^0+(?=\d)/, '') : whole
}
