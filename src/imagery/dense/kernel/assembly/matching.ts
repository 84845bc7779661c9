// The two inner loops of dense matching, in AssemblyScript with 128-bit SIMD: what photos say of a block of ground at one height,
// and one direction of semi-global matching. Memory is laid out by `create-kernel.ts`; nothing is allocated here.
// The same in plain JavaScript, which a test compares byte by byte: `../../testing/plain-kernel.ts`.

/** Cells of a side of a block, and of what photos show of it with two cells around. */
const BLOCK: i32 = 16
const PATCH: i32 = 20
/** Bytes of a row of a patch, and of a patch. */
const ROW: i32 = 32
const PATCH_BYTES: i32 = 640
/** More than any cost of a path. */
const FAR: i32 = 0x3fff

/** A photo within a block: where its bytes begin, their width, and the places of the four corners (x, y in 1/65536 pixel). */
const PHOTO_BYTES: i32 = 40

/** Draws a patch in whole grey levels. The caller sees to it that all of it lies inside the photo. */
function draw(photo: usize, out: usize): void {
  const pixels = <usize>load<u32>(photo)
  const width = load<i32>(photo, 4)
  let leftX = load<i32>(photo, 8)
  let leftY = load<i32>(photo, 12)
  let rightX = load<i32>(photo, 16)
  let rightY = load<i32>(photo, 20)
  const downLeftX = (load<i32>(photo, 24) - leftX) / (PATCH - 1)
  const downLeftY = (load<i32>(photo, 28) - leftY) / (PATCH - 1)
  const downRightX = (load<i32>(photo, 32) - rightX) / (PATCH - 1)
  const downRightY = (load<i32>(photo, 36) - rightY) / (PATCH - 1)
  for (let row = 0; row < PATCH; row++) {
    let x = leftX
    let y = leftY
    const acrossX = (rightX - leftX) / (PATCH - 1)
    const acrossY = (rightY - leftY) / (PATCH - 1)
    const to = out + <usize>(row * ROW)
    for (let column = 0; column < PATCH; column++) {
      const at = pixels + <usize>((y >> 16) * width + (x >> 16))
      const partX = (x >> 8) & 255
      const partY = (y >> 8) & 255
      const above = <i32>load<u16>(at)
      const below = <i32>load<u16>(at + <usize>width)
      const upper = (above & 255) * (256 - partX) + (above >> 8) * partX
      const lower = (below & 255) * (256 - partX) + (below >> 8) * partX
      store<u8>(to + <usize>column, (upper * (256 - partY) + lower * partY + 32768) >> 16)
      x += acrossX
      y += acrossY
    }
    leftX += downLeftX
    leftY += downLeftY
    rightX += downRightX
    rightY += downRightY
  }
}

/**
 * Of 16 cells of a row: for each of 24 neighbours, what more than half of the photos say (brighter than the middle, or not); then for
 * each photo in how many of the 24 it says otherwise, 16 bytes each at `differs`. `says` has as much room.
 */
function differences(patches: usize, count: i32, row: i32, differs: usize, says: usize): void {
  const majority = i8x16.splat(<i8>(count / 2 + 1))
  for (let photo = 0; photo < count; photo++) v128.store(differs + <usize>(photo * 16), i8x16.splat(0))
  for (let down = 0; down < 5; down++)
    for (let across = 0; across < 5; across++) {
      if (down == 2 && across == 2) continue
      let brighter = i8x16.splat(0)
      for (let photo = 0; photo < count; photo++) {
        const at = patches + <usize>(photo * PATCH_BYTES + row * ROW)
        const one = i8x16.gt_u(v128.load(at + <usize>(down * ROW + across)), v128.load(at + <usize>(2 * ROW + 2)))
        brighter = i8x16.sub(brighter, one)
        v128.store(says + <usize>(photo * 16), one)
      }
      const most = i8x16.ge_u(brighter, majority)
      for (let photo = 0; photo < count; photo++) {
        const at = differs + <usize>(photo * 16)
        v128.store(at, i8x16.sub(v128.load(at), v128.xor(v128.load(says + <usize>(photo * 16)), most)))
      }
    }
}

/**
 * Costs of a block at one height. `photos`: `count` (2 to 9) of 40 bytes. `keep` (2 to 6) of them count, those that differ least.
 * `table` has the cost for each sum of differences. Costs go to `out`, `step` bytes from cell to cell; where `all` is not 0, it gets the
 * sum of differences of all photos, a byte a cell. `work`: room for `count` patches and twice 16 bytes each.
 */
export function costsAt(
  photos: usize,
  count: i32,
  keep: i32,
  table: usize,
  work: usize,
  out: usize,
  step: i32,
  all: usize,
): void {
  const differs = work + <usize>(count * PATCH_BYTES)
  const says = differs + <usize>(count * 16)
  const sums = says
  for (let photo = 0; photo < count; photo++)
    draw(photos + <usize>(photo * PHOTO_BYTES), work + <usize>(photo * PATCH_BYTES))
  for (let row = 0; row < BLOCK; row++) {
    differences(work, count, row, differs, says)
    let total = i8x16.splat(0)
    let least0 = i8x16.splat(24)
    let least1 = least0
    let least2 = least0
    let least3 = least0
    let least4 = least0
    let least5 = least0
    for (let photo = 0; photo < count; photo++) {
      let one = v128.load(differs + <usize>(photo * 16))
      total = i8x16.add(total, one)
      let lower = i8x16.min_u(least0, one)
      one = i8x16.max_u(least0, one)
      least0 = lower
      lower = i8x16.min_u(least1, one)
      one = i8x16.max_u(least1, one)
      least1 = lower
      lower = i8x16.min_u(least2, one)
      one = i8x16.max_u(least2, one)
      least2 = lower
      lower = i8x16.min_u(least3, one)
      one = i8x16.max_u(least3, one)
      least3 = lower
      lower = i8x16.min_u(least4, one)
      one = i8x16.max_u(least4, one)
      least4 = lower
      least5 = i8x16.min_u(least5, one)
    }
    let sum = i8x16.add(least0, least1)
    if (keep > 2) sum = i8x16.add(sum, least2)
    if (keep > 3) sum = i8x16.add(sum, least3)
    if (keep > 4) sum = i8x16.add(sum, least4)
    if (keep > 5) sum = i8x16.add(sum, least5)
    if (all != 0) v128.store(all + <usize>(row * BLOCK), total)
    v128.store(sums, sum)
    let to = out + <usize>(row * BLOCK * step)
    for (let column = 0; column < BLOCK; column++) {
      store<u8>(to, load<u8>(table + <usize>load<u8>(sums + <usize>column)))
      to += <usize>step
    }
  }
}

/** Of a volume of costs: sides in cells, blocks of a row, and where its parts begin. */
const WIDTH: usize = 0
const HEIGHT: usize = 4
const BLOCKS: usize = 8
/** Of each block: its lowest height in steps, how many heights it has, and where its costs begin. */
const LOWEST: usize = 12
const COUNTS: usize = 16
const OFFSETS: usize = 20
/** A byte for each height of a cell, in whole eights; and two bytes of sums. */
const COSTS: usize = 24
const SUMS: usize = 28
/** Two rows of `SLOT` bytes a cell, the least cost of each cell of both, and room for one cell more. */
const ROWS: usize = 32
const SLOT: usize = 36
const LEASTS: usize = 40
const SPARE: usize = 44
/** Bytes of a slot before its first height. */
const FRONT: usize = 16

function smallest(values: v128): i32 {
  let m = i16x8.min_u(values, i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  m = i16x8.min_u(m, i8x16.shuffle(m, m, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
  m = i16x8.min_u(m, i8x16.shuffle(m, m, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
  return <i32>i16x8.extract_lane_u(m, 0)
}

/** The heights of a cell before, as they lie in a block of another range; FAR where that has none. */
function shift(from: usize, count: i32, by: i32, to: usize, wanted: i32): void {
  for (let at = -1; at <= wanted; at++) {
    const one = at + by
    store<u16>(to + <usize>(at * 2), one >= 0 && one < count ? load<u16>(from + <usize>(one * 2)) : <u16>FAR)
  }
}

/** Adds the costs of one direction to the sums: `across` and `down` are -1, 0 or 1, not both 0. */
export function addPath(volume: usize, across: i32, down: i32, near: i32, any: i32): void {
  const width = load<i32>(volume, WIDTH)
  const height = load<i32>(volume, HEIGHT)
  const blocks = load<i32>(volume, BLOCKS)
  const lowest = <usize>load<u32>(volume, LOWEST)
  const counts = <usize>load<u32>(volume, COUNTS)
  const offsets = <usize>load<u32>(volume, OFFSETS)
  const rows = <usize>load<u32>(volume, ROWS)
  const slot = load<i32>(volume, SLOT)
  const leasts = <usize>load<u32>(volume, LEASTS)
  const spare = <usize>load<u32>(volume, SPARE) + FRONT
  const far = i16x8.splat(<i16>FAR)
  const step = i16x8.splat(<i16>near)
  for (let line = 0; line < height; line++) {
    const y = down >= 0 ? line : height - 1 - line
    const now = line & 1
    for (let place = 0; place < width; place++) {
      const x = across >= 0 ? place : width - 1 - place
      const block = (y / BLOCK) * blocks + x / BLOCK
      const count = load<i32>(counts + <usize>(block * 4))
      const padded = (count + 7) & ~7
      const within = <usize>(((y & (BLOCK - 1)) * BLOCK + (x & (BLOCK - 1))) * padded)
      const first = <usize>load<u32>(offsets + <usize>(block * 4)) + within
      const costs = <usize>load<u32>(volume, COSTS) + first
      const sums = <usize>load<u32>(volume, SUMS) + first * 2
      const own = rows + <usize>((now * width + x) * slot) + FRONT
      const beforeX = x - across
      const beforeY = y - down
      let smallestOwn = far
      if (beforeX < 0 || beforeX >= width || beforeY < 0 || beforeY >= height) {
        for (let at = 0; at < padded; at += 8) {
          const value = v128.load(costs + <usize>at, 0)
          const wide = i16x8.extend_low_i8x16_u(value)
          v128.store(own + <usize>(at * 2), wide)
          v128.store(sums + <usize>(at * 2), i16x8.add(v128.load(sums + <usize>(at * 2)), wide))
          smallestOwn = i16x8.min_u(smallestOwn, wide)
        }
      } else {
        const row = down != 0 ? now ^ 1 : now
        let from = rows + <usize>((row * width + beforeX) * slot) + FRONT
        const least = load<i32>(leasts + <usize>((row * width + beforeX) * 4))
        const beforeBlock = (beforeY / BLOCK) * blocks + beforeX / BLOCK
        if (beforeBlock != block) {
          const by = load<i32>(lowest + <usize>(block * 4)) - load<i32>(lowest + <usize>(beforeBlock * 4))
          const beforeCount = load<i32>(counts + <usize>(beforeBlock * 4))
          if (by != 0 || beforeCount != count) {
            shift(from, beforeCount, by, spare, padded)
            from = spare
          }
        }
        const most = i16x8.splat(<i16>(least + any))
        const off = i16x8.splat(<i16>least)
        for (let at = 0; at < padded; at += 8) {
          const here = from + <usize>(at * 2)
          const beside = i16x8.add(i16x8.min_u(v128.load(here - 2), v128.load(here + 2)), step)
          const best = i16x8.min_u(i16x8.min_u(v128.load(here), beside), most)
          const value = i16x8.sub(i16x8.add(best, v128.load8x8_u(costs + <usize>at)), off)
          v128.store(own + <usize>(at * 2), value)
          v128.store(sums + <usize>(at * 2), i16x8.add(v128.load(sums + <usize>(at * 2)), value))
          smallestOwn = i16x8.min_u(smallestOwn, value)
        }
      }
      store<u16>(own - 2, <u16>FAR)
      v128.store(own + <usize>(padded * 2), far)
      store<i32>(leasts + <usize>((now * width + x) * 4), smallest(smallestOwn))
    }
  }
}
