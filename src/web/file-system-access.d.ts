/** What the type library lacks of the File System Access API; no browser must have it. */
interface Window {
  showOpenFilePicker?: () => Promise<FileSystemFileHandle[]>
}
interface FileSystemHandle {
  requestPermission(wanted: { mode: 'read' }): Promise<PermissionState>
}
interface DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}
