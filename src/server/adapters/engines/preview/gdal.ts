// Cloud-optimised GeoTIFFs by GDAL, as separate processes. Unlike our own copies for viewing they lose nothing of a picture.
import type { Purpose } from '#domain/maps.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import type { Run } from './colmap.ts'
import type { DrawnFile, Prepared } from './preview-files.ts'
import { LABEL, NODATA } from './preview-files.ts'

type Writing = { run: Run; folder: string; prepared: Prepared; layout: MapLayout; drawn: DrawnFile }

/** Of elevation that is made of tie points. */
const MISSED: Purpose = 'plant heights'
const TEXTURE_SIDE = 4096
/** One after the other on all processors, so that only one takes memory. */
const COG =
  '-q -of COG -co NUM_THREADS=ALL_CPUS -co COMPRESS=DEFLATE -co PREDICTOR=YES -co LEVEL=1 -co BIGTIFF=IF_SAFER'.split(
    ' ',
  )
const JPEG = '-q -of JPEG -b 1 -b 2 -b 3 -r average -co QUALITY=85'.split(' ')
const SOFTWARE = 'TIFFTAG_SOFTWARE=Skyfurrow'

export async function writeMaps({ run, folder, prepared, layout, drawn }: Writing): Promise<void> {
  const { surface, pixel } = layout
  const [west, north] = [prepared.origin[0] + surface.west, prepared.origin[1] + surface.north]
  const cog = (from: string, to: string, { says, args, width, height }: Layer) => {
    const corners = [west, north, west + width, north - height].map(String)
    const place = ['-a_srs', `EPSG:${prepared.epsg}`, '-a_ullr', ...corners]
    const tags = ['-mo', `ACCURACY=${LABEL}`, '-mo', `TIFFTAG_IMAGEDESCRIPTION=${says} (${LABEL})`, '-mo', SOFTWARE]
    return run('gdal_translate', [...COG, ...place, ...tags, ...args, `${folder}/${from}`, `${folder}/${to}`])
  }
  const args = ['-colorinterp', 'red,green,blue,alpha']
  const picture = { args, width: drawn.width * pixel, height: drawn.height * pixel }
  const says = 'Orthomosaic of unblended photos, for indices'
  await cog('blended.raw', 'orthomosaic.tif', { ...picture, says: 'Orthomosaic' })
  await cog('plain.raw', 'orthomosaic-unblended.tif', { ...picture, says })
  const size = { width: surface.width * surface.cell, height: surface.height * surface.cell }
  await cog('elevation.raw', 'elevation.tif', {
    ...size,
    says: 'Elevation',
    args: ['-a_nodata', String(NODATA), '-mo', `NOT_GOOD_FOR=${MISSED}`],
  })
  const scale = Math.min(1, TEXTURE_SIDE / Math.max(drawn.width, drawn.height))
  const sides = [drawn.width, drawn.height].map((side) => String(Math.max(1, Math.round(side * scale))))
  await run('gdal_translate', [...JPEG, '-outsize', ...sides, `${folder}/orthomosaic.tif`, `${folder}/texture.jpg`])
}

/** Its size is in metres. */
type Layer = { says: string; args: readonly string[]; width: number; height: number }
