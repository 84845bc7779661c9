import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DoctorContext, type Finding, fail, ok } from './finding.ts'

export async function* checkWebBuild({ config, webFolder }: DoctorContext): AsyncGenerator<Finding> {
  if (!config.roles.includes('web')) return
  yield existsSync(join(webFolder, '404.html'))
    ? ok('web pages', `built in ${webFolder}`)
    : fail('web pages', `there are none in ${webFolder}: only the API would respond`, 'npm start builds them.')
}
