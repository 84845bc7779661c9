import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { seconds } from '#domain/units.ts'

const PROGRAMS = [
  { command: 'colmap', args: ['help'], says: /COLMAP/, package: 'colmap' },
  { command: 'gdal_translate', args: ['--version'], says: /GDAL/, package: 'gdal-bin' },
] as const

export type Missing = { command: string; todo: string }

/** Programs that the preview needs and that can't be run here, and how to install them. */
export async function missingPrograms(env: NodeJS.ProcessEnv = process.env): Promise<Missing[]> {
  const found = await Promise.all(PROGRAMS.map(async (program) => ((await canRun(program, env)) ? [] : [program])))
  return found.flat().map(({ command, package: name }) => ({
    command,
    todo: `Install it: \`apt-get install ${name}\` on Debian and Ubuntu, \`brew install ${name === 'gdal-bin' ? 'gdal' : name}\` on macOS.`,
  }))
}

async function canRun({ command, args, says }: (typeof PROGRAMS)[number], env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      timeout: seconds(20),
      env: { PATH: env.PATH, QT_QPA_PLATFORM: 'offscreen' },
    })
    return says.test(stdout + stderr)
  } catch {
    return false
  }
}
