import { expect, test } from 'vitest'
import { failureOf } from './failures.ts'

test.each([
  ['Not enough memory', '', 'The node ran out of memory.'],
  [
    'Cannot process dataset',
    'terminate called after throwing an instance of std::bad_alloc',
    'The node ran out of memory.',
  ],
  ['Cannot process dataset', 'OSError: [Errno 28] No space left on device', 'The disk of the node is full.'],
  ['Unsupported CPU', '', 'The processor of the node is too old for its engine.'],
  ['Installation issue', '', 'The engine on the node is not installed completely.'],
  [
    'Cannot process dataset',
    '[ERROR] Not enough supported images in /var/www/data/x/images',
    'The node found no photos that it can read.',
  ],
  [
    'Cannot process dataset',
    '[ERROR] Check that the images have enough overlap, that there are',
    'The photos have too little in common to be put together.',
  ],
  ['212 images uploaded, but this node can only process up to 100.', '', 'The node does not take so many photos.'],
  [
    'Could not extract .zip file, unzip exited with code 9',
    '',
    'The node could not store the photos that were sent to it.',
  ],
  ['Cannot process dataset', '[INFO] nothing', 'The engine could not process these photos.'],
  ['Processing failed (77)', '', 'The node failed for a reason that we do not know.'],
])('%s, %j: %s', (message, line, words) => {
  const failure = failureOf(message, ['[INFO] first', line])
  expect(failure.message).toBe(words)
  expect(failure.advice).toMatch(/\w.*\.$/)
  expect(failure.evidence).toContain(message)
})

test('photos that are left out for little overlap are no reason by themselves', () =>
  expect(
    failureOf('Not enough memory', ['Image 1.JPG could not be added (not enough overlap with other images)']).message,
  ).toBe('The node ran out of memory.'))

test('the evidence is the lines that tell it and the end of the log', () => {
  const lines = ['MemoryError: 8 GB', ...Array.from({ length: 50 }, (_, at) => `line ${at}`)]
  const { evidence, suggestedOptions } = failureOf('Cannot process dataset', lines)
  expect(evidence).toEqual(['Cannot process dataset', 'MemoryError: 8 GB', ...lines.slice(-5)])
  expect(suggestedOptions).toMatchObject({ 'pc-quality': 'low' })
})
