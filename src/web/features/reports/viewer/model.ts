import type { Box3, Object3D, PointsMaterial } from 'three'
import type { ReportFile } from '#contract/reports.ts'

/** What the viewer shows. */
export type Model = {
  object: Object3D
  /** Its third axis points up, as in maps; otherwise the second does. */
  isZUp: boolean
  /** Colours are shown as they are, without the light of a scene. */
  isUnlit: boolean
  /** Metres in glTF; other files don't say. */
  unit: 'm' | undefined
  /** What it consists of: '84,210 triangles'. */
  content: string
  /** What is not as in the file. */
  notes: readonly string[]
  /** Of a point cloud: `core` has most of them. */
  points?: { material: PointsMaterial; core: Box3 }
}

export type ModelSource = {
  file: ReportFile
  /** Those of its report. */
  files: readonly ReportFile[]
  signal: AbortSignal
  onBytes: (bytes: number) => void
}
