import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FILES = ['ops/grafana/skyfurrow.json', 'ops/prometheus/alerts.yml']
/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ['job', 'instance', 'le']

const { registry, fromDatabase } = createMetrics({ version: '0', roles: [] })
const metrics = [...registry.getMetricsAsArray(), ...fromDatabase.getMetricsAsArray()].flatMap((metric) => {
  const labels: readonly string[] = (metric as unknown as { labelNames?: readonly string[] }).labelNames ?? []
  const endings = String(metric.type) === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
  return endings.map((ending) => ({ name: metric.name + ending, labels }))
})
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replaceAll('\\"', '"')
const NAME = /\b(?:skyfurrow|nodejs|process)_[a-z0-9_]+/g

test.each(FILES)('every metric in %s exists', (file) => {
  const named = new Set(textOf(file).match(NAME))
  expect(named.size).toBeGreaterThan(12)
  const known = metrics.map(({ name }) => name)
  expect([...named].filter((name) => !known.includes(name))).toEqual([])
})

test.each(FILES)('every label selector in %s is a label of its metric', (file) => {
  for (const [, name = '', inside = ''] of textOf(file).matchAll(/\b((?:skyfurrow|nodejs|process)_\w+)\{([^}]*)\}/g)) {
    const labels = metrics.find((one) => one.name === name)?.labels ?? []
    const chosen = [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    expect({ name, wrong: chosen.filter((label) => ![...labels, ...OF_PROMETHEUS].includes(label)) }).toEqual({
      name,
      wrong: [],
    })
  }
})

test('every own metric is on the dashboard or in an alert', () => {
  const text = FILES.map(textOf).join()
  const ours = [...registry.getMetricsAsArray(), ...fromDatabase.getMetricsAsArray()]
    .map(({ name }) => name)
    .filter((name) => name.startsWith('skyfurrow_'))
  expect(ours.filter((name) => !text.includes(name))).toEqual([])
})
