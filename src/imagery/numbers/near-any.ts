type Size = { columns: number; rows: number }

/** 1 where a cell of `flags` is set in a square of `reach` cells to each side. */
export function nearAny(flags: Uint8Array, { columns, rows }: Size, reach: number): Uint8Array {
  const across = new Uint8Array(flags.length)
  for (let row = 0; row < rows; row += 1)
    spread(flags, across, { start: row * columns, step: 1, count: columns, reach })
  const near = new Uint8Array(flags.length)
  for (let column = 0; column < columns; column += 1)
    spread(across, near, { start: column, step: columns, count: rows, reach })
  return near
}

type Line = { start: number; step: number; count: number; reach: number }

function spread(from: Uint8Array, into: Uint8Array, { start, step, count, reach }: Line): void {
  let last = -Infinity
  for (let at = 0; at < count; at += 1) {
    if (from[start + at * step]) last = at
    if (at - last <= reach) into[start + at * step] = 1
  }
  last = Infinity
  for (let at = count - 1; at >= 0; at -= 1) {
    if (from[start + at * step]) last = at
    if (last - at <= reach) into[start + at * step] = 1
  }
}
