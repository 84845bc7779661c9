// Why a node failed, in words for people: by its own message and by known lines of its log.
import type { RunOptions } from '#domain/processing.ts'
import { RunFailed } from '../engine.ts'

type Kind = {
  /** Of the message, or a line of the log. */
  sign: RegExp
  message: string
  advice: string
  options?: RunOptions
}

/** The most certain ones first: a log has warnings that look like the reason of a failure. */
const KINDS: readonly Kind[] = [
  {
    sign: /not enough memory|out of memory|std::bad_alloc|MemoryError|child returned 137\b|cannot allocate memory/i,
    message: 'The node ran out of memory.',
    advice: 'Run it on a node with more memory, or with the options below, which need less of it.',
    options: { 'feature-quality': 'medium', 'pc-quality': 'low', 'max-concurrency': 2 },
  },
  {
    sign: /no space left on device|ENOSPC|disk quota exceeded|you may have run out of disk space/i,
    message: 'The disk of the node is full.',
    advice:
      'Free space on that node or take it out of service, then run again. With the option below, it needs less space.',
    options: { 'optimize-disk-space': true },
  },
  {
    sign: /unsupported cpu|illegal instruction|child returned 132\b/i,
    message: 'The processor of the node is too old for its engine.',
    advice: 'Take that node out of service, and run again on another one.',
  },
  {
    sign: /installation issue|command not found|error while loading shared libraries/i,
    message: 'The engine on the node is not installed completely.',
    advice: 'Take that node out of service until it is repaired, and run again.',
  },
  {
    sign: /images uploaded, but this node can only process/i,
    message: 'The node does not take so many photos.',
    advice: 'Raise its limit (--max_images), or add a larger node.',
  },
  {
    sign: /unzip exited with code|malformed body\.json|directory exists and we couldn't remove it|unable to move temp/i,
    message: 'The node could not store the photos that were sent to it.',
    advice: 'Check the disk of that node, and run again.',
  },
  {
    sign: /max_?runtime|exceeded (?:the )?(?:maximum )?(?:run)?time/i,
    message: 'The node ended the run because it took too long.',
    advice: 'Raise its limit (--max_runtime), or use the options below, which are faster.',
    options: { 'feature-quality': 'medium', 'pc-quality': 'low' },
  },
  {
    sign: /(?:no|not enough|too few) (?:valid |usable )?(?:gcps?|ground control points)|gcp file.*(?:invalid|not valid|cannot|could not)/i,
    message: 'The ground control points could not be used.',
    advice: 'Check their coordinate system and the names of photos in gcp_list.txt, or leave that file out.',
  },
  {
    sign: /(?:no|without|missing) (?:gps|geolocation|georeferenc\w+)|no geo ?(?:data|location)|cannot find georeferencing/i,
    message: 'The photos do not say where they were taken.',
    advice:
      'Use the original photos: editing programs remove positions. Ground control points in a gcp_list.txt help, too.',
  },
  {
    sign: /check that the images have enough overlap|\b0 partial reconstructions|too few (?:images|matches)|could not (?:find|compute) .*reconstruction|program detected that some .*strange values/i,
    message: 'The photos have too little in common to be put together.',
    advice:
      'They need more overlap: 75 % along lines and 65 % between them, 80 % over even crops. The options below may find enough in common in these photos.',
    options: { 'feature-quality': 'ultra', 'min-num-features': 20_000, 'matcher-neighbors': 0 },
  },
  {
    sign: /(?:not enough|could not find any) (?:supported |valid )?images|need at least \d+ (?:images|file)|there are no images in/i,
    message: 'The node found no photos that it can read.',
    advice: 'Hand in the JPEG or TIFF photos as they come from the camera.',
  },
  {
    sign: /cannot process dataset|child returned (?:1|134|139)\b/i,
    message: 'The engine could not process these photos.',
    advice:
      'Look at the flight check and the log. Run again with the options below, or without photos of take-off and landing.',
    options: { 'feature-quality': 'high', 'min-num-features': 16_000 },
  },
]

const EVIDENCE_MAX = 12
const LAST_LINES = 5

/** `lines`: the end of the log. */
export function failureOf(message: string, lines: readonly string[]): RunFailed {
  const texts = [message, ...lines]
  const kind = KINDS.find(({ sign }) => texts.some((text) => sign.test(text)))
  const telling = kind ? lines.filter((line) => kind.sign.test(line)).slice(-EVIDENCE_MAX + LAST_LINES) : []
  const evidence = [...new Set([message, ...telling, ...lines.slice(-LAST_LINES)])].filter((line) => line !== '')
  return new RunFailed(kind?.message ?? 'The node failed for a reason that we do not know.', {
    advice: kind?.advice ?? 'The end of its log says more. Run again, on another node if you can.',
    evidence: evidence.slice(0, EVIDENCE_MAX),
    suggestedOptions: kind?.options,
  })
}
