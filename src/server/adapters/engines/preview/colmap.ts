// Structure from motion by COLMAP 3.8 or newer, as separate processes: features, pairs, cameras. https://colmap.github.io/cli.html
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Prepared } from './preview-files.ts'
import { ProgramFailed } from './run-program.ts'

/** Runs a program in the scratch folder. */
export type Run = (command: string, args: readonly string[], onLine?: (line: string) => void) => Promise<void>

type Matching = { run: Run; folder: string; prepared: Prepared; report: (fraction: number) => void }

const FEATURES_MAX = 5000
/** So that progress is seen. */
const PAIRS_AT_ONCE = 60
const VIEWS_MIN = 3
/** How COLMAP ends when no photos can be joined. */
export const NO_MODEL = 'failed to create sparse model'
const threads = (): string => String(availableParallelism())

export async function findFeatures({ run, folder, prepared, report }: Matching): Promise<void> {
  let done = 0
  for (const [camera, { names, width, height, focal }] of prepared.cameras.entries()) {
    const list = `${folder}/names-${camera}.txt`
    await writeFile(list, names.join('\n'))
    const args = options({
      database_path: `${folder}/matches.db`,
      image_path: `${folder}/matched`,
      image_list_path: list,
      'ImageReader.camera_model': 'OPENCV',
      'ImageReader.single_camera': 1,
      'ImageReader.camera_params': [focal, focal, width / 2, height / 2, 0, 0, 0, 0].join(','),
      'SiftExtraction.use_gpu': 0,
      'SiftExtraction.max_num_features': FEATURES_MAX,
      // From the full size on, not from twice of it: a third of the time, and the same model.
      'SiftExtraction.first_octave': 0,
      'SiftExtraction.num_threads': threads(),
    })
    await run('colmap', ['feature_extractor', ...args], (line) => {
      if (!line.includes('Processed file')) return
      done += 1
      report(done / prepared.matched.length)
    })
  }
}

export async function matchPairs({ run, folder, prepared, report }: Matching): Promise<void> {
  const { pairs } = prepared
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
    const list = `${folder}/pairs.txt`
    await writeFile(
      list,
      pairs
        .slice(at, at + PAIRS_AT_ONCE)
        .map((pair) => pair.join(' '))
        .join('\n'),
    )
    const args = options({
      database_path: `${folder}/matches.db`,
      match_list_path: list,
      match_type: 'pairs',
      'SiftMatching.use_gpu': 0,
      'SiftMatching.num_threads': threads(),
    })
    await run('colmap', ['matches_importer', ...args])
    report(Math.min(1, (at + PAIRS_AT_ONCE) / pairs.length))
  }
}

/** Without a model it ends as if it had failed; then there is none in the folder. */
export async function placeCameras({ run, folder, prepared, report }: Matching): Promise<void> {
  await mkdir(`${folder}/sparse`)
  let placed = 0
  const args = options({
    database_path: `${folder}/matches.db`,
    image_path: `${folder}/matched`,
    output_path: `${folder}/sparse`,
    // Over flat ground a free focal length comes out far off, and nothing else shows it.
    'Mapper.ba_refine_focal_length': 0,
    'Mapper.min_model_size': VIEWS_MIN,
    // At the edges two photos are all there is.
    'Mapper.tri_ignore_two_view_tracks': 0,
    'Mapper.num_threads': threads(),
  })
  try {
    await run('colmap', ['mapper', ...args], (line) => {
      if (!line.includes('Registering image')) return
      placed += 1
      report(Math.min(1, placed / prepared.matched.length))
    })
  } catch (error) {
    if (!(error instanceof ProgramFailed) || !error.evidence.some((line) => line.includes(NO_MODEL))) throw error
  }
}

const options = (values: Record<string, string | number>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)])
