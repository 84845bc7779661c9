import { expect, test } from 'vitest'
import { presetsOf } from '#domain/presets.ts'
import type { NodeOption } from './node-client.ts'
import { optionsOfOutputs, taskOptions } from './task-options.ts'

const optionOf = (name: string, type: NodeOption['type'], domain: NodeOption['domain'] = ''): NodeOption => ({
  name,
  type,
  domain,
  value: '',
  help: '',
})
/** As NodeODM 2.2.4 lists them. */
const KNOWN: NodeOption[] = [
  ...['dsm', 'dtm', 'cog', 'skip-3dmodel', 'fast-orthophoto', 'skip-report'].map((name) => optionOf(name, 'bool')),
  optionOf('feature-quality', 'enum', ['ultra', 'high', 'medium', 'low', 'lowest']),
  optionOf('pc-quality', 'enum', ['ultra', 'high', 'medium', 'low', 'lowest']),
  optionOf('min-num-features', 'int', 'integer'),
  optionOf('matcher-neighbors', 'int', 'positive integer'),
  optionOf('mesh-octree-depth', 'int', 'integer: 1 <= x <= 14'),
  optionOf('smrf-threshold', 'float', 'positive float'),
  optionOf('dem-resolution', 'float', 'float'),
  optionOf('orthophoto-resolution', 'float', 'float > 0.0'),
]

test.each([
  [['orthomosaic'], { cog: true, 'skip-3dmodel': true, 'fast-orthophoto': true }],
  [['orthomosaic', 'plantFeatures'], { cog: true, dsm: true, dtm: true, 'skip-3dmodel': true }],
  [['3dModel'], { cog: true, gltf: true }],
] as const)('%j need these options', (outputs, options) => expect(optionsOfOutputs(outputs)).toEqual(options))

test('an option that the node lacks is told for outputs, and refused by name when staff set it', () => {
  const order = { outputs: ['3dModel'] as const, known: KNOWN }
  expect(taskOptions({ ...order, options: {} }).missing).toEqual(['gltf'])
  expect(() => taskOptions({ ...order, options: { 'feature-qualty': 'high', 'pc-quality': 'low' } })).toThrow(
    expect.objectContaining({
      message: "These options can't be used: feature-qualty is not an option of this node.",
      suggestedOptions: { 'pc-quality': 'low' },
    }),
  )
})

test.each([
  ['feature-quality', 'best', 'must be one of ultra, high, medium, low, lowest'],
  ['mesh-octree-depth', 15, 'must be a whole number from 1 to 14'],
  ['mesh-octree-depth', 1.5, 'must be a whole number'],
  ['orthophoto-resolution', 0, 'must be a number above 0'],
  ['smrf-threshold', -1, 'must be a number of at least 0'],
  ['dem-resolution', 'fine', 'must be a number'],
  ['dsm', 'yes', 'must be true or false'],
])('%s of %s is refused: %s', (name, value, words) =>
  expect(() => taskOptions({ outputs: [], known: KNOWN, options: { [name]: value } })).toThrow(`${name} ${words}`),
)

test('what staff set wins over what the outputs need', () => {
  const { json } = taskOptions({ outputs: ['orthomosaic'], known: KNOWN, options: { 'fast-orthophoto': false } })
  expect(JSON.parse(json)).toContainEqual({ name: 'fast-orthophoto', value: false })
})

test.each([null, 0.42])('a node takes every preset for photos with pixels of %s cm', (gsdCm) => {
  const presets = presetsOf('farm', { gsdCm })
  expect(presets.length).toBeGreaterThan(3)
  for (const { options } of presets) expect(() => taskOptions({ outputs: [], known: KNOWN, options })).not.toThrow()
})

test('a map of a field has the pixels of its photos', () => {
  const field = presetsOf('farm', { gsdCm: 0.42 }).find(({ name }) => name === 'field')
  expect(field?.options).toMatchObject({ 'orthophoto-resolution': 0.5, 'dem-resolution': 1 })
})
