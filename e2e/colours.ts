const HUES = { red: [340, 375], yellow: [30, 65], green: [85, 170], blue: [190, 260] } as const

/** The name of a colour as people see it. */
export function colourName(rgb: string): string {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number)
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue)
  if (spread / Math.max(red, green, blue) < 0.3) return 'grey'
  const sixth =
    red >= green && red >= blue
      ? (green - blue) / spread
      : green >= blue
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  const hue = (sixth * 60 + 360) % 360
  const found = Object.entries(HUES).find(([, [from, to]]) => (hue >= from && hue < to) || hue + 360 < to)
  return found?.[0] ?? `hue ${hue}`
}
