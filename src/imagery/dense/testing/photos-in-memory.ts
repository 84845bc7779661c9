import type { Camera, View } from '../../reconstruction/model.ts'
import type { DensePhoto } from '../choose-photos.ts'
import { halve } from '../halve.ts'

const HALVINGS_MAX = 6

/** A photo whose halvings are made once. */
export function photoInMemory({ width, height, lens }: Camera, view: View, grey: Uint8Array): DensePhoto {
  const halved = [grey]
  for (let level = 1; level <= HALVINGS_MAX; level += 1)
    halved.push(halve(halved[level - 1] ?? grey, width >> (level - 1), height >> (level - 1)))
  return {
    lens,
    view,
    width,
    height,
    readGrey: (halvings, part) => {
      const [from, across] = [halved[halvings] ?? grey, width >> halvings]
      const read = new Uint8Array(part.width * part.height)
      for (let row = 0; row < part.height; row += 1) {
        const at = (part.top + row) * across + part.left
        read.set(from.subarray(at, at + part.width), row * part.width)
      }
      return read
    },
  }
}
