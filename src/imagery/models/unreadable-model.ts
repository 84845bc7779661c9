/** A 3D model that can't be shown. The message is shown to people: what is wrong, and what to do where there is something. */
export class UnreadableModel extends Error {
  override readonly name = 'UnreadableModel'
}

export const damagedModel = (what: string): UnreadableModel =>
  new UnreadableModel(`The file is damaged or was cut off: ${what}.`)
