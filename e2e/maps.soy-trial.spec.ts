import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Seed, signIn, test } from './fixtures.ts'

/** A real trial, flown on seven dates (doi:10.25739/bc4f-x382): SOY_TRIAL names its folder. */
const FOLDER = join(process.env.SOY_TRIAL ?? '', 'flights')
const SIZE = { width: 1280, height: 900 }
/** Metres a pixel of the screen; those of the flights have 26 to 27 mm. */
const RESOLUTION = 0.027
const RANGE = [0, 0.4] as const
/** Mean differences of colours, of 255: of a compressed photo, and of an index computed from it. */
const PHOTO_MAX = 4
const INDEX_MAX = 12

/** As screens write it; all flights were in these months. */
const textOf = (date: string) => `${Number(date.slice(8))} ${date.includes('-08-') ? 'Aug' : 'Sep'} 2018`

type Colour = readonly [red: number, green: number, blue: number]
type Flight = { fileName: string; date: string; pixels: Buffer; width: number; transform: readonly number[] }
/** How a flight looks on the screen. */
type Paint = (colour: Colour) => Colour
/** A part of the map, from 0 to 1 across; the world's x and y at the upper left corner of the map. */
type Part = { left: number; top: number; from: number; to: number }

const asPhoto: Paint = (colour) => colour
const asExG: Paint = ([red, green, blue]) => {
  const value = (2 * green - red - blue) / (red + green + blue)
  const [low, high] = RANGE
  const grey = 255 * Math.min(1, Math.max(0, (value - low) / (high - low)))
  return [grey, grey, grey]
}

test.use({ viewport: SIZE })

test('seven dates of a trial are looked at in one map: photos, an index, and two dates beside a divider', async ({
  page,
  seed,
}) => {
  const flights = await readFlights()
  expect(flights).toHaveLength(7)
  const [first, last] = [flights[0], flights.at(-1)]
  if (!first || !last) return
  const map = await openMap({ page, seed, flights })
  const whole = await placeOver({ page, map, flight: first })
  const showDate = async ({ date }: Flight) => {
    await page.getByRole('radio', { name: textOf(date), exact: true }).click()
    await expect(page.getByRole('radio', { name: textOf(date), exact: true })).toBeChecked()
  }
  const eachDate = async (paint: Paint, most: number) => {
    for (const flight of flights) {
      await showDate(flight)
      await expect.poll(() => differenceOf({ map, part: whole, flight, paint }), flight.date).toBeLessThan(most)
    }
  }
  await eachDate(asPhoto, PHOTO_MAX)
  await page.getByLabel('Show', { exact: true }).selectOption('ExG')
  await expect(page).toHaveURL(/look=index%3AExG/)
  await changeAddress(page, { range: RANGE.join(), ramp: 'grey' })
  await eachDate(asExG, INDEX_MAX)

  await showDate(first)
  await page.getByLabel('Compare with a divider').selectOption({ label: `Photo, ${textOf(last.date)}` })
  const left = { ...whole, to: 0.49 }
  const right = { ...whole, from: 0.51 }
  const on = (part: Part, flight: Flight) => differenceOf({ map, part, flight, paint: asExG })
  await expect.poll(() => on(left, first)).toBeLessThan(INDEX_MAX)
  await expect.poll(() => on(right, last)).toBeLessThan(INDEX_MAX)
  // The crop has ripened in between: one date can't be taken for the other.
  expect(await on(right, first)).toBeGreaterThan(2 * INDEX_MAX)
})

async function readFlights(): Promise<Flight[]> {
  const names = await readdir(FOLDER)
  return Promise.all(
    names.toSorted().map(async (fileName) => {
      const file = await readFile(join(FOLDER, fileName))
      const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const date = fileName.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')
      return { fileName, date, pixels: data, width: info.width, transform: transformOf(file) }
    }),
  )
}

const [PIXEL_SCALE, TIE_POINT] = [33_550, 33_922]

/** Of the tags of a GeoTIFF (little-endian, north up): x = a * column + c, y = e * row + f. */
function transformOf(file: Buffer): readonly number[] {
  const directory = file.readUInt32LE(4)
  const read = (tag: number): number[] => {
    for (let entry = 0; entry < file.readUInt16LE(directory); entry += 1) {
      const at = directory + 2 + entry * 12
      if (file.readUInt16LE(at) !== tag) continue
      const from = file.readUInt32LE(at + 8)
      return Array.from({ length: file.readUInt32LE(at + 4) }, (_, index) => file.readDoubleLE(from + index * 8))
    }
    throw new Error(`Tag ${tag} is missing`)
  }
  const [width = 0, height = 0] = read(PIXEL_SCALE)
  const [, , , x = 0, y = 0] = read(TIE_POINT)
  return [width, 0, x, 0, -height, y]
}

async function openMap({ page, seed, flights }: { page: Page; seed: Seed; flights: Flight[] }): Promise<Locator> {
  const customer = await seed.createCustomer('Sofia Soy')
  const request = await seed.sendRequest(customer)
  const files = await Promise.all(
    flights.map(async ({ fileName }) => ({
      name: fileName,
      content: new Uint8Array(await readFile(join(FOLDER, fileName))),
    })),
  )
  await seed.publishReport(request, files, 'Seven flights')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await page.getByRole('link', { name: `Open map ${flights[0]?.fileName}` }).click()
  return page.getByRole('application')
}

/** Shows the middle of a flight at `RESOLUTION`. */
async function placeOver({ page, map, flight }: { page: Page; map: Locator; flight: Flight }): Promise<Part> {
  const [width, , x = 0, , height, y = 0] = flight.transform
  const rows = flight.pixels.length / 3 / flight.width
  const [centreX, centreY] = [x + ((width ?? 0) * flight.width) / 2, y + ((height ?? 0) * rows) / 2]
  await expect(page).toHaveURL(/at=/)
  await changeAddress(page, { at: [centreX, centreY, RESOLUTION].join() })
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const [left, top] = [centreX - (box.width / 2) * RESOLUTION, centreY + (box.height / 2) * RESOLUTION]
  return { left, top, from: 0, to: 1 }
}

async function changeAddress(page: Page, change: Record<string, string>): Promise<void> {
  const address = new URL(page.url())
  for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value)
  await page.goto(address.href)
}

type Shown = { map: Locator; part: Part; flight: Flight; paint: Paint }

/** The mean difference between the middle of the map and what its file would look like there. */
async function differenceOf({ map, part, flight, paint }: Shown): Promise<number> {
  const { data, info } = await sharp(await map.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let sum = 0
  let count = 0
  // The controls lie at the edges.
  const [fromX, toX] = [Math.max(0.2, part.from), Math.min(0.8, part.to)].map((share) => Math.round(share * info.width))
  for (let row = Math.round(info.height * 0.35); row < info.height * 0.65; row += 1)
    for (let column = fromX ?? 0; column < (toX ?? 0); column += 1) {
      const x = part.left + (column + 0.5) * RESOLUTION
      const y = part.top - (row + 0.5) * RESOLUTION
      const expected = paint(colourAt(flight, { x, y }))
      for (let band = 0; band < 3; band += 1) {
        sum += Math.abs((data[(row * info.width + column) * 3 + band] ?? 0) - (expected[band] ?? 0))
        count += 1
      }
    }
  return sum / count
}

/** Between the four pixels around a place, as a GPU reads a texture. */
function colourAt({ pixels, width, transform }: Flight, { x, y }: { x: number; y: number }): Colour {
  const [pixelWidth = 1, , left = 0, , pixelHeight = -1, top = 0] = transform
  const [column, row] = [(x - left) / pixelWidth - 0.5, (y - top) / pixelHeight - 0.5]
  const [west, north] = [Math.floor(column), Math.floor(row)]
  const [eastward, southward] = [column - west, row - north]
  const read = (band: number) => {
    const at = (right: number, down: number) => pixels[((north + down) * width + west + right) * 3 + band] ?? 0
    const upper = at(0, 0) * (1 - eastward) + at(1, 0) * eastward
    const lower = at(0, 1) * (1 - eastward) + at(1, 1) * eastward
    return upper * (1 - southward) + lower * southward
  }
  return [read(0), read(1), read(2)]
}
