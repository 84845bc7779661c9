import { dateOfDay, dayOf } from '#domain/dates.ts'

/** Days after planting of flights, and when the last season that is over was planted. */
export type Season = { flights: readonly number[]; plantedOn: (now: Date) => string }

export const SEASONS = {
  soybean: { flights: [20, 36, 50, 68, 90, 110], plantedOn: (now) => `${now.getUTCFullYear() - 1}-05-12` },
  wheat: { flights: [140, 166, 186, 214, 252, 284], plantedOn: (now) => `${now.getUTCFullYear() - 2}-10-10` },
} as const satisfies Record<string, Season>

/** Before anything grows. */
export const BARE_GROUND = -3

/** The day of a flight and the names of its files. */
export function flightFiles(
  planted: string,
  { days, prefix }: { days: number; prefix: string },
): { takenOn: string; photo: string; surface: string } {
  const takenOn = dateOfDay(dayOf(planted) + days)
  return {
    takenOn,
    photo: `${prefix}_${takenOn}_orthomosaic.tif`,
    surface: `${prefix}_${takenOn}_${days < 0 ? 'bare_ground' : 'surface_model'}.tif`,
  }
}

export type SeasonFile = { kind: 'surface' | 'photo'; days: number; takenOn: string; fileName: string }

/** In the order in which they are sent: the bare ground, then the surface and the photo of each flight. */
export const filesOfSeason = (flights: readonly number[], planted: string, prefix: string): SeasonFile[] =>
  [BARE_GROUND, ...flights].flatMap((days) => {
    const { takenOn, photo, surface } = flightFiles(planted, { days, prefix })
    const ground = { kind: 'surface', days, takenOn, fileName: surface } as const
    return days === BARE_GROUND ? [ground] : [ground, { kind: 'photo', days, takenOn, fileName: photo } as const]
  })
