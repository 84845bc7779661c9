import { blend, type Colour, hex, rampColour } from './colour.ts'
import { type Picture, paint } from './photo.ts'
import { clamp, noise, octaves, seeded, smooth } from './random.ts'
import { newRaster, type Raster } from './raster.ts'

/** A farmed landscape of 2.4 by 1.5 km, as a satellite sees it; metres, turned against the picture's edges. */
const WIDTH = 2400
const HEIGHT = 1500
const PIXELS_PER_METRE = 0.75
const TURN = 0.19

type Crop = 'wheat' | 'maize' | 'beet' | 'meadow' | 'bare'
type Parcel = { left: number; top: number; right: number; bottom: number; crop: Crop; vigour: number; seed: number }

const CROPS: readonly Crop[] = ['wheat', 'maize', 'beet', 'meadow', 'wheat', 'bare', 'maize']
const THIN: Record<Crop, Colour> = {
  wheat: hex('#b9a874'),
  maize: hex('#94895c'),
  beet: hex('#8d8a58'),
  meadow: hex('#99a068'),
  bare: hex('#b89f80'),
}
const DENSE: Record<Crop, Colour> = {
  wheat: hex('#7f8f4a'),
  maize: hex('#3f6537'),
  beet: hex('#4c7a3a'),
  meadow: hex('#6a8a4b'),
  bare: hex('#957a5e'),
}
const GREEN: Record<Crop, number> = { wheat: 0.62, maize: 0.86, beet: 0.8, meadow: 0.68, bare: 0.2 }
const ROAD = hex('#cfc4ae')
const WOOD = { dark: hex('#27422b'), pale: hex('#4a6a3f') }
const WATER = hex('#3d5a63')

type Box = { left: number; top: number; right: number; bottom: number }

function divide(box: Box, next: () => number): Parcel[] {
  const width = box.right - box.left
  const depth = box.bottom - box.top
  if (Math.max(width, depth) < 330 || (Math.max(width, depth) < 560 && next() < 0.3)) {
    const crop = CROPS[Math.floor(next() * CROPS.length)] ?? 'wheat'
    return [{ ...box, crop, vigour: 0.3 + next() * 0.6, seed: next() * 900 }]
  }
  const share = 0.34 + next() * 0.32
  const halves: [Box, Box] =
    width > depth
      ? [
          { ...box, right: box.left + width * share },
          { ...box, left: box.left + width * share },
        ]
      : [
          { ...box, bottom: box.top + depth * share },
          { ...box, top: box.top + depth * share },
        ]
  return [...divide(halves[0], next), ...divide(halves[1], next)]
}

type Ground = { colour: Colour; index: number }

function cropAt(parcel: Parcel, u: number, v: number): Ground {
  const along = parcel.right - parcel.left < parcel.bottom - parcel.top ? u : v
  const patch = octaves(u / 130 + parcel.seed, v / 130, 4) - 0.5
  const head = Math.min(u - parcel.left, parcel.right - u, v - parcel.top, parcel.bottom - v)
  const headland = 1 - smooth(14, 24, head)
  const tramline = 1 - smooth(0.8, 2.2, Math.abs((((along % 27) + 27) % 27) - 13.5))
  const drill = (noise(along / 2.6 + parcel.seed, 0.5) - 0.5) * 0.1
  const grain = (noise(u / 3, v / 3) - 0.5) * 0.16
  const vigour = clamp(parcel.vigour + patch * 1.25 + drill - headland * 0.16 - tramline * 0.14)
  const colour = blend(THIN[parcel.crop], DENSE[parcel.crop], clamp(vigour + grain))
  return { colour, index: clamp(0.12 + GREEN[parcel.crop] * (0.3 + vigour * 0.75), 0.1, 0.92) }
}

function wildAt(u: number, v: number): (Ground & { share: number }) | null {
  const stream = 640 + Math.sin(u / 310) * 120 + (octaves(u / 260, 7, 3) - 0.5) * 210
  const bank = Math.abs(v - stream)
  if (bank < 5 + noise(u / 60, 3) * 4) return { colour: WATER, index: 0.1, share: 1 }
  const belt = 18 + noise(u / 45, v / 90) * 34
  const wood = Math.max(1 - smooth(belt * 0.7, belt, bank), smooth(0.69, 0.72, octaves(u / 420 + 31, v / 420 + 12, 3)))
  if (wood <= 0) return null
  const crowns = octaves(u / 9, v / 9, 3)
  return { colour: blend(WOOD.dark, WOOD.pale, clamp((crowns - 0.3) * 1.8)), index: 0.78 + crowns * 0.12, share: wood }
}

function groundAt(parcels: readonly Parcel[], u: number, v: number): Ground {
  const wild = wildAt(u, v)
  const parcel = parcels.find(({ left, right, top, bottom }) => u >= left && u < right && v >= top && v < bottom)
  if (parcel === undefined) return { colour: ROAD, index: 0.12 }
  const edge = Math.min(u - parcel.left, parcel.right - u, v - parcel.top, parcel.bottom - v)
  const crop = cropAt(parcel, u, v)
  const verge = 1 - smooth(2.6, 5, edge)
  const bordered = {
    colour: blend(crop.colour, edge < 2.2 ? ROAD : WOOD.pale, verge * 0.85),
    index: crop.index * (1 - verge) + 0.32 * verge,
  }
  if (wild === null) return bordered
  return {
    colour: blend(bordered.colour, wild.colour, wild.share),
    index: bordered.index * (1 - wild.share) + wild.index * wild.share,
  }
}

export function renderLandscape(): Raster {
  const raster = newRaster({
    x: -WIDTH / 2,
    y: -HEIGHT / 2,
    width: WIDTH,
    height: HEIGHT,
    pixelsPerMetre: PIXELS_PER_METRE,
  })
  const parcels = divide({ left: -1700, top: -1300, right: 1700, bottom: 1300 }, seeded(52))
  for (let pixel = 0; pixel < raster.columns * raster.rows; pixel += 1) {
    const x = raster.window.x + (pixel % raster.columns) / PIXELS_PER_METRE
    const y = raster.window.y + Math.floor(pixel / raster.columns) / PIXELS_PER_METRE
    const u = x * Math.cos(TURN) + y * Math.sin(TURN)
    const v = -x * Math.sin(TURN) + y * Math.cos(TURN)
    const { colour, index } = groundAt(parcels, u, v)
    const cloud = 0.86 + 0.26 * octaves(x / 700 + 2, y / 700 + 5, 3)
    for (let band = 0; band < 3; band += 1) raster.light[pixel * 3 + band] = (colour[band] ?? 0) * cloud
    raster.index[pixel] = index
  }
  return raster
}

/** The index as the satellite resolves it: one value to a square of 10 m. */
export function coarseIndexMapOf(raster: Raster): Picture {
  const side = Math.round(10 * PIXELS_PER_METRE)
  const average = (pixel: number): number => {
    const left = Math.floor((pixel % raster.columns) / side) * side
    const top = Math.floor(Math.floor(pixel / raster.columns) / side) * side
    let sum = 0
    for (let step = 0; step < 16; step += 1) {
      const row = Math.min(raster.rows - 1, top + Math.floor(((step >> 2) * side) / 4))
      const column = Math.min(raster.columns - 1, left + Math.floor(((step & 3) * side) / 4))
      sum += raster.index[row * raster.columns + column] ?? 0
    }
    return sum / 16
  }
  return paint(raster, (pixel) => rampColour(average(pixel)))
}
