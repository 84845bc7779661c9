/** One of the projects of the demo customer. */
export const DEMO_PROJECT = 'Soybean_Yield_Trial'

/** Days after planting. */
export const FLIGHTS = [20, 36, 50, 68, 90, 110] as const
/** Before anything grows. */
export const BARE_GROUND = -3

/** The last season that is over. */
export const plantedOn = (now: Date): string => `${now.getUTCFullYear() - 1}-05-12`

/** The day of a flight and the names of its files. */
export function flightFiles(planted: string, days: number): { takenOn: string; photo: string; surface: string } {
  const day = new Date(planted)
  day.setUTCDate(day.getUTCDate() + days)
  const takenOn = day.toISOString().slice(0, 10)
  return {
    takenOn,
    photo: `demo_${takenOn}_orthomosaic.tif`,
    surface: `demo_${takenOn}_${days < 0 ? 'bare_ground' : 'surface_model'}.tif`,
  }
}
