/** The part of the File System Access API that TypeScript's DOM types lack. Not every browser has it. */
interface Window {
  showOpenFilePicker?: () => Promise<FileSystemFileHandle[]>
}
interface FileSystemHandle {
  requestPermission(wanted: { mode: 'read' }): Promise<PermissionState>
}
interface DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}
