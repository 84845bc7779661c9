import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
import { checkPreview } from './check-preview.ts'
import { formatFinding } from './doctor.ts'
import type { Finding } from './finding.ts'

afterEach(() => vi.unstubAllEnvs())

async function findings(more: Partial<Config> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'check-preview-'))
  vi.stubEnv('PATH', folder)
  const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder }), ...more }
  const context = { config, now: () => new Date(), isRunning: false, keyId: undefined, webFolder: folder }
  const all: Finding[] = []
  for await (const finding of checkPreview(context)) all.push(finding)
  return all.map(formatFinding).join('')
}

test('programs of the preview engine that are missing are named, with how to install them, and are no failure', async () => {
  const text = await findings()
  expect(text).toContain("-    preview engine: colmap can't be run")
  expect(text).toContain('apt-get install colmap')
  expect(text).toContain("-    preview engine: gdal_translate can't be run")
  expect(text).toContain('apt-get install gdal-bin')
})

test('a process that never makes previews needs none of them', async () => {
  expect(await findings({ jobWeights: ['light'] })).toBe('')
})
