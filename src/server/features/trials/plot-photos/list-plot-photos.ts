import type { QueryOf } from '#contract/api.ts'
import type { PlotPhotoList } from '#contract/plot-photos.ts'
import { northOf, partAt, pixelOf } from '#imagery/plot-photos/frame.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { findPhotos } from './find-photos.ts'

export async function listPlotPhotos(
  deps: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  query: QueryOf<'listPlotPhotos'>,
): Promise<PlotPhotoList> {
  const { frame, showing, plot } = await findPhotos(deps, actor, query)
  return {
    photos: showing.map(({ view: { name }, degrees, isWhole }) => ({ name, degrees, isWhole })),
    width: frame.width,
    height: frame.height,
    pixelCm: pixelOf(frame) * 100,
    northDegrees: northOf(frame),
    outline: plot.flatMap((rings) =>
      rings.map((ring) => ring.map((point): [number, number] => [...partAt(frame, point)])),
    ),
  }
}
