/** A file that can't be read as a raster. The message is shown to people: what is wrong, and what to do where there is something. */
export class UnreadableRaster extends Error {
  /** `not-a-raster` is another kind of file; `unsupported` is valid but not read here; `damaged` contradicts itself or is cut off. */
  readonly reason: 'not-a-raster' | 'unsupported' | 'damaged'

  constructor(reason: UnreadableRaster['reason'], message: string) {
    super(message)
    this.name = 'UnreadableRaster'
    this.reason = reason
  }
}

export const damaged = (what: string): UnreadableRaster =>
  new UnreadableRaster('damaged', `The file is damaged or was cut off: ${what}.`)

export const unsupported = (what: string): UnreadableRaster => new UnreadableRaster('unsupported', what)
