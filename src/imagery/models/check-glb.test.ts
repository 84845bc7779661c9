import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkGlb } from './check-glb.ts'
import { UnreadableModel } from './unreadable-model.ts'

type Made = { magic?: string; version?: number; size?: number; jsonBytes?: number }

/** A GLB without binary data, whose head may lie. */
function glb(content: unknown, { magic = 'glTF', version = 2, size, jsonBytes }: Made = {}): Uint8Array {
  const json = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))
  const bytes = new Uint8Array(20 + json.length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(magic))
  view.setUint32(4, version, true)
  view.setUint32(8, size ?? bytes.length, true)
  view.setUint32(12, jsonBytes ?? json.length, true)
  bytes.set(new TextEncoder().encode('JSON'), 16)
  bytes.set(json, 20)
  return bytes
}
const check = (bytes: Uint8Array) => checkGlb(bytes, bytes.length)

/** The class of what it throws. */
function faultOf(bytes: Uint8Array): unknown {
  try {
    check(bytes)
    return undefined
  } catch (error) {
    return (error as object).constructor
  }
}

const EMPTY = { asset: { version: '2.0' } }

describe('a GLB', () => {
  test('one that holds all it needs passes', () => {
    const model = {
      ...EMPTY,
      extensionsUsed: ['KHR_materials_unlit', 'EXT_texture_webp'],
      nodes: [{ children: [1, 2] }, {}, {}],
      scenes: [{ nodes: [0] }],
      images: [{ bufferView: 0 }, { uri: 'data:image/png;base64,AA==' }],
    }
    expect(() => check(glb(model))).not.toThrow()
  })

  test.each<[string, Uint8Array, string]>([
    ['another kind of file', glb(EMPTY, { magic: 'PK\x03\x04' }), 'no GLB model'],
    ['an older version', glb(EMPTY, { version: 1 }), 'version 2 can'],
    ['nothing', new Uint8Array(), 'damaged or was cut off'],
    ['the end is missing', glb(EMPTY, { size: 1000 }), 'bytes at its end are missing'],
    ['a description of 4 GB', glb(EMPTY, { jsonBytes: 4_294_967_295 }), 'it ends in its description'],
    ['no JSON', glb('{"asset"'), "its description can't be read"],
    ['no object', glb('null'), 'its description is not that of a model'],
    ['Draco', glb({ ...EMPTY, extensionsUsed: ['KHR_draco_mesh_compression'] }), 'Draco compression'],
    ['KTX2', glb({ ...EMPTY, extensionsUsed: ['KHR_texture_basisu'] }), 'KTX2 textures'],
    ['a buffer elsewhere', glb({ buffers: [{ uri: 'https://example.org/a.bin' }] }), 'further files'],
    ['a picture elsewhere', glb({ images: [{ uri: '../a.png' }] }), 'further files'],
    ['zeros without end', glb({ accessors: [{ count: 4e9 }] }), 'too many parts'],
    ['a count that is no number', glb({ accessors: [{ count: 'many' }] }), 'too many parts'],
    ['a node in itself', glb({ nodes: [{ children: [0] }], scenes: [{ nodes: [0] }] }), 'contain one another'],
    [
      'two nodes in one another',
      glb({ nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }] }),
      'contain one another',
    ],
    ['a node with two parents', glb({ nodes: [{ children: [2] }, { children: [2] }, {}] }), 'contain one another'],
  ])('%s: says what is wrong', (_what, bytes, message) => {
    expect(() => check(bytes)).toThrow(UnreadableModel)
    expect(() => check(bytes)).toThrow(message)
  })

  test('any description passes, or is refused in words', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(faultOf(glb(json)) ?? UnreadableModel).toBe(UnreadableModel)
      }),
    )
  })
})
