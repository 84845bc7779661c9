export const SENDER_NAME_MAX = 100
export const MESSAGE_MAX = 5000
