import { FileButton, FileRow } from './file-row.tsx'
import { useDownload } from './use-download.ts'

type DownloadRowProps = {
  name: string
  about: string
  fileName: string
  load: (signal: AbortSignal) => Promise<Blob>
}

/** A file that the server makes when it is asked for. It can be stopped. */
export function DownloadRow({ name, about, fileName, load }: DownloadRowProps) {
  const { failure, isRunning, press } = useDownload(load, fileName)
  const button = <FileButton verb={isRunning ? 'Stop' : 'Download'} name={name} onPress={press} />
  return <FileRow name={name} about={about} problem={failure} button={button} />
}
