/** Of places in metres: the variances along the axis in which they lie furthest apart, and across it. */
export function principalVariances(places: readonly { east: number; north: number }[]) {
  const mean = (of: (place: { east: number; north: number }) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length
  const [east, north] = [mean((place) => place.east), mean((place) => place.north)]
  const xx = mean((place) => (place.east - east) ** 2)
  const yy = mean((place) => (place.north - north) ** 2)
  const xy = mean((place) => (place.east - east) * (place.north - north))
  const [half, spread] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)]
  return { along: half + spread, across: Math.max(0, half - spread) }
}
