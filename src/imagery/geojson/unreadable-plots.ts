/** Plots that can't be used. The message is shown to people: which plot, what is wrong, what to do. */
export class UnreadablePlots extends Error {
  override readonly name = 'UnreadablePlots'
}
