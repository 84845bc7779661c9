import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { KiB, MiB } from '#domain/units.ts'
import { openReplicas, type Replicas } from '#server/testing/processes/replicas.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'
import { runUpload } from './testing/run-upload.ts'

let folder: string
let replicas: Replicas
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-cli-'))
  replicas = await openReplicas(2, { GRACE_SECONDS: '2', PART_BYTES: String(MiB(1)) })
  await Promise.all(replicas.all.map((one) => replicas.start(one)))
})
afterAll(async () => {
  await replicas.close()
  rmSync(folder, { recursive: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('F11: a part that does not end in time is aborted when its process stops, and is sent to another one', async () => {
  const person = await createUser(replicas)
  const content = makeZip([{ name: 'a.bin', content: randomBytes(4 * MiB(1) + KiB(300)) }])
  const archive = join(folder, 'field.zip')
  writeFileSync(archive, content)
  const stalled = replicas.balancer.stall(3)
  const { outcome } = runUpload([archive, '--project', 'soybean trial', '--outputs', 'heatMaps'], {
    SKYFURROW_SERVER: replicas.balancer.url,
    SKYFURROW_EMAIL: person.email,
    SKYFURROW_PASSWORD: PASSWORD,
  })
  const origin = await stalled
  const one = replicas.all.find(({ url }) => url === origin)
  expect(await one?.stop()).toEqual([0, null])
  expect(replicas.balancer.cut(origin)).toBe(1)

  const { code, stdout, stderr } = await outcome
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Connection lost - trying again\n')
  const { body } = await replicas.call('listMyAnalyses', { token: person.token })
  const download = await fetch(body.data[0]?.fileUrls[0] ?? '')
  expect(sha256(await download.bytes())).toBe(sha256(content))
}, 120_000)
