import { expect, test } from 'vitest'
import { saying, startFakeNode } from '#server/testing/engines/fake-node.ts'
import { readConfig } from '../config/config.ts'
import { checkFarm } from './check-farm.ts'
import { formatFinding } from './doctor.ts'

const TOKEN = 'se+cret'

async function findings(env: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const context = { config, now: () => new Date(), isRunning: false, keyId: undefined, webFolder: '' }
  const all: string[] = []
  for await (const finding of checkFarm(context)) all.push(formatFinding(finding))
  return all.join('')
}

test('each node of the farm is said to be usable or not, without its token', async () => {
  const nodes = await Promise.all(Array.from({ length: 3 }, () => startFakeNode({ token: TOKEN })))
  const [used, refusing, away] = nodes.map(({ url }) => url)
  nodes[1]?.fail('info', saying(`Invalid token ${TOKEN}, /info?token=${encodeURIComponent(TOKEN)}`))
  await nodes[2]?.close()
  const text = await findings({
    ENGINE_URLS: [used, refusing, away].join(),
    ENGINE_TOKENS: Array(3).fill(TOKEN).join(),
  })
  const hosts = nodes.map(({ url }) => new URL(url).host)
  expect(text).toContain(`farm: ${hosts[0]} is odm 3.5.6, 0 of 2 runs at work`)
  expect(text).toContain(`farm: ${hosts[1]} can't be used: Invalid token …, /info?token=…`)
  expect(text).toContain(`farm: ${hosts[2]} can't be used: ECONNREFUSED`)
  expect(text).toContain('correct ENGINE_URLS')
  await Promise.all(nodes.slice(0, 2).map((node) => node.close()))
})

test('without nodes there is nothing to check, which is no failure', async () => {
  expect(await findings()).toContain('not configured (ENGINE_URLS)')
})
