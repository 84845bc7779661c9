import { expect, test } from 'vitest'
import { type MadeEntry, makeZip } from '#domain/archive/testing/make-zip.ts'
import { makeJpeg } from '../../photos/testing/make-photo.ts'
import { readArchivePhotos } from '../archive-photos.ts'
import { describeFlight } from '../describe-flight.ts'

const PHOTO = { name: 'a.jpg', content: makeJpeg({}) }

async function checksOf(...entries: MadeEntry[]) {
  const archive = makeZip([PHOTO, ...entries])
  const found = await readArchivePhotos({
    size: archive.length,
    readRange: (from, to) => Promise.resolve(archive.slice(from, to)),
  })
  if (typeof found === 'string') throw new Error('No archive')
  const { photos, ...beside } = found
  const { checks } = describeFlight(photos, beside)
  return checks.filter(({ id }) => id === 'archive' || id === 'other-files')
}

const AGAIN = 'Create the archive again from the folder with the photos.'

test.each<[string, MadeEntry, [severity: string, message: string]]>([
  [
    'a path out of the folder',
    { name: '../b.txt' },
    ['stop', `1 entry has a path outside the archive's folder. ${AGAIN}`],
  ],
  ['an absolute path', { name: '/etc/b.txt' }, ['stop', `1 entry has a path outside the archive's folder. ${AGAIN}`]],
  ['an archive', { name: 'more.zip' }, ['warn', `1 entry is itself an archive, which we don't unpack. ${AGAIN}`]],
  [
    'an encrypted photo',
    { name: 'b.jpg', flags: 1 },
    ['warn', `1 entry is password-protected, so we can't open it. ${AGAIN}`],
  ],
  ['a backslash', { name: 'a\\b.txt' }, ['inform', '1 entry has a backslash in the name.']],
])('%s is found in the words of the inspection', async (_, entry, [severity, message]) => {
  expect(await checksOf(entry)).toEqual([{ id: 'archive', severity, message, photos: [entry.name] }])
})

test('junk and videos are listed', async () => {
  const names = ['Thumbs.db', '__MACOSX/._a.jpg', 'x/.DS_Store', 'DJI_0001.MP4', 'DJI_0001.LRF']
  expect(await checksOf(...names.map((name) => ({ name })))).toEqual([
    {
      id: 'other-files',
      severity: 'inform',
      message:
        '3 files were added by the computer (Thumbs.db, ._a.jpg and .DS_Store). They do no harm. 2 files are of videos, which are not used. Without them, sending is faster.',
      photos: names,
    },
  ])
})

test('an archive of archives and of nothing else can not be used', async () => {
  const archive = makeZip([{ name: 'more.zip' }])
  const found = await readArchivePhotos({
    size: archive.length,
    readRange: (from, to) => Promise.resolve(archive.slice(from, to)),
  })
  if (typeof found === 'string') throw new Error('No archive')
  expect(describeFlight(found.photos, found).checks[0]).toMatchObject({ id: 'archive', severity: 'stop' })
})

test('an archive with nothing but photos has none of it', async () => {
  expect(await checksOf({ name: 'readme.pdf' })).toEqual([])
})
