/** A measurement can't be finished, for a reason that another attempt would meet as well. The message is for people. */
export class CantMeasure extends Error {}
