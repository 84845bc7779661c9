/** Whether a process with this number runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return (error as { code?: unknown }).code === 'EPERM'
  }
}
