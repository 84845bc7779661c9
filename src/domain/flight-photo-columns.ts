import type { CsvColumn } from './csv.ts'
import type { FlightPhoto } from './flights.ts'

/** Of the CSV file of photos. Angles are degrees. */
export const FLIGHT_PHOTO_COLUMNS: readonly CsvColumn<FlightPhoto>[] = [
  ['name', ({ name }) => name],
  ['taken_at', ({ takenAt }) => takenAt],
  ['lon', ({ lon }) => lon],
  ['lat', ({ lat }) => lat],
  ['altitude_m', ({ altitude }) => altitude],
  ['height_m', ({ heightMetres }) => heightMetres],
  ['yaw', ({ yaw }) => yaw],
  ['pitch', ({ pitch }) => pitch],
  ['roll', ({ roll }) => roll],
  ['camera', ({ camera }) => camera],
  ['band', ({ band }) => band],
  ['exposure_s', ({ exposureSeconds }) => exposureSeconds],
  ['iso', ({ iso }) => iso],
  ['rtk_flag', ({ rtkFlag }) => rtkFlag],
  ['sharpness', ({ sharpness }) => sharpness],
  ['brightness', ({ brightness }) => brightness],
  ['state', ({ state }) => state],
]
