import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { extensionOf } from '#domain/archive/file-types.ts'
import { takenOnFromName } from '#domain/maps.ts'
import { quotaProblem } from '#domain/quota.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { messages } from '../messages.ts'
import { useMyStorage } from '../open-upload-queries.ts'
import { checkFile } from '../upload-form.ts'
import { useShownTask } from '../use-shown-task.ts'
import { mapTask } from './map-task.ts'
import { useMapLooks } from './use-map-looks.ts'

type Options = { project: string; archive: File | undefined; onUploaded: () => void }

/** The form of maps that are added, and their upload, which continues when the screen that shows it closes. */
export function useAddMaps({ project, archive, onUploaded }: Options) {
  const [task] = useState(() => mapTask(onUploaded))
  const [projectType, setProjectType] = useState(task.details()?.projectType ?? project)
  const [said, setSaid] = useState<ReadonlyMap<UploadSource, string>>(task.details()?.dates ?? new Map())
  const [faults, setFaults] = useState<{ project?: string | undefined; files?: string | undefined }>({})
  const { files, running } = useSyncExternalStore(task.queue.subscribe, task.queue.getSnapshot)
  const { data: storage } = useMyStorage()
  useShownTask(task)
  const enter = (chosen: readonly File[]) => {
    const names = new Set(files.map(({ file }) => `${file.name}/${file.size}`))
    const found = chosen.map(checkFile).find((fault) => fault !== undefined)
    setFaults({ ...faults, files: found })
    task.queue.add(chosen.filter((file) => checkFile(file) === undefined && !names.has(`${file.name}/${file.size}`)))
  }
  const { looks, unpacking, unpack } = useMapLooks(files, enter)
  const unpackFirst = useEffectEvent(unpack)
  useEffect(() => {
    if (archive) unpackFirst(archive)
  }, [archive])

  const dateOf = (file: UploadSource) => said.get(file) ?? takenOnFromName(file.name, new Date()) ?? ''
  const send = (only?: number) => {
    const bytes = files.reduce((sum, { file, upload }) => sum + (upload.state === 'completed' ? 0 : file.size), 0)
    const found = {
      project: projectType === '' ? 'Please select a project name' : undefined,
      files: files.length === 0 ? messages.noReportFile : storage && quotaProblem(storage, bytes),
    }
    setFaults(found)
    if (found.project ?? found.files ?? running) return
    const dates = new Map(files.map(({ file }) => [file, dateOf(file)] as const))
    void task.send({ projectType, dates }, only)
  }
  return {
    task,
    files,
    running,
    isDone: task.getView().state === 'completed',
    looks,
    unpacking,
    projectType,
    setProjectType,
    faults,
    add: (chosen: File[]) => {
      if (chosen.length === 0) return setFaults({ ...faults, files: 'Choose files, not folders.' })
      const [first, ...others] = chosen
      if (first && others.length === 0 && extensionOf(first.name) === 'zip') return unpack(first)
      if (chosen.some(({ name }) => extensionOf(name) === 'zip'))
        return setFaults({ ...faults, files: 'Choose one ZIP archive, or the GeoTIFF files themselves.' })
      enter(chosen)
    },
    dateOf,
    setDate: (file: UploadSource, date: string) => setSaid(new Map(said).set(file, date)),
    send,
  }
}
