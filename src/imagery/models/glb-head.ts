import { HEAD_BYTES, JSON_CHUNK, MAGIC } from './check-glb.ts'

export const BINARY_CHUNK = 0x00_4e_49_42
/** Its size, and its kind. */
export const CHUNK_HEAD_BYTES = 8

/** What stands before the binary data of a GLB: its description, and the size of both. */
export function glbHeadOf(gltf: object, binaryBytes: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(gltf))
  const json = new Uint8Array(text.length + (-text.length & 3)).fill(0x20)
  json.set(text)
  const head = new Uint8Array(HEAD_BYTES + json.length + CHUNK_HEAD_BYTES)
  head.set(json, HEAD_BYTES)
  const view = new DataView(head.buffer)
  const numbers = [MAGIC, 2, head.length + binaryBytes, json.length, JSON_CHUNK]
  for (const [index, number] of numbers.entries()) view.setUint32(index * 4, number, true)
  view.setUint32(HEAD_BYTES + json.length, binaryBytes, true)
  view.setUint32(HEAD_BYTES + json.length + 4, BINARY_CHUNK, true)
  return head
}
