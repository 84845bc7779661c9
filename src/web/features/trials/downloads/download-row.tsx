import { saveFile } from '#web/ui/list/save-file.ts'
import { useStoppable } from '#web/ui/list/use-stoppable.ts'
import { problemOf } from '../messages.ts'
import { FileButton, FileRow } from './file-row.tsx'

type DownloadRowProps = {
  name: string
  about: string
  fileName: string
  load: (signal: AbortSignal) => Promise<Blob>
}

/** A file that the server makes when it is asked for. It can be stopped. */
export function DownloadRow({ name, about, fileName, load }: DownloadRowProps) {
  const download = async (signal: AbortSignal) => saveFile(await load(signal), fileName)
  const { failure, isRunning, press } = useStoppable(download, problemOf)
  const button = <FileButton verb={isRunning ? 'Stop' : 'Download'} name={name} onPress={press} />
  return <FileRow name={name} about={about} problem={failure} button={button} />
}
