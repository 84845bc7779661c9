// Ids of plots as different programs write the same one.

/** pandas writes whole numbers of a column with gaps as 101.0, a spreadsheet in German as 101,0. 1,000 may be a thousand. */
export const wholeText = (text: string): string => /^(\d{1,15})[.,](?:0{1,2}|0{4,6})$/.exec(text)?.[1] ?? text

/** The same for 101, 0101, 101.0, 101,0 and ' 101', for A-7 and a-7. */
export function looseId(text: string): string {
  const whole = wholeText(text.normalize('NFKC').trim()).toLowerCase()
  return /^\d+$/.test(whole) ? whole.replace(/^0+(?=\d)/, '') : whole
}
