/** A picture of half its sides: each byte is the mean of four. A last row or column alone is left out. */
export function halve(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const [across, down] = [width >> 1, height >> 1]
  const halved = new Uint8Array(across * down)
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const at = 2 * row * width + 2 * column
      const sum = (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) + (bytes[at + width] ?? 0) + (bytes[at + width + 1] ?? 0)
      halved[row * across + column] = (sum + 2) >> 2
    }
  return halved
}
