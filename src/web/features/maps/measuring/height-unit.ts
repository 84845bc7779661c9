import type { ShownLayer } from '../map-controller.ts'

/** Heights are in the unit of the coordinates; those of degrees in metres. */
export const heightUnit = ({ map: { crs } }: ShownLayer): string => ((crs?.metresPerUnit ?? 1) === 1 ? ' m' : '')
