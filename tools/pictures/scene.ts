import { plantTrial } from './canopy.ts'
import { paintGround } from './ground.ts'
import { lightRaster } from './light.ts'
import { newRaster, type Raster, type Window } from './raster.ts'
import type { Plot } from './trial.ts'

export function renderScene(window: Window, plots: readonly Plot[]): Raster {
  const raster = newRaster(window)
  paintGround(raster)
  plantTrial(raster, plots)
  lightRaster(raster)
  return raster
}
