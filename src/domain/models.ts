import { extensionOf } from './archive/file-types.ts'

/** A 3D model that a browser can show. */
export type ModelType = 'glb' | 'obj'

export const modelTypeOf = (fileName: string): ModelType | undefined =>
  (['glb', 'obj'] as const).find((type) => type === extensionOf(fileName))

/** 256 and 128 MiB. A larger one is downloaded only: a browser needs several times its size of memory, for a text more than for binary data. */
export const MODEL_BYTES_MAX: Record<ModelType, number> = { glb: 2 ** 28, obj: 2 ** 27 }

/** Counts the ways in which compressed models were unpacked. A higher one does it again. */
export const MODEL_MAKER = 1

/** Whether a job looks for compression in it. */
export const mayBePacked = ({ fileName, bytes }: { fileName: string; bytes: number }): boolean =>
  modelTypeOf(fileName) === 'glb' && bytes <= MODEL_BYTES_MAX.glb

/** What was found in a GLB of a report; `maker` is the version of what looked. */
export type FileModel = {
  maker: number
  /** Why it can't be shown. */
  reason: string | null
  /** Of its copy without compression; null when it has none, because it needs none. */
  unpackedBytes: number | null
}
