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

const canRun = async (program: (typeof PROGRAMS)[number], env: NodeJS.ProcessEnv): Promise<boolean> =>
  program.says.test(await outputOf(program, env).catch(() => ''))

async function outputOf({ command, args }: (typeof PROGRAMS)[number], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    timeout: seconds(20),
    env: { PATH: env.PATH, QT_QPA_PLATFORM: 'offscreen' },
  })
  return stdout + stderr
}

/** Such as 'COLMAP 3.8, GDAL 3.6.2', as the programs say it. */
export async function versionsOfPrograms(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const said = await Promise.all(
    PROGRAMS.map(async (program) => VERSION.exec(await outputOf(program, env).catch(() => ''))?.[0] ?? ''),
  )
  return said.filter((version) => version !== '').join(', ')
}

const VERSION = /(COLMAP|GDAL) \d[\w.-]{0,40}/
