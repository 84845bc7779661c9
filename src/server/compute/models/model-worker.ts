import { readPackedGlb, type UnpackedGlb, unpackGlb } from '#imagery/models/unpack-glb.ts'
import { UnreadableModel } from '#imagery/models/unreadable-model.ts'
import { appendTo, withFile } from '../scratch-file.ts'
import { defineThreadWork } from '../thread-work.ts'
import { openDracoDecoder } from './draco-decoder.ts'

type ModelSource = {
  bytes: number
  bytesMax: number
  /** The file that becomes what was decoded. */
  decodedPath: string
}

/** `unpacked` is null for a model without Draco compression. `problem` is for people. */
export type ModelOutcome = { unpacked: UnpackedGlb | null; problem?: never } | { unpacked?: never; problem: string }

/** Unpacks a GLB with Draco compression. Of any other, only the description is read. */
export const work = defineThreadWork(
  async ({ bytes: size, bytesMax, decodedPath }: ModelSource, readRange, report): Promise<ModelOutcome> => {
    try {
      const packed = await readPackedGlb({ size, readRange })
      if (!packed) return { unpacked: null }
      const decodeMesh = await openDracoDecoder()
      const unpacked = await withFile(decodedPath, 'w+', async (decoded) => {
        const append = appendTo(decoded)
        const keep = async (data: Uint8Array) => void (await append(data))
        return unpackGlb(packed, readRange, { decodeMesh, keep, bytesMax, report })
      })
      return { unpacked }
    } catch (error) {
      if (error instanceof UnreadableModel) return { problem: error.message }
      throw error
    }
  },
)
