/** A point cloud that can't be shown. The message is shown to people: what is wrong, and what to do where there is something. */
export class UnreadablePoints extends Error {
  override readonly name = 'UnreadablePoints'
}

export const damagedPoints = (what: string): UnreadablePoints =>
  new UnreadablePoints(`The file is damaged or was cut off: ${what}.`)

export const missingPoints = (count: number): UnreadablePoints =>
  damagedPoints(count === 1 ? 'a point is missing' : `${count.toLocaleString('en')} points are missing`)
