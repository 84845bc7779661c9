// Control points of the flight of `make-flight.ts`.
import type { ArchiveFile } from '../control-point-source.ts'

export const fileOf = (name: string, ...lines: readonly string[]): ArchiveFile => ({
  name,
  bytes: new TextEncoder().encode(lines.join('\n')),
})

/** Among the photos: longitude and latitude, zone 32 of UTM on WGS84 (PROJ 9), and metres above the sea. */
export const POINTS = [
  { label: 'A', lon: 10.50001, lat: 51.50002, east: 604_117.09, north: 5_706_498.12, z: 101.1 },
  { label: 'B', lon: 10.50081, lat: 51.50003, east: 604_172.6, north: 5_706_500.37, z: 100.2 },
  { label: 'C', lon: 10.50079, lat: 51.50045, east: 604_170.25, north: 5_706_547.04, z: 101.9 },
  { label: 'D', lon: 10.50002, lat: 51.50044, east: 604_116.83, north: 5_706_544.84, z: 100.7 },
  { label: 'E', lon: 10.5004, lat: 51.50025, east: 604_143.64, north: 5_706_524.25, z: 101.5 },
] as const
