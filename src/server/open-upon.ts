/** Opens something that needs a lock or a server, and releases that when it is closed, or could not be opened. */
export async function openUpon<Opened extends { close: () => Promise<void> }>(
  release: () => void | Promise<void>,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    const opened = await open()
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
