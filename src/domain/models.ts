import { extensionOf } from './archive/file-types.ts'

/** A 3D model that a browser can show. */
export type ModelType = 'glb' | 'obj'

export const modelTypeOf = (fileName: string): ModelType | undefined =>
  (['glb', 'obj'] as const).find((type) => type === extensionOf(fileName))

/** 256 and 128 MiB. A larger one is downloaded only: a browser needs several times its size of memory, for a text more than for binary data. */
export const MODEL_BYTES_MAX: Record<ModelType, number> = { glb: 2 ** 28, obj: 2 ** 27 }
