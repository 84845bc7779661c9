import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { fromPixels } from './encode.ts'
import type { Picture } from './photo.ts'

const COLUMNS = 4
const ROWS = 3
const FRAME = { width: 460, height: 345 }
const GAP = 20
/** Each photo repeats three quarters of the one before it, and two thirds of its neighbour on the next line. */
const STEP = { along: 0.25, across: 0.33 }

/** The raw photos of a flight as a contact sheet; on the way back the aircraft looks the other way. */
export async function contactSheet(photo: Picture): Promise<Sharp> {
  const size = { width: Math.round(photo.width * 0.5), height: Math.round(photo.width * 0.375) }
  const frames: OverlayOptions[] = []
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const back = row % 2 === 1
      const place = back ? COLUMNS - 1 - column : column
      const left = Math.round(place * STEP.along * size.width * 0.66)
      const top = Math.round((ROWS - 1 - row) * STEP.across * size.height * 0.5)
      const frame = fromPixels(photo)
        .extract({ left, top, ...size })
        .resize(FRAME.width, FRAME.height)
        .modulate({ brightness: 0.97 + ((column * 7 + row * 5) % 4) * 0.02 })
      const turned = back ? sharp(await frame.png().toBuffer()).rotate(180) : frame
      frames.push({
        input: await turned.png().toBuffer(),
        left: GAP + column * (FRAME.width + GAP),
        top: GAP + row * (FRAME.height + GAP),
      })
    }
  }
  return sharp({
    create: {
      width: GAP + COLUMNS * (FRAME.width + GAP),
      height: GAP + ROWS * (FRAME.height + GAP),
      channels: 3,
      background: '#0d1b2a',
    },
  }).composite(frames)
}
