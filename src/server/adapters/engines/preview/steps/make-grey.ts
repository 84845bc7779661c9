// The photos as grey bytes on the disk, each with its halvings, so that parts of them can be read.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { halve } from '#imagery/dense/halve.ts'
import { appendTo, withFile } from '../../../../compute/scratch-file.ts'
import { type GreyPhoto, modelOf, readStep, writeStep } from '../preview-files.ts'
import { openPhoto } from './open-photo.ts'
import type { Report } from './report.ts'

/** From 1 to 8 pixels a cell. */
const HALVINGS = 3

export async function makeGrey(folder: string, report: Report): Promise<void> {
  const { matched } = await readStep(folder, 'prepared')
  const { solved } = modelOf(await readStep(folder, 'solved'))
  const { views } = solved.model
  await mkdir(join(folder, 'grey'), { recursive: true })
  const photos: GreyPhoto[] = []
  for (const [at, { name }] of views.entries()) {
    const from = matched.find(({ matchedName }) => matchedName === name)?.file ?? ''
    photos.push(await makeOne(folder, { from, file: join('grey', `${String(at).padStart(4, '0')}.raw`) }))
    report((at + 1) / views.length)
  }
  await writeStep(folder, 'grey', photos)
}

async function makeOne(folder: string, { from, file }: { from: string; file: string }): Promise<GreyPhoto> {
  const { data, info } = await (await openPhoto(join(folder, from)))
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return withFile(join(folder, file), 'w', async (handle) => {
    const append = appendTo(handle)
    const starts: number[] = []
    let [bytes, width, height]: [Uint8Array, number, number] = [
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      info.width,
      info.height,
    ]
    for (let halvings = 0; halvings <= HALVINGS; halvings += 1) {
      starts.push(await append(bytes))
      bytes = halve(bytes, width, height)
      width >>= 1
      height >>= 1
    }
    return { file, width: info.width, height: info.height, starts }
  })
}
