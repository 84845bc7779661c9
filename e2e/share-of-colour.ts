import type { Locator } from '@playwright/test'
import sharp from 'sharp'

/** The part of a view that is of one colour, from 0 to 1. */
export async function shareOf(view: Locator, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  const { data, info } = await sharp(await view.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let hits = 0
  for (let at = 0; at < data.length; at += 3) {
    const distance =
      Math.abs((data[at] ?? 0) - red) + Math.abs((data[at + 1] ?? 0) - green) + Math.abs((data[at + 2] ?? 0) - blue)
    if (distance < 12) hits += 1
  }
  return hits / (info.width * info.height)
}
