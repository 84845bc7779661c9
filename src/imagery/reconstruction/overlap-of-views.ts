import { type Overlaps, overlapsOf } from '../flights/lines.ts'
import type { Reconstruction } from './model.ts'

/** How far photos overlap on flat ground, in the order of `names`, which is that in which they were taken. Null with fewer than three. */
export function overlapOfViews(
  { cameras, views }: Reconstruction,
  { ground, names }: { ground: number; names: readonly string[] },
): Overlaps | null {
  const byName = new Map(views.map((view) => [view.name, view]))
  return overlapsOf(
    names.flatMap((name) => {
      const view = byName.get(name)
      const camera = view && cameras[view.camera]
      if (!camera) return []
      const { centre, rotation: r } = view
      const metres = (centre[2] - ground) / camera.lens.focal
      return [
        {
          east: centre[0],
          north: centre[1],
          groundWidth: camera.width * metres,
          groundHeight: camera.height * metres,
          // Where the top of the photo points.
          yaw: (Math.atan2(-r[3], -r[4]) * 180) / Math.PI,
        },
      ]
    }),
  )
}
