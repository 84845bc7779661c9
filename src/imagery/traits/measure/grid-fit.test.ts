import { expect, test } from 'vitest'
import type { Polygon } from '../../plots/polygon.ts'
import { hasClearRows, watchPlants } from './grid-fit.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { box, fieldOf, GREEN, type Pixel, SOIL } from './testing/make-field.ts'

// Four plots of 20 x 50 pixels, with alleys of 10 pixels between them.
const LEFTS = [20, 50, 80, 110]
const rows: Pixel = (x, y) => (y >= 15 && y < 65 && LEFTS.some((left) => x >= left && x < left + 20) ? GREEN : SOIL)
const plotsAt = (lefts: readonly number[]) => lefts.map((left) => box([left, 15, left + 20, 65]))

async function fitOf(plots: readonly Polygon[], pixel: Pixel = rows, hidden?: (x: number) => boolean) {
  const size = { width: 150, height: 80 }
  const layer = {
    ...fieldOf({ pixel, ...size }),
    ...(hidden && {
      readMaskRows: async (from: number, to: number) =>
        Uint8Array.from({ length: (to - from) * size.width }, (_, at) => (hidden(at % size.width) ? 0 : 255)),
    }),
  }
  const mask = maskRule('exg')
  if (!mask) throw new Error('There is a mask')
  const watch = watchPlants(plots, size, mask)
  await measurePlots(watch.over(layer), plots, { traits: [], mask, edgeMargin: 20 })
  return watch.fit()
}

test('plots on their plants fit; one that lies beside them by more than a quarter of its width does not', async () => {
  const good = await fitOf(plotsAt(LEFTS))
  expect(good && hasClearRows(good)).toBe(true)
  expect(good?.isMisfit).toEqual([false, false, false, false])
  expect((await fitOf(plotsAt([20, 58, 80, 110])))?.isMisfit).toEqual([false, true, false, false])
  expect((await fitOf(plotsAt([20, 54, 80, 110])))?.isMisfit).toEqual([false, false, false, false])
})

test('a grid that lies beside all of its plants is told as well as one plot', async () => {
  const shifted = await fitOf(plotsAt(LEFTS.map((left) => left + 8)))
  expect(shifted && hasClearRows(shifted)).toBe(true)
  expect(shifted?.isMisfit).toEqual([true, true, true, true])
})

test('nothing can be said where plants are everywhere, or nowhere', async () => {
  for (const everywhere of [GREEN, SOIL]) {
    const fit = await fitOf(plotsAt([20, 58, 80, 110]), () => everywhere)
    expect(fit && hasClearRows(fit)).toBe(false)
    expect(fit?.isMisfit).toEqual([false, false, false, false])
  }
})

test('plots that are no quadrilaterals are left out, and what the mask of the map hides is not looked at', async () => {
  const triangle: Polygon = [
    [
      [
        [50, 15],
        [75, 15],
        [50, 65],
      ],
    ],
  ]
  const [first, second] = plotsAt([20, 58])
  expect((await fitOf([first ?? [], triangle, second ?? []]))?.isMisfit).toEqual([false, false, true])
  expect(await fitOf([triangle])).toBeUndefined()
  expect((await fitOf(plotsAt([20, 58]), rows, (x) => x >= 45))?.isMisfit).toEqual([false, false])
})
