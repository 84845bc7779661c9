/** The longest round length up to `widest`, in the same unit. */
export function scaleLength(widest: number): number {
  const power = 10 ** Math.floor(Math.log10(widest))
  return [5, 2, 1].map((step) => step * power).find((step) => step <= widest) ?? power
}

export const lengthText = (metres: number): string => {
  if (metres >= 1000) return `${Number((metres / 1000).toPrecision(4))} km`
  return metres >= 1 ? `${Number(metres.toPrecision(4))} m` : `${Number((metres * 100).toPrecision(3))} cm`
}
